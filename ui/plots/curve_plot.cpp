// SPDX-License-Identifier: GPL-3.0-or-later
// The frame around the curves: title, axes, following, zoom, crosshair; see curve_plot.h.
#include "ui/plots/curve_plot.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

#include <cmath>

#include "ui/models/numbers.h"
#include "ui/models/run_colors.h"
#include "ui/plots/axis_tickers.h"
#include "ui/plots/curve_plot_impl.h"

namespace laptime::ui {
namespace {

constexpr int leastDrag = 6;      // pixels: less is a click with an unsteady hand
constexpr int flatDrag = 14;      // a rectangle lower (narrower) than this zooms in one direction
constexpr double clockFrom = 120; // seconds on the x axis from which they are written as min:s

AxisKeeper::Anchor anchorOf(Quantity quantity) {
    switch (quantity) {
    case Quantity::throughput:
        return AxisKeeper::Anchor::zero;
    case Quantity::loss:
        return AxisKeeper::Anchor::nearZero;
    case Quantity::accuracy:
        break;
    }
    return AxisKeeper::Anchor::none;
}

} // namespace

CurvePlot::Impl::Impl(CurvePlot* panel, CurveStore* store, Quantity what)
    : q(panel), quantity(what), plot(new QCustomPlot(panel)), crosshair(new Crosshair(plot)),
      lines(plot, store, what), title(new QLabel(panel)), unit(new QLabel(panel)),
      followButton(new QToolButton(panel)), keepY(anchorOf(what)) {}

void CurvePlot::Impl::build() {
    q->setAutoFillBackground(true);
    q->setBackgroundRole(QPalette::Base);
    QSizePolicy retain = followButton->sizePolicy();
    retain.setRetainSizeWhenHidden(true); // the title row keeps its height
    followButton->setSizePolicy(retain);
    followButton->setAutoRaise(true);
    followButton->setFixedHeight(24);
    followButton->hide();
    followButton->setFocusPolicy(Qt::TabFocus);

    auto* header = new QHBoxLayout;
    header->setSpacing(8);
    header->addWidget(title);
    header->addWidget(unit);
    header->addStretch();
    header->addWidget(followButton);
    auto* layout = new QVBoxLayout(q);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(0);
    layout->addLayout(header);
    layout->addWidget(plot, 1);

    plot->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    plot->setNotAntialiasedElements(QCP::aeAxes | QCP::aeGrid | QCP::aeSubGrid);
    plot->setNoAntialiasingOnDrag(true);
    plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot->setFocusPolicy(Qt::StrongFocus);
    plot->setMinimumSize(160, 100);
    q->setFocusProxy(plot);
    plot->axisRect()->setAutoMargins(QCP::msNone); // tick labels that grow must not push the curves aside
    plot->yAxis->setTickLabelPadding(6);
    plot->yAxis->setTickLength(0);
    plot->xAxis->setTickLength(0, 4);
    plot->xAxis->setTickLabelPadding(3);
    plot->xAxis->setLabelPadding(2);
    plot->installEventFilter(q);
    crosshair->setGeometry(plot->rect());
    QObject::connect(followButton, &QToolButton::clicked, q, &CurvePlot::follow);
    connectPointer();
    retranslate();
    restyle();
    setTickers();
    fit();
}

void CurvePlot::Impl::connectPointer() {
    QObject::connect(plot, &QCustomPlot::mousePress, q, [this](QMouseEvent* event) {
        // Drag draws a zoom rectangle; with Shift it moves the curves.
        const bool zoom = event->button() == Qt::LeftButton && !(event->modifiers() & Qt::ShiftModifier);
        plot->setSelectionRectMode(zoom ? QCP::srmCustom : QCP::srmNone);
        if (event->button() == Qt::LeftButton && !zoom)
            setFollowing(false);
    });
    QObject::connect(plot->selectionRect(), &QCPSelectionRect::accepted, q,
                     [this](const QRect& rect) { zoomTo(rect); });
    QObject::connect(plot, &QCustomPlot::mouseDoubleClick, q, [this] { q->follow(); });
    QObject::connect(plot, &QCustomPlot::mouseWheel, q, [this](QWheelEvent* event) {
        // Over the y axis, or with Shift, the wheel zooms y; everywhere else x.
        const bool overY = event->position().x() < plot->axisRect()->left();
        const bool vertical = overY || (event->modifiers() & Qt::ShiftModifier);
        plot->axisRect()->setRangeZoom(vertical ? Qt::Vertical : Qt::Horizontal);
        setFollowing(false);
    });
    QObject::connect(plot, &QCustomPlot::mouseMove, q, [this](QMouseEvent* event) {
        const bool inside = plot->axisRect()->rect().contains(event->position().toPoint());
        const double x = inside ? plot->xAxis->pixelToCoord(event->position().x()) : not_measured;
        q->setCursor(x);
        emit q->cursorMoved(x);
    });
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis})
        QObject::connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), q,
                         [this, axis](const QCPRange& range) {
                             boundRange(axis, range);
                             if (axis == plot->xAxis) {
                                 setTickers();
                                 lines.feedVisible();
                             }
                         });
    QObject::connect(plot, &QCustomPlot::beforeReplot, q, [this] { lines.spaceRings(); });
    // The layout is known only after a replot: the line and the box are placed by it.
    QObject::connect(plot, &QCustomPlot::afterReplot, q, [this] {
        crosshair->setArea(plot->axisRect()->rect());
        updateCrosshair();
    });
}

