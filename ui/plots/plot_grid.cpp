// SPDX-License-Identifier: GPL-3.0-or-later
// Arrangement, shared options and the paced redraw; see plot_grid.h.
#include "ui/plots/plot_grid.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QStackedLayout>

#include <algorithm>
#include <cmath>

#include "engine/core/machine.h"
#include "ui/plots/plot_colors.h"

namespace laptime::ui {
namespace {

constexpr int spacing = 8;
constexpr qint64 fastestMs = 40, slowestMs = 1000;
/// Bringing the drawn picture to the screen costs about as much as drawing it.
constexpr double paintFactor = 2;

} // namespace

PlotGrid::PlotGrid(CurveStore* store, QWidget* parent)
    : QWidget(parent), m_store(store), m_loss(new CurvePlot(store, Quantity::loss)),
      m_accuracy(new CurvePlot(store, Quantity::accuracy)),
      m_throughput(new CurvePlot(store, Quantity::throughput)), m_time(new TimePlot(store)),
      m_plots(new QWidget), m_empty(new QLabel) {
    m_layout = new QGridLayout(m_plots);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(spacing);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(32);
    m_empty->setAutoFillBackground(true);
    m_empty->setBackgroundRole(QPalette::Base);
    m_stack = new QStackedLayout(this);
    m_stack->setContentsMargins(0, 0, 0, 0);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_plots);
    for (PlotPanel* panel : panels()) {
        panel->installEventFilter(this);
        connect(panel, &PlotPanel::aloneRequested, this,
                [this, panel] { setMaximised(m_maximised == panel ? nullptr : panel); });
        connect(panel, &PlotPanel::exportFailed, this, &PlotGrid::exportFailed);
    }
    const std::vector<CurvePlot*> curves = {m_loss, m_accuracy, m_throughput};
    for (CurvePlot* plot : curves) {
        plot->setOptions(m_options);
        connect(plot, &CurvePlot::followingChanged, this, [this] { emit followingChanged(isFollowing()); });
        for (CurvePlot* other : curves)
            if (other != plot)
                connect(plot, &CurvePlot::cursorMoved, other, &CurvePlot::setCursor);
    }
    arrange();
    recolor();

    // Half a per cent of each core: on two cores a run loses less than 1 % of its speed to being watched.
    m_share = 0.005 * std::max(1, usable_cores());
    m_due.assign(static_cast<std::size_t>(panels().size()), 0);
    m_clock.start();
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PlotGrid::tick);
    const auto onCurve = [this](RunId run) {
        if (std::any_of(m_runs.begin(), m_runs.end(), [run](const PlotRun& one) { return one.run == run; }))
            touch(false);
    };
    connect(store, &CurveStore::changed, this, onCurve);
    connect(store, &CurveStore::failed, this, onCurve); // a plot no longer says that it is reading
}

QList<PlotPanel*> PlotGrid::panels() const {
    return {m_loss, m_accuracy, m_throughput, m_time};
}

void PlotGrid::arrange() {
    for (PlotPanel* panel : panels()) {
        m_layout->removeWidget(panel);
        panel->setAlone(panel == m_maximised);
    }
    const QList<PlotPanel*> all = panels();
    for (int i = 0; i < all.size(); ++i) {
        const bool shown = !m_maximised || all[i] == m_maximised;
        if (m_maximised)
            m_layout->addWidget(all[i], 0, 0);
        else
            m_layout->addWidget(all[i], i / 2, i % 2);
        all[i]->setVisible(shown);
    }
    for (int i = 0; i < 2; ++i) {
        m_layout->setRowStretch(i, m_maximised && i == 1 ? 0 : 1);
        m_layout->setColumnStretch(i, m_maximised && i == 1 ? 0 : 1);
    }
}

void PlotGrid::setMaximised(PlotPanel* panel) {
    if (panel == m_maximised)
        return;
    m_maximised = panel;
    arrange();
    touch(true);
}

void PlotGrid::setRuns(const QList<PlotRun>& runs) {
    m_stack->setCurrentWidget(runs.isEmpty() ? static_cast<QWidget*>(m_empty) : m_plots);
    if (runs == m_runs)
        return;
    m_runs = runs;
    QList<RunId> ids;
    for (const PlotRun& run : runs)
        ids.append(run.run);
    m_store->want(ids);
    for (PlotPanel* panel : panels())
        panel->setRuns(runs);
    touch(true);
}

void PlotGrid::setOptions(const PlotOptions& options) {
    if (options == m_options)
        return;
    m_options = options;
    for (PlotPanel* panel : panels())
        panel->setOptions(options);
    touch(true);
    emit optionsChanged(options);
}

