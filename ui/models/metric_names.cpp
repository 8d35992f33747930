// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/metric_names.h"

#include <QCoreApplication>

#include "engine/experiment/words.h"
#include "ui/models/numbers.h"

namespace laptime::ui {

namespace {

// lupdate knows the context by this name.
struct Metrics {
    Q_DECLARE_TR_FUNCTIONS(laptime::ui::Metrics)
};

} // namespace

QString metricName(Metric metric) {
    switch (metric) {
    case Metric::val_accuracy:
        return Metrics::tr("accuracy");
    case Metric::val_loss:
        return Metrics::tr("loss");
    case Metric::val_top5:
        return Metrics::tr("top-5 accuracy");
    case Metric::val_f1:
        return Metrics::tr("F1");
    case Metric::val_perplexity:
        return Metrics::tr("perplexity");
    case Metric::val_mse:
        return Metrics::tr("mean squared error");
    case Metric::val_mae:
        return Metrics::tr("mean absolute error");
    case Metric::val_r2:
        return Metrics::tr("R²");
    }
    return {};
}

QString targetName(Metric metric) {
    return metricName(metric) + QStringLiteral(" ") +
           (higher_is_better(metric) ? QStringLiteral("≥") : QStringLiteral("≤"));
}

QString metricText(Metric metric, double value) {
    return is_share(metric) ? percent(value) : lossText(value);
}

std::vector<Metric> allMetrics() {
    std::vector<Metric> all;
    for (const auto& [metric, word] : metric_words)
        all.push_back(metric);
    return all;
}

} // namespace laptime::ui
