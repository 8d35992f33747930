// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model/evaluation_view.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/models/metric_names.h"
#include "ui/models/numbers.h"
#include "ui/settings/theme.h"
#include "ui/views/model/confusion_delegate.h"
#include "ui/views/picture_strip.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostRows = 12;     ///< of the table of classes before it scrolls
constexpr int mostLabelled = 30; ///< classes up to which the matrix has names and numbers
constexpr int pictureSide = 8 * gridUnit;
constexpr int longestLabel = 14 * gridUnit;

/// A heading with a quieter sentence below it.
QWidget* heading(const QString& text, const QString& hint) {
    auto* part = new QWidget;
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, gridUnit, 0, 0);
    column->setSpacing(0);
    auto* title = new QLabel(text);
    title->setFont(scaledFont(0, true));
    column->addWidget(title);
    auto* more = new ToneLabel(hint, Tone::Muted);
    more->setFont(scaledFont(-1));
    more->setWordWrap(true);
    column->addWidget(more);
    return part;
}

void prepare(QTableView* table) {
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setFont(tabularFont(scaledFont(-0.5)));
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->setDefaultSectionSize(QFontMetrics(table->font()).height() + gridUnit / 2);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
}

} // namespace

EvaluationView::EvaluationView(QWidget* parent)
    : QScrollArea(parent), m_content(new QWidget), m_figures(new QLabel), m_about(new ToneLabel(Tone::Muted)),
      m_classes(new QTableView), m_confusions(new QTableView), m_heat(new ConfusionDelegate(this)),
      m_worst(new PictureStrip(pictureSide)), m_worstPart(new QWidget) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setBackgroundRole(QPalette::Window);

    m_figures->setFont(tabularFont(scaledFont(2, true)));
    m_figures->setTextFormat(Qt::PlainText);
    m_figures->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_figures->setWordWrap(true);
    m_about->setWordWrap(true);

    prepare(m_classes);
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(&m_classModel);
    sorted->setSortRole(ClassFiguresModel::SortRole);
    m_classes->setModel(sorted);
    m_classes->setSortingEnabled(true);
    m_classes->sortByColumn(ClassFiguresModel::Class, Qt::AscendingOrder);
    m_classes->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_classes->verticalHeader()->hide();
    m_classes->horizontalHeader()->setSectionResizeMode(ClassFiguresModel::Class, QHeaderView::Stretch);
    m_classes->setAccessibleName(tr("Figures of each class"));

    prepare(m_confusions);
    m_confusions->setModel(&m_confusionModel);
    m_confusions->setItemDelegate(m_heat);
    m_confusions->setSelectionMode(QAbstractItemView::NoSelection);
    m_confusions->horizontalHeader()->setHighlightSections(false);
    m_confusions->verticalHeader()->setHighlightSections(false);
    m_confusions->horizontalHeader()->setTextElideMode(Qt::ElideRight);
    m_confusions->verticalHeader()->setTextElideMode(Qt::ElideRight);
    m_confusions->verticalHeader()->setMaximumWidth(longestLabel);
    m_confusions->setAccessibleName(tr("Confusions"));
    m_worst->setAccessibleName(tr("Worst samples"));

    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(gridUnit, gridUnit, gridUnit, 2 * gridUnit);
    column->setSpacing(gridUnit / 2);
    column->addWidget(m_figures);
    column->addWidget(m_about);
    auto* worst = new QVBoxLayout(m_worstPart);
    worst->setContentsMargins(0, 0, 0, 0);
    worst->setSpacing(gridUnit / 2);
    worst->addWidget(
        heading(tr("Most wrong"), tr("The samples with the largest loss: what they are, what the model "
                                     "took them for, and the probability it gave to the truth")));
    worst->addWidget(m_worst);
    column->addWidget(m_worstPart);
    m_ofClasses = {
        heading(tr("By class"), {}), m_classes,
        heading(tr("Confusions"), tr("Rows: what it is. Columns: what the model said. The colour is "
                                     "the share of the row.")),
        m_confusions};
    for (QWidget* part : m_ofClasses)
        column->addWidget(part);
    column->addStretch(1);
    setWidget(m_content);
}

