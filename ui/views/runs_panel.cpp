// SPDX-License-Identifier: GPL-3.0-or-later
// The table is set up once; rows come and go through the model, so that nothing here runs while values
// change.
#include "ui/views/runs_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "engine/compare/compare.h"
#include "ui/models/numbers.h"
#include "ui/settings/icons.h"
#include "ui/settings/settings.h"
#include "ui/settings/theme.h"
#include "ui/views/empty_state.h"
#include "ui/views/runs_delegate.h"
#include "ui/views/runs_table_proxy.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

struct ColumnDefault {
    RunsModel::Column column;
    int width;
};

// From left to right; columns not named are hidden until asked for in the header's menu.
constexpr ColumnDefault defaults[] = {
    {RunsModel::Name, 160},    {RunsModel::State, 88},        {RunsModel::Throughput, 112},
    {RunsModel::SpeedUp, 128}, {RunsModel::ValAccuracy, 112}, {RunsModel::Precision, 120},
    {RunsModel::Batch, 64},    {RunsModel::Devices, 72},      {RunsModel::TimeToTarget, 88},
    {RunsModel::When, 112},    {RunsModel::WallTime, 88},     {RunsModel::Tags, 104},
    {RunsModel::Note, 168}};

void arrangeColumns(QHeaderView* header) {
    for (int column = 0; column < RunsModel::ColumnCount; ++column)
        header->setSectionHidden(column, true);
    int visual = 0;
    for (const ColumnDefault& one : defaults) {
        header->setSectionHidden(one.column, false);
        header->resizeSection(one.column, one.width);
        header->moveSection(header->visualIndex(one.column), visual++);
    }
}

} // namespace