void PlotGrid::setHighlighted(RunId run) {
    for (PlotPanel* panel : panels())
        panel->setHighlighted(run);
    touch(true);
}

void PlotGrid::follow() {
    for (CurvePlot* plot : {m_loss, m_accuracy, m_throughput})
        plot->follow();
}

bool PlotGrid::isFollowing() const {
    return m_loss->isFollowing() && m_accuracy->isFollowing() && m_throughput->isFollowing();
}

void PlotGrid::setEmptyText(const QString& text) {
    m_empty->setText(text);
}

/// Marks all plots; `now`: the user did something and waits for it.
void PlotGrid::touch(bool now) {
    for (PlotPanel* panel : panels())
        panel->markDirty();
    if (now)
        std::fill(m_due.begin(), m_due.end(), 0);
    if (now || !m_timer.isActive())
        m_timer.start(now ? 0 : static_cast<int>(fastestMs));
}

void PlotGrid::tick() {
    const QList<PlotPanel*> all = panels();
    qint64 next = -1;
    bool drawn = false;
    for (int i = 0; i < all.size(); ++i) {
        PlotPanel* panel = all[i];
        // What is not visible is drawn when it is shown again.
        if (!panel->isDirty() || !panel->isVisible())
            continue;
        qint64& due = m_due[static_cast<std::size_t>(i)];
        const qint64 now = m_clock.elapsed();
        // One plot a tick: keys and clicks get their turn in between.
        if (!drawn && due <= now) {
            QElapsedTimer cost;
            cost.start();
            panel->refresh();
            drawn = true;
            const double ms = static_cast<double>(cost.nsecsElapsed()) * 1e-6 * paintFactor;
            const double share = m_share / (m_maximised ? 1.0 : static_cast<double>(all.size()));
            due = m_clock.elapsed() + std::clamp(static_cast<qint64>(ms / share), fastestMs, slowestMs);
        } else {
            const qint64 wait = std::max<qint64>(0, due - now);
            next = next < 0 ? wait : std::min(next, wait);
        }
    }
    if (next >= 0)
        m_timer.start(static_cast<int>(next));
}

void PlotGrid::recolor() {
    const PlotColors colors = PlotColors::from(palette());
    QPalette muted = m_empty->palette();
    muted.setColor(QPalette::WindowText, colors.muted);
    muted.setColor(QPalette::Base, colors.background);
    m_empty->setPalette(muted);
}

void PlotGrid::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolor();
}

bool PlotGrid::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show || event->type() == QEvent::Resize) {
        // A panel that comes into view shows what it missed at once.
        if (auto* panel = qobject_cast<PlotPanel*>(watched)) {
            panel->markDirty();
            m_due[static_cast<std::size_t>(panels().indexOf(panel))] = 0;
            m_timer.start(0);
        }
    }
    return QWidget::eventFilter(watched, event);
}

QImage PlotGrid::picture(double scale) {
    if (m_maximised)
        return m_maximised->picture(scale);
    QList<QImage> pictures;
    for (PlotPanel* panel : panels()) {
        panel->refresh();
        pictures.append(panel->picture(scale));
    }
    const auto widthOf = [&](int i) { return static_cast<int>(std::lround(pictures[i].width() / scale)); };
    const auto heightOf = [&](int i) { return static_cast<int>(std::lround(pictures[i].height() / scale)); };
    const int columns[2] = {std::max(widthOf(0), widthOf(2)), std::max(widthOf(1), widthOf(3))};
    const int rows[2] = {std::max(heightOf(0), heightOf(1)), std::max(heightOf(2), heightOf(3))};
    QImage whole(QSize(columns[0] + columns[1] + spacing, rows[0] + rows[1] + spacing) * scale,
                 QImage::Format_ARGB32_Premultiplied);
    whole.setDevicePixelRatio(scale);
    whole.fill(palette().color(QPalette::Base));
    QPainter painter(&whole);
    for (int i = 0; i < 4; ++i)
        painter.drawImage(QPoint(i % 2 ? columns[0] + spacing : 0, i / 2 ? rows[0] + spacing : 0),
                          pictures[i]);
    return whole;
}

bool PlotGrid::exportPng(const QString& file, QString* error) {
    const QString problem = savePicture(picture(), file);
    if (error)
        *error = problem;
    return problem.isEmpty();
}

void PlotGrid::copyPicture() {
    QApplication::clipboard()->setImage(picture());
}

} // namespace laptime::ui