void EvaluationView::setResult(const EvaluationResult& result) {
    const Evaluation& figures = result.figures;
    QStringList parts;
    if (result.kind != TargetKind::values)
        parts += metricName(Metric::val_accuracy) + u' ' + metricText(Metric::val_accuracy, figures.accuracy);
    parts += metricName(Metric::val_loss) + u' ' + metricText(Metric::val_loss, figures.loss);
    for (const MetricValue& value : figures.metrics)
        parts += metricName(value.metric) + u' ' + metricText(value.metric, value.value);
    QString text = parts.join(u"   "_s);
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    m_figures->setText(text);

    QStringList about;
    about +=
        figures.items < result.size
            ? tr("stopped after %1 of %2 items").arg(wholeNumber(figures.items), wholeNumber(result.size))
            : tr("%n item(s)", nullptr, int(figures.items))
                  .replace(QString::number(figures.items), wholeNumber(figures.items));
    about += tr("%1, epoch %2").arg(result.checkpoint).arg(result.epoch);
    about += duration(result.seconds);
    m_about->setText(about.join(u" · "_s));

    m_classModel.setMatrix(figures.confusion, result.classes);
    m_confusionModel.setMatrix(figures.confusion, result.classes);
    for (QWidget* part : m_ofClasses)
        part->setVisible(figures.confusion.has_value());
    if (figures.confusion)
        showConfusions(result);
    showWorst(result);
    fitHeights();
    verticalScrollBar()->setValue(0);
}

void EvaluationView::showConfusions(const EvaluationResult& result) {
    const bool labelled = result.classes.size() <= mostLabelled;
    m_heat->setPlain(!labelled);
    const QFontMetrics metrics(m_confusions->font());
    int widest = 0;
    for (const ConfusionMatrix& matrix : {*result.figures.confusion})
        for (int label = 0; label < matrix.classes(); ++label)
            widest = std::max(widest, metrics.horizontalAdvance(wholeNumber(matrix.of(label).items)));
    const int cell = labelled ? std::max(6 * gridUnit, widest + gridUnit) : gridUnit;
    m_confusions->horizontalHeader()->setVisible(labelled);
    m_confusions->verticalHeader()->setVisible(labelled);
    m_confusions->horizontalHeader()->setMinimumSectionSize(labelled ? 3 * gridUnit : 2);
    m_confusions->verticalHeader()->setMinimumSectionSize(labelled ? 2 * gridUnit : 2);
    m_confusions->horizontalHeader()->setDefaultSectionSize(cell);
    m_confusions->verticalHeader()->setDefaultSectionSize(labelled ? metrics.height() + gridUnit : cell);
}

void EvaluationView::showWorst(const EvaluationResult& result) {
    QList<PictureStrip::Item> items;
    const auto& worst = result.figures.worst;
    for (qsizetype i = 0; i < std::min<qsizetype>(result.pictures.size(), qsizetype(worst.size())); ++i) {
        const Evaluation::Sample& sample = worst[std::size_t(i)];
        PictureStrip::Item item;
        item.image = result.pictures[i];
        if (result.kind == TargetKind::class_label) {
            const QString label = result.classes.value(sample.label);
            const QString predicted = result.classes.value(sample.predicted);
            item.caption = label;
            item.second = sample.label == sample.predicted
                              ? percent(sample.probability, 1)
                              : tr("%1, %2").arg(predicted, percent(sample.probability, 1));
            item.tip = tr("Item %1: %2, taken for %3. Probability of %2: %4. Loss: %5")
                           .arg(wholeNumber(sample.index), label, predicted, percent(sample.probability, 2),
                                lossText(sample.loss));
        } else {
            item.caption = lossText(sample.loss);
            item.tip = tr("Item %1. Loss: %2").arg(wholeNumber(sample.index), lossText(sample.loss));
        }
        items.append(item);
    }
    m_worst->setItems(items);
    m_worstPart->setVisible(!items.isEmpty());
}

/// The tables are as high as what they hold, so that the page scrolls and not each of them.
void EvaluationView::fitHeights() {
    const auto fit = [](QTableView* table, int rows) {
        int height =
            table->horizontalHeader()->isHidden() ? 0 : table->horizontalHeader()->sizeHint().height();
        height += rows * table->verticalHeader()->defaultSectionSize();
        table->setFixedHeight(height + 2);
    };
    fit(m_classes, std::min(m_classModel.rowCount(), mostRows));
    fit(m_confusions, m_confusionModel.rowCount());
    const int needed =
        m_confusionModel.columnCount() * m_confusions->horizontalHeader()->defaultSectionSize();
    if (needed > m_confusions->viewport()->width())
        m_confusions->setFixedHeight(m_confusions->height() +
                                     m_confusions->horizontalScrollBar()->sizeHint().height());
    m_classes->resizeColumnsToContents();
}

QString EvaluationView::figures() const {
    return m_figures->text();
}

} // namespace laptime::ui