RunsPanel::RunsPanel(RunsModel* runs, HistoryService* history, Settings* settings, Actions* actions,
                     QWidget* parent)
    : QWidget(parent), m_runs(runs), m_history(history), m_settings(settings),
      m_proxy(new RunsTableProxy(runs, this)), m_filter(new QLineEdit),
      m_filterError(new ToneLabel(Tone::Bad)), m_group(new QToolButton), m_stack(new QStackedWidget),
      m_table(new QTableView), m_empty(new EmptyState), m_summary(new ToneLabel(Tone::Muted)),
      m_menu(new QMenu(this)), m_clearFilter(new QAction(tr("&Show all"), this)) {
    m_filter->setPlaceholderText(tr("Filter, as tag:paper or val_accuracy>0.9"));
    m_filter->setToolTip(tr("Words, key:value and key>number; -term for what must not match. For example:\n"
                            "tag:paper -status:failed precision:mixed_bfloat16 samples_per_second>10000"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(themedIcon(u"filter"_s), QLineEdit::LeadingPosition);
    m_filterError->setFont(scaledFont(-1));
    m_filterError->setWordWrap(true);
    m_filterError->setContentsMargins(gridUnit, 0, gridUnit, gridUnit / 2);
    m_filterError->hide();
    m_group->setText(tr("Group repeats"));
    m_group->setToolTip(tr("Show repeats of one experiment as one row with their mean and spread"));
    m_group->setCheckable(true);
    m_group->setAutoRaise(true);

    m_table->setModel(m_proxy);
    m_table->setItemDelegate(new RunsDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunsModel::When, Qt::DescendingOrder);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false); // Tab goes on to the next part of the window
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setAccessibleName(tr("Runs"));
    m_table->installEventFilter(this);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(3 * gridUnit);
    m_table->verticalHeader()->setDefaultSectionSize(3 * gridUnit);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setMinimumSectionSize(5 * gridUnit);
    arrangeColumns(header);
    if (const QByteArray state = settings->runsHeader(); !state.isEmpty())
        header->restoreState(state);

    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    m_summary->setFont(scaledFont(-1));
    m_summary->setContentsMargins(gridUnit, gridUnit / 2, gridUnit, gridUnit / 2);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(gridUnit, gridUnit / 2, gridUnit, gridUnit / 2);
    top->setSpacing(gridUnit / 2);
    top->addWidget(m_filter, 1);
    top->addWidget(m_group);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_filterError);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_summary);

    actions->fill(m_menu,
                  {Command::LaunchAgain, Command::Count, Command::Stop, Command::Pause, Command::GoOn,
                   Command::Resume, Command::MoveEarlier, Command::MoveLater, Command::Count, Command::Rename,
                   Command::EditTags, Command::EditNote, Command::PinBaseline, Command::Count,
                   Command::ExportCsv, Command::ExportReport, Command::Count, Command::Delete});

    // Typing a long filter over a long table: the filter runs when the typing rests.
    auto* rest = new QTimer(this);
    rest->setSingleShot(true);
    rest->setInterval(120);
    connect(m_filter, &QLineEdit::textChanged, rest, qOverload<>(&QTimer::start));
    connect(rest, &QTimer::timeout, this, &RunsPanel::applyFilter);
    connect(m_filter, &QLineEdit::returnPressed, this, &RunsPanel::focusTable);
    connect(m_clearFilter, &QAction::triggered, m_filter, &QLineEdit::clear);
    connect(m_group, &QToolButton::toggled, m_runs, &RunsModel::setGrouped);
    connect(header, &QHeaderView::customContextMenuRequested, this, &RunsPanel::showHeaderMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& place) {
        // From the keyboard the place may be anywhere: the menu then belongs to the current row.
        const QModelIndex index = m_table->indexAt(place);
        const QRect row = m_table->visualRect(index.isValid() ? index : m_table->currentIndex());
        if (row.isValid())
            m_menu->popup(m_table->viewport()->mapToGlobal(index.isValid() ? place : row.center()));
    });
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.flags() & Qt::ItemIsEditable)
            m_table->edit(index);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &RunsPanel::selectionChanged);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RunsPanel::askLaps);
    for (auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_proxy, signal, this, &RunsPanel::updateState);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &RunsPanel::updateState);
    connect(m_runs, &QAbstractItemModel::rowsInserted, this, &RunsPanel::updateState);
    connect(m_history, &HistoryService::opened, this, &RunsPanel::updateState);
    connect(m_history, &HistoryService::openFailed, this, [this] {
        m_noHistory = true;
        updateState();
    });
    setMinimumWidth(32 * gridUnit);
    updateState();
}

RunsPanel::~RunsPanel() {
    m_settings->setRunsHeader(m_table->horizontalHeader()->saveState());
}

bool RunsPanel::eventFilter(QObject* watched, QEvent* event) {
    // The space bar shows or hides the curves of all selected runs, whichever column the cursor is in.
    if (watched == m_table && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
        const bool show = !m_runs->shown().contains(current());
        for (RunId run : selected())
            m_runs->setShown(run, show);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

std::vector<RunId> RunsPanel::selected() const {
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.row() < b.row(); });
    std::vector<RunId> ids;
    for (const QModelIndex& index : rows)
        ids.push_back(m_proxy->runAt(index));
    return ids;
}

std::vector<RunId> RunsPanel::selectedWithRepeats() const {
    const std::vector<RunId> heads = selected();
    if (!m_runs->isGrouped())
        return heads;
    std::vector<RunId> all;
    for (RunId head : heads) {
        const RunRow* row = m_runs->row(head);
        for (const RunRow& one : *m_history->rows())
            if (one.id == head || (row && row->group && one.group == row->group))
                all.push_back(one.id);
    }
    return all;
}

RunId RunsPanel::current() const {
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? m_proxy->runAt(index) : 0;
}

void RunsPanel::select(RunId run) {
    const QModelIndex index = m_proxy->indexOf(run, RunsModel::Name);
    if (!index.isValid())
        return;
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
}