void CurvePlot::Impl::restyle() {
    colors = PlotColors::from(q->palette());
    lines.setColors(colors);
    crosshair->setColors(colors);
    plot->setBackground(QBrush(colors.background));
    QFont small = q->font();
    if (small.pointSizeF() > 8)
        small.setPointSizeF(small.pointSizeF() - 1);
    const QFont ticks = tabularFont(small);
    crosshair->setFont(small);
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis}) {
        axis->setTickLabelFont(ticks);
        axis->setLabelFont(small);
        axis->setTickLabelColor(colors.muted);
        axis->setLabelColor(colors.muted);
        axis->setBasePen(axis == plot->xAxis ? QPen(colors.axis) : QPen(Qt::NoPen));
        axis->setTickPen(QPen(colors.axis));
        axis->setSubTickPen(QPen(Qt::NoPen));
        axis->grid()->setPen(QPen(colors.grid, 1));
        axis->grid()->setZeroLinePen(QPen(colors.grid, 1));
    }
    const QColor accent = q->palette().color(QPalette::Highlight);
    QColor fill = accent;
    fill.setAlphaF(0.15F);
    plot->selectionRect()->setPen(QPen(accent, 1));
    plot->selectionRect()->setBrush(fill);

    const QFontMetrics metrics(ticks);
    plot->axisRect()->setMargins(QMargins(metrics.horizontalAdvance(QStringLiteral("88.88 k")) + 8, 10, 16,
                                          2 * metrics.height() + 14));
    QFont bold = q->font();
    bold.setBold(true);
    title->setFont(bold);
    // The ground is Base, so labels would take Text and with it lose the muted colour.
    unit->setForegroundRole(QPalette::WindowText);
    unit->setFont(small);
    QPalette muted = q->palette();
    muted.setColor(QPalette::WindowText, colors.muted);
    unit->setPalette(muted);
    followButton->setFont(small);
}

void CurvePlot::Impl::retranslate() {
    title->setText(q->title());
    switch (quantity) {
    case Quantity::loss:
        unit->setText(CurvePlot::tr("line: training, ring: validation"));
        break;
    case Quantity::accuracy:
        unit->setText(CurvePlot::tr("% · ring: validation, dashes: training"));
        break;
    case Quantity::throughput:
        unit->setText(axisTitle(quantity));
        break;
    }
    followButton->setText(CurvePlot::tr("Follow"));
    followButton->setToolTip(CurvePlot::tr("Show everything and keep up with the newest points (Home)"));
    plot->setAccessibleName(q->title());
    plot->setToolTip({});
    setTickers();
}

