// SPDX-License-Identifier: GPL-3.0-or-later
// Widths stay as they are whatever the texts say, so that nothing moves while a run goes on.
#include "ui/views/device_lane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <cmath>

#include "ui/models/numbers.h"
#include "ui/models/queue_models.h"
#include "ui/settings/icons.h"
#include "ui/settings/theme.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

LaneBar::LaneBar(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(3 * gridUnit);
    setFont(tabularFont(font()));
}

void LaneBar::setState(double progress, const QString& text, bool quiet) {
    if (text == m_text && quiet == m_quiet &&
        (progress == m_progress || (std::isnan(progress) && std::isnan(m_progress))))
        return;
    m_progress = progress;
    m_text = text;
    m_quiet = quiet;
    setAccessibleName(text);
    update();
}

QSize LaneBar::sizeHint() const {
    return {40 * gridUnit, 3 * gridUnit};
}

void LaneBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors& colors = colorsFor(palette());
    const QRectF groove = QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5);
    painter.setPen(QPen(colors.line, 1));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(groove, 4, 4);
    if (std::isfinite(m_progress) && m_progress > 0) {
        QRectF done = groove;
        done.setWidth(std::max(4.0, groove.width() * std::min(1.0, m_progress)));
        QColor fill = m_quiet ? colors.muted : colors.accent;
        fill.setAlpha(isDarkTheme(palette()) ? 130 : 70); // the text lies over it
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(done, 4, 4);
    }
    painter.setPen(m_quiet && !std::isfinite(m_progress) ? colors.muted
                                                         : palette().color(QPalette::WindowText));
    painter.drawText(groove.adjusted(gridUnit, 0, -gridUnit, 0), Qt::AlignVCenter | Qt::AlignLeft, m_text);
    if (std::isfinite(m_progress))
        painter.drawText(groove.adjusted(gridUnit, 0, -gridUnit, 0), Qt::AlignVCenter | Qt::AlignRight,
                         percent(std::min(1.0, m_progress), 0));
}

namespace {

QToolButton* makeButton(const QString& icon, const QString& tip) {
    auto* button = new QToolButton;
    button->setIcon(themedIcon(icon));
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

} // namespace

DeviceLane::DeviceLane(QWidget* parent)
    : QWidget(parent), m_device(new QLabel), m_name(new QToolButton), m_bar(new LaneBar),
      m_pause(makeButton(u"pause"_s, tr("Pause"))), m_stop(makeButton(u"stop"_s, tr("Stop"))) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gridUnit);
    m_device->setFont(scaledFont(0, true));
    m_device->setMinimumWidth(7 * gridUnit);
    m_name->setAutoRaise(true);
    m_name->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_name->setFixedWidth(22 * gridUnit);
    m_name->setToolTip(tr("Show this run in the table"));
    layout->addWidget(m_device);
    layout->addWidget(m_name);
    layout->addWidget(m_bar, 1);
    layout->addWidget(m_pause);
    layout->addWidget(m_stop);
    connect(m_name, &QToolButton::clicked, this, [this] { emit runChosen(m_run); });
    connect(m_pause, &QToolButton::clicked, this, [this] {
        if (m_paused)
            emit goOnAsked(m_run);
        else
            emit pauseAsked(m_run);
    });
    connect(m_stop, &QToolButton::clicked, this, [this] { emit stopAsked(m_run); });
}

void DeviceLane::show(const QModelIndex& lane) {
    m_run = lane.data(DeviceLanesModel::RunIdRole).toLongLong();
    const int status = lane.data(DeviceLanesModel::StatusRole).toInt();
    m_paused = status == int(RunStatus::paused);
    m_device->setText(lane.data(DeviceLanesModel::DeviceRole).toString());
    const QString name = lane.data(DeviceLanesModel::RunNameRole).toString();
    m_name->setText(m_name->fontMetrics().elidedText(name, Qt::ElideRight, m_name->width() - 2 * gridUnit));
    m_name->setEnabled(m_run != 0);
    m_bar->setState(lane.data(DeviceLanesModel::ProgressRole).toDouble(),
                    lane.data(DeviceLanesModel::TextRole).toString(), m_run == 0 || m_paused);
    m_pause->setIcon(themedIcon(m_paused ? u"play"_s : u"pause"_s));
    m_pause->setToolTip(m_paused ? tr("Go on") : tr("Pause"));
    m_pause->setAccessibleName(m_pause->toolTip());
    m_pause->setEnabled(m_run != 0);
    m_stop->setEnabled(m_run != 0);
}

} // namespace laptime::ui
