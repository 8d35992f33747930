// SPDX-License-Identifier: GPL-3.0-or-later
// Any number of metrics, ticked in a menu.
#pragma once

#include <QToolButton>

#include <optional>
#include <vector>

#include "engine/experiment/judgement.h"
#include "ui/models/metric_names.h"

namespace laptime::ui {

class MetricsEdit : public QToolButton {
    Q_OBJECT

public:
    explicit MetricsEdit(QWidget* parent = nullptr);
    void setMetrics(const std::vector<Metric>& metrics);
    /// In the order in which they were given, then ticked.
    std::vector<Metric> metrics() const { return m_metrics; }
    /// Offers only what can be measured of it, and what is ticked already.
    void setTarget(const std::optional<TargetType>& target);

signals:
    void edited();

private:
    void rebuild();

    std::vector<Metric> m_metrics;
    std::optional<TargetType> m_target;
};

} // namespace laptime::ui