void CurvePlot::Impl::setTickers() {
    const bool clock = options.x == XAxis::time && !options.logX && plot->xAxis->range().size() >= clockFrom;
    const bool hours = plot->xAxis->range().upper >= 3600;
    plot->xAxis->setScaleType(options.logX ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const bool logY = options.logY && quantity == Quantity::loss;
    plot->yAxis->setScaleType(logY ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const auto ticker = [](bool log, bool time) -> QSharedPointer<QCPAxisTicker> {
        if (log)
            return QSharedPointer<LogTicker>::create();
        if (time)
            return QSharedPointer<ClockTicker>::create();
        return QSharedPointer<SiTicker>::create();
    };
    const auto x = ticker(options.logX, clock), y = ticker(logY, false);
    x->setTickCount(std::clamp(plot->axisRect()->width() / 80, 2, 8));
    y->setTickCount(std::clamp(plot->axisRect()->height() / 36, 2, 8));
    plot->xAxis->setTicker(x);
    plot->yAxis->setTicker(y);
    plot->xAxis->setLabel(!clock  ? axisTitle(options.x)
                          : hours ? CurvePlot::tr("time (h:min:s)")
                                  : CurvePlot::tr("time (min:s)"));
}

void CurvePlot::Impl::fit() {
    fitting = true;
    const auto x = lines.extentX(), y = lines.extentY();
    const AxisRange rangeX = keepX.update(x.low, x.high, options.logX);
    const AxisRange rangeY = keepY.update(y.low, y.high, options.logY && quantity == Quantity::loss);
    plot->xAxis->setRange(rangeX.low, rangeX.high);
    // There is no accuracy beyond 100 %.
    plot->yAxis->setRange(rangeY.low,
                          quantity == Quantity::accuracy ? std::min(100.5, rangeY.high) : rangeY.high);
    fitting = false;
}

/// Zooming out ends a little beyond everything there is.
void CurvePlot::Impl::boundRange(QCPAxis* axis, const QCPRange& wanted) {
    if (fitting)
        return;
    const auto extent = axis == plot->xAxis ? lines.extentX() : lines.extentY();
    if (!extent.valid() || axis->scaleType() == QCPAxis::stLogarithmic)
        return;
    const double low = std::min(0.0, extent.low), size = std::max(extent.high - low, 1e-9);
    QCPRange bounded = wanted;
    if (bounded.size() > 1.5 * size)
        bounded = QCPRange(low - 0.1 * size, low + 1.4 * size);
    if (bounded.lower > extent.high)
        bounded -= bounded.lower - extent.high;
    if (bounded.upper < low)
        bounded += low - bounded.upper;
    if (bounded != wanted) {
        fitting = true; // not to be called again by this change
        axis->setRange(bounded);
        fitting = false;
    }
}

void CurvePlot::Impl::setFollowing(bool follow) {
    if (follow == following)
        return;
    following = follow;
    followButton->setVisible(!follow);
    emit q->followingChanged(follow);
}

void CurvePlot::Impl::zoomTo(const QRect& rect) {
    const QRect r = rect.normalized();
    if (r.width() < leastDrag && r.height() < leastDrag)
        return;
    setFollowing(false);
    const double x0 = plot->xAxis->pixelToCoord(r.left()), x1 = plot->xAxis->pixelToCoord(r.right());
    const double y0 = plot->yAxis->pixelToCoord(r.bottom()), y1 = plot->yAxis->pixelToCoord(r.top());
    if (r.width() >= flatDrag || r.height() < flatDrag)
        plot->xAxis->setRange(x0, x1);
    if (r.height() >= flatDrag)
        plot->yAxis->setRange(y0, y1);
    plot->replot(QCustomPlot::rpQueuedReplot);
}

QString CurvePlot::Impl::valueText(double value) const {
    switch (quantity) {
    case Quantity::accuracy:
        return percent(value / 100);
    case Quantity::throughput:
        return siNumber(value); // the heading has the unit
    case Quantity::loss:
        break;
    }
    return lossText(value);
}

QString CurvePlot::Impl::headingAt(double x) const {
    switch (options.x) {
    case XAxis::samples:
        return CurvePlot::tr("%1 samples").arg(siNumber(x));
    case XAxis::epoch:
        return CurvePlot::tr("epoch %1").arg(fixedNumber(x, 2));
    case XAxis::time:
        return CurvePlot::tr("after %1").arg(duration(std::max(0.0, x)));
    case XAxis::step:
        break;
    }
    return CurvePlot::tr("step %1").arg(wholeNumber(std::llround(std::max(0.0, x))));
}

void CurvePlot::Impl::updateCrosshair() {
    if (!std::isfinite(cursor) || !plot->xAxis->range().contains(cursor)) {
        crosshair->clear();
        return;
    }
    std::vector<Crosshair::Value> values;
    for (const auto& reading : lines.readingsAt(cursor)) {
        Crosshair::Value value;
        value.color = lines.colorOf(*reading.line);
        value.name = reading.line->run.name;
        value.text = valueText(reading.y);
        value.point = {plot->xAxis->coordToPixel(reading.x), plot->yAxis->coordToPixel(reading.y)};
        value.strong = reading.line->run.baseline;
        values.push_back(std::move(value));
    }
    QString heading = headingAt(cursor);
    if (quantity == Quantity::throughput)
        heading += QStringLiteral(" · ") + axisTitle(quantity);
    crosshair->showAt(plot->xAxis->coordToPixel(cursor), heading, std::move(values));
}

void CurvePlot::Impl::updateMessage() {
    if (!lines.empty()) {
        crosshair->setMessage({});
    } else if (runs.isEmpty()) {
        crosshair->setMessage(CurvePlot::tr("Tick runs in the table to see their curves."));
    } else if (lines.loading()) {
        crosshair->setMessage(CurvePlot::tr("Reading the curves…"));
    } else {
        crosshair->setMessage(quantity == Quantity::accuracy
                                  ? CurvePlot::tr("The first value comes at the end of an epoch.")
                                  : CurvePlot::tr("The curve starts with the first step."));
    }
}

CurvePlot::CurvePlot(CurveStore* store, Quantity quantity, QWidget* parent)
    : PlotPanel(parent), m_impl(std::make_unique<Impl>(this, store, quantity)) {
    m_impl->build();
}

CurvePlot::~CurvePlot() {
    // The plot tells about itself while it is taken apart; its listeners use m_impl.
    disconnect(m_impl->plot, nullptr, this, nullptr);
    m_impl->plot->removeEventFilter(this);
    delete m_impl->plot;
}

Quantity CurvePlot::quantity() const {
    return m_impl->quantity;
}

QString CurvePlot::title() const {
    return nameOf(m_impl->quantity);
}

void CurvePlot::setRuns(const QList<PlotRun>& runs) {
    if (runs == m_impl->runs)
        return;
    const auto ids = [](const QList<PlotRun>& list) {
        QList<RunId> result;
        for (const PlotRun& run : list)
            result.append(run.run);
        std::sort(result.begin(), result.end());
        return result;
    };
    if (ids(runs) != ids(m_impl->runs)) {
        m_impl->keepX.reset();
        m_impl->keepY.reset();
    }
    m_impl->runs = runs;
    m_impl->lines.setRuns(runs);
    markDirty();
}

void CurvePlot::setOptions(const PlotOptions& options) {
    if (options == m_impl->options)
        return;
    const PlotOptions before = m_impl->options;
    m_impl->options = options;
    const bool otherX = m_impl->lines.setOptions(options) || options.logX != before.logX;
    if (otherX)
        m_impl->keepX.reset();
    if (otherX || options.smoothing != before.smoothing)
        m_impl->keepY.reset();
    m_impl->setTickers();
    // A zoomed range of steps means nothing in seconds.
    if (otherX || options.logY != before.logY)
        m_impl->setFollowing(true);
    markDirty();
}

void CurvePlot::setHighlighted(RunId run) {
    m_impl->lines.setHighlighted(run);
    markDirty();
}

void CurvePlot::refresh() {
    m_dirty = false;
    m_impl->lines.pull();
    if (m_impl->following)
        m_impl->fit();
    m_impl->updateMessage();
    m_impl->plot->replot(QCustomPlot::rpRefreshHint);
}

bool CurvePlot::isFollowing() const {
    return m_impl->following;
}

void CurvePlot::follow() {
    m_impl->keepX.reset();
    m_impl->keepY.reset();
    m_impl->setFollowing(true);
    m_impl->fit();
    m_impl->plot->replot(QCustomPlot::rpQueuedReplot);
}

void CurvePlot::showRange(double x0, double x1, double y0, double y1) {
    m_impl->setFollowing(false);
    m_impl->plot->xAxis->setRange(x0, x1);
    m_impl->plot->yAxis->setRange(y0, y1);
    m_impl->plot->replot(QCustomPlot::rpQueuedReplot);
}

CurvePlot::Range CurvePlot::range() const {
    const QCPRange x = m_impl->plot->xAxis->range(), y = m_impl->plot->yAxis->range();
    return {x.lower, x.upper, y.lower, y.upper};
}

void CurvePlot::setCursor(double x) {
    m_impl->cursor = x;
    m_impl->updateCrosshair();
}

QStringList CurvePlot::valuesAt(double x) const {
    QStringList values;
    for (const auto& reading : m_impl->lines.readingsAt(x))
        values.append(QStringLiteral("%1: %2").arg(reading.line->run.name, m_impl->valueText(reading.y)));
    return values;
}

void CurvePlot::fillMenu(QMenu& menu) {
    QAction* follow = menu.addAction(tr("Follow"), this, &CurvePlot::follow);
    follow->setEnabled(!isFollowing());
}

void CurvePlot::changeEvent(QEvent* event) {
    PlotPanel::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        m_impl->retranslate();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::LanguageChange) {
        m_impl->restyle();
        m_impl->updateMessage();
        m_impl->plot->replot(QCustomPlot::rpQueuedReplot);
    }
}

bool CurvePlot::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_impl->plot) {
        if (event->type() == QEvent::Leave) {
            setCursor(not_measured);
            emit cursorMoved(not_measured);
        } else if (event->type() == QEvent::Resize) {
            m_impl->crosshair->setGeometry(m_impl->plot->rect());
            QMetaObject::invokeMethod(
                this,
                [this] { // once the new size is laid out
                    m_impl->setTickers();
                    m_impl->lines.feedVisible();
                    m_impl->plot->replot(QCustomPlot::rpQueuedReplot);
                },
                Qt::QueuedConnection);
        }
    }
    return PlotPanel::eventFilter(watched, event);
}