void RunsPanel::editName(RunId run) {
    const QModelIndex index = m_proxy->indexOf(run, RunsModel::Name);
    if (!index.isValid())
        return;
    m_table->setFocus(Qt::ShortcutFocusReason);
    m_table->scrollTo(index);
    m_table->edit(index);
}

QPoint RunsPanel::anchorOf(RunId run) const {
    const QRect cell = m_table->visualRect(m_proxy->indexOf(run, RunsModel::Name));
    const QPoint below = cell.isValid() ? cell.bottomLeft() : QPoint(0, 0);
    return m_table->viewport()->mapToGlobal(QPoint(std::max(0, below.x()) + 3 * gridUnit, below.y() + 2));
}

void RunsPanel::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void RunsPanel::focusTable() {
    m_table->setFocus(Qt::ShortcutFocusReason);
    if (!m_table->currentIndex().isValid() && m_proxy->rowCount() > 0)
        m_table->selectRow(0);
}

void RunsPanel::applyFilter() {
    m_proxy->setExpression(m_filter->text());
    // The whole message lists every key there is: that much only when asked for.
    m_filterError->setTextOrHide(m_proxy->error().section(u" ("_s, 0, 0));
    m_filterError->setToolTip(m_proxy->error());
    updateState();
}

void RunsPanel::showHeaderMenu(const QPoint& place) {
    QMenu menu;
    QHeaderView* header = m_table->horizontalHeader();
    for (int column = 0; column < RunsModel::ColumnCount; ++column) {
        QAction* action = menu.addAction(m_runs->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!header->isSectionHidden(column));
        action->setEnabled(column != RunsModel::Name);
        connect(action, &QAction::toggled, header,
                [header, column](bool on) { header->setSectionHidden(column, !on); });
    }
    menu.addSeparator();
    QAction* back = menu.addAction(tr("&Default columns"));
    connect(back, &QAction::triggered, header, [header] { arrangeColumns(header); });
    menu.exec(header->mapToGlobal(place));
}

void RunsPanel::updateState() {
    const bool any = m_proxy->rowCount() > 0;
    const int all = m_runs->rowCount() - m_proxy->hiddenCount();
    if (any) {
        m_stack->setCurrentWidget(m_table);
    } else if (all > 0) {
        m_empty->setTexts(tr("No run matches the filter"), tr("%n run(s) are hidden by it.", nullptr, all));
        m_empty->setAction(m_clearFilter);
        m_stack->setCurrentWidget(m_empty);
    } else {
        if (m_noHistory)
            m_empty->setTexts(tr("No history"), tr("It could not be opened; the message says why."));
        else
            m_empty->setTexts(m_history->isOpen() ? tr("No runs yet") : tr("Opening the history…"),
                              tr("Launch the experiment on the right: its run appears here and stays."));
        m_empty->setAction(nullptr);
        m_stack->setCurrentWidget(m_empty);
    }
    updateSummary();
}

void RunsPanel::updateSummary() {
    const int all = m_runs->rowCount() - m_proxy->hiddenCount(), seen = m_proxy->rowCount();
    QStringList parts;
    parts += seen == all ? tr("%n run(s)", nullptr, all) : tr("%1 of %n run(s)", nullptr, all).arg(seen);
    if (std::isfinite(m_laps) && m_lapsOf == current())
        parts += tr("%1 laps a day with the selected setting").arg(siNumber(m_laps));
    m_summary->setText(all ? parts.join(u" · "_s) : QString());
}

void RunsPanel::askLaps() {
    m_laps = not_measured;
    m_lapsOf = current();
    const RunRow* row = m_runs->row(m_lapsOf);
    if (row && row->status == RunStatus::finished)
        m_history->query(
            this,
            [run = m_lapsOf](History& history) { return std::pair(run, laps_per_day(history.run(run))); },
            [this](std::pair<RunId, double> answer) {
                if (answer.first != m_lapsOf)
                    return;
                m_laps = answer.second;
                updateSummary();
            });
    updateSummary();
}

} // namespace laptime::ui
