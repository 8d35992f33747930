// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above the plots; see plot_controls.h.
#include "ui/plots/plot_controls.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QToolButton>

#include <cmath>

#include "ui/models/numbers.h"
#include "ui/plots/plot_grid.h"

namespace laptime::ui {
namespace {

constexpr int sliderSteps = 100;

/// The slider moves the number of averaged steps, 1/(1−w), evenly on a log scale from 1 to 1000.
double smoothingAt(int position) {
    return position <= 0 ? 0 : 1 - std::pow(10.0, -3.0 * position / sliderSteps);
}

int positionOf(double smoothing) {
    return smoothing <= 0
               ? 0
               : static_cast<int>(std::lround(-std::log10(1 - std::min(smoothing, 0.999)) * sliderSteps / 3));
}

} // namespace

PlotControls::PlotControls(PlotGrid* grid, QWidget* parent)
    : QWidget(parent), m_grid(grid), m_x(new QComboBox), m_smoothing(new QSlider(Qt::Horizontal)),
      m_xLabel(new QLabel), m_smoothLabel(new QLabel), m_smoothValue(new QLabel), m_logX(new QToolButton),
      m_logY(new QToolButton), m_seconds(new QToolButton), m_follow(new QToolButton) {
    for (int i = 0; i < 4; ++i)
        m_x->addItem(QString());
    m_smoothing->setRange(0, sliderSteps);
    m_smoothing->setPageStep(10);
    m_smoothing->setFixedWidth(112);
    m_smoothValue->setMinimumWidth(m_smoothValue->fontMetrics().horizontalAdvance(QStringLiteral("0.999")) +
                                   4);
    m_smoothValue->setFont(tabularFont(m_smoothValue->font()));
    for (QToolButton* button : {m_logX, m_logY, m_seconds}) {
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::toggled, this, &PlotControls::apply);
    }
    m_follow->setAutoRaise(true);
    m_follow->setFocusPolicy(Qt::TabFocus);
    m_xLabel->setBuddy(m_x);
    m_smoothLabel->setBuddy(m_smoothing);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(8);
    layout->addWidget(m_xLabel);
    layout->addWidget(m_x);
    layout->addSpacing(8);
    layout->addWidget(m_smoothLabel);
    layout->addWidget(m_smoothing);
    layout->addWidget(m_smoothValue);
    layout->addSpacing(8);
    layout->addWidget(m_logX);
    layout->addWidget(m_logY);
    layout->addWidget(m_seconds);
    layout->addStretch();
    layout->addWidget(m_follow);

    connect(m_x, &QComboBox::currentIndexChanged, this, &PlotControls::apply);
    connect(m_smoothing, &QSlider::valueChanged, this, &PlotControls::apply);
    connect(m_follow, &QToolButton::clicked, grid, &PlotGrid::follow);
    connect(grid, &PlotGrid::optionsChanged, this, &PlotControls::showOptions);
    connect(grid, &PlotGrid::followingChanged, this,
            [this](bool following) { m_follow->setEnabled(!following); });
    m_follow->setEnabled(!grid->isFollowing());
    retranslate();
    showOptions();
}

void PlotControls::retranslate() {
    m_xLabel->setText(tr("&x:"));
    for (int i = 0; i < 4; ++i)
        m_x->setItemText(i, nameOf(static_cast<XAxis>(i)));
    m_smoothLabel->setText(tr("s&mooth"));
    m_smoothing->setToolTip(tr("Weight of the past in the moving average of the curves"));
    m_smoothing->setAccessibleName(tr("Smoothing"));
    m_logX->setText(tr("log x"));
    m_logX->setToolTip(tr("Logarithmic x axis"));
    m_logY->setText(tr("log loss"));
    m_logY->setToolTip(tr("Logarithmic axis for the loss"));
    m_seconds->setText(tr("seconds"));
    m_seconds->setToolTip(tr("Where the time goes in seconds instead of shares"));
    m_follow->setText(tr("Follow"));
    m_follow->setToolTip(tr("Show everything and keep up with the newest points"));
}

void PlotControls::showOptions() {
    const PlotOptions options = m_grid->options();
    m_showing = true;
    m_x->setCurrentIndex(static_cast<int>(options.x));
    // A value between two positions of the slider stays what it is until the slider is moved.
    if (std::abs(smoothingAt(m_smoothing->value()) - options.smoothing) > 1e-9)
        m_smoothing->setValue(positionOf(options.smoothing));
    m_logX->setChecked(options.logX);
    m_logY->setChecked(options.logY);
    m_seconds->setChecked(!options.timeAsShare);
    m_smoothValue->setText(
        options.smoothing > 0 ? fixedNumber(options.smoothing, options.smoothing < 0.95 ? 2 : 3) : tr("off"));
    m_showing = false;
}

void PlotControls::apply() {
    if (m_showing)
        return;
    PlotOptions options = m_grid->options();
    options.x = static_cast<XAxis>(m_x->currentIndex());
    if (m_smoothing->value() != positionOf(options.smoothing))
        options.smoothing = smoothingAt(m_smoothing->value());
    options.logX = m_logX->isChecked();
    options.logY = m_logY->isChecked();
    options.timeAsShare = !m_seconds->isChecked();
    m_grid->setOptions(options);
}

void PlotControls::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_showing = true; // renaming the entries is no choice
        retranslate();
        m_showing = false;
        showOptions();
    }
}

} // namespace laptime::ui