void CurvePlot::keyPressEvent(QKeyEvent* event) {
    QCPAxis* x = m_impl->plot->xAxis;
    const auto zoom = [&](double factor) {
        m_impl->setFollowing(false);
        x->scaleRange(factor, std::isfinite(m_impl->cursor) ? m_impl->cursor : x->range().center());
        m_impl->plot->replot(QCustomPlot::rpQueuedReplot);
    };
    const auto move = [&](int direction) {
        if (event->modifiers() & Qt::ShiftModifier) {
            m_impl->setFollowing(false);
            x->moveRange(direction * 0.1 * x->range().size());
            m_impl->plot->replot(QCustomPlot::rpQueuedReplot);
            return;
        }
        const double from = std::isfinite(m_impl->cursor) ? x->coordToPixel(m_impl->cursor)
                                                          : m_impl->plot->axisRect()->center().x();
        const QRect area = m_impl->plot->axisRect()->rect();
        const double to =
            x->pixelToCoord(std::clamp<double>(from + 8 * direction, area.left(), area.right()));
        setCursor(to);
        emit cursorMoved(to);
    };
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(0.8);
        break;
    case Qt::Key_Minus:
        zoom(1.25);
        break;
    case Qt::Key_Left:
        move(-1);
        break;
    case Qt::Key_Right:
        move(1);
        break;
    case Qt::Key_Home:
        follow();
        break;
    default:
        PlotPanel::keyPressEvent(event);
        return;
    }
    event->accept();
}

} // namespace laptime::ui
