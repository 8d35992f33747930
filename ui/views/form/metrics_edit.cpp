// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/form/metrics_edit.h"

#include <QAction>
#include <QMenu>

#include <algorithm>

namespace laptime::ui {

MetricsEdit::MetricsEdit(QWidget* parent) : QToolButton(parent) {
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMenu(new QMenu(this));
    rebuild();
}

void MetricsEdit::setMetrics(const std::vector<Metric>& metrics) {
    m_metrics = metrics;
    rebuild();
}

void MetricsEdit::setTarget(const std::optional<TargetType>& target) {
    m_target = target;
    rebuild();
}

void MetricsEdit::rebuild() {
    menu()->clear();
    QStringList names;
    for (const Metric metric : m_metrics)
        names += metricName(metric);
    setText(names.isEmpty() ? tr("nothing else") : names.join(QStringLiteral(", ")));
    for (const Metric metric : allMetrics()) {
        if (metric == Metric::val_accuracy || metric == Metric::val_loss)
            continue; // measured anyway
        const bool ticked = std::find(m_metrics.begin(), m_metrics.end(), metric) != m_metrics.end();
        if (!ticked && m_target && !can_measure(metric, *m_target))
            continue;
        QAction* action = menu()->addAction(metricName(metric));
        action->setCheckable(true);
        action->setChecked(ticked);
        // Queued: the menu is made anew, with the action that is being triggered.
        connect(
            action, &QAction::triggered, this,
            [this, metric](bool on) {
                std::erase(m_metrics, metric);
                if (on)
                    m_metrics.push_back(metric);
                rebuild();
                emit edited();
            },
            Qt::QueuedConnection);
    }
}

} // namespace laptime::ui
