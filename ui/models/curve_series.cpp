// SPDX-License-Identifier: GPL-3.0-or-later
// Building a drawn series from a run's points; see curve_series.h.
#include "ui/models/curve_series.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace laptime::ui {
namespace {

struct Series {
    Q_DECLARE_TR_FUNCTIONS(CurveSeries)
};

constexpr std::array<const char*, 4> axisKeys = {"step", "samples", "epoch", "time"};

double throughput(const StepPoint& point, const StepPoint* before, std::int64_t globalBatch) {
    if (!(point.step_ms > 0))
        return not_measured;
    // Neighbouring steps tell the true size of a short last batch; across a gap only the nominal one is
    // known.
    std::int64_t samples = globalBatch;
    if (before && before->step + 1 == point.step)
        samples = point.samples - before->samples;
    return static_cast<double>(samples) / point.step_ms * 1000;
}

} // namespace

QString nameOf(XAxis axis) {
    switch (axis) {
    case XAxis::samples:
        return Series::tr("samples");
    case XAxis::epoch:
        return Series::tr("epoch");
    case XAxis::time:
        return Series::tr("time");
    case XAxis::step:
        break;
    }
    return Series::tr("step");
}

QString axisTitle(XAxis axis) {
    return axis == XAxis::time ? Series::tr("time (s)") : nameOf(axis);
}

QString nameOf(Quantity quantity) {
    switch (quantity) {
    case Quantity::accuracy:
        return Series::tr("Accuracy");
    case Quantity::throughput:
        return Series::tr("Throughput");
    case Quantity::loss:
        break;
    }
    return Series::tr("Loss");
}

QString axisTitle(Quantity quantity) {
    switch (quantity) {
    case Quantity::accuracy:
        return Series::tr("accuracy (%)");
    case Quantity::throughput:
        return Series::tr("samples/s");
    case Quantity::loss:
        break;
    }
    return Series::tr("loss");
}

QString keyOf(XAxis axis) {
    return QLatin1String(axisKeys[static_cast<std::size_t>(axis)]);
}

XAxis xAxisOf(const QString& key) {
    for (std::size_t i = 0; i < axisKeys.size(); ++i)
        if (key == QLatin1String(axisKeys[i]))
            return static_cast<XAxis>(i);
    return XAxis::step;
}

double xOf(const StepPoint& point, const RunCurve& curve, XAxis axis) {
    switch (axis) {
    case XAxis::samples:
        return static_cast<double>(point.samples);
    case XAxis::time:
        return point.wall_s;
    case XAxis::epoch: {
        std::int64_t perEpoch = curve.stepsPerEpoch;
        // Not told: a finished first epoch shows it.
        if (perEpoch <= 0 && !curve.epochs.empty() && curve.epochs.front().epoch == 1)
            perEpoch = curve.epochs.front().step;
        if (perEpoch > 0)
            return static_cast<double>(point.step) / static_cast<double>(perEpoch);
        return static_cast<double>(point.epoch);
    }
    case XAxis::step:
        break;
    }
    return static_cast<double>(point.step);
}

double xOf(const EpochPoint& point, const RunCurve&, XAxis axis) {
    switch (axis) {
    case XAxis::samples:
        return static_cast<double>(point.samples);
    case XAxis::time:
        return point.wall_s;
    case XAxis::epoch:
        return static_cast<double>(point.epoch);
    case XAxis::step:
        break;
    }
    return static_cast<double>(point.step);
}

CurveSeries::CurveSeries(Quantity quantity, XAxis axis, double smoothing)
    : m_quantity(quantity), m_axis(axis), m_smoothing(std::clamp(smoothing, 0.0, 0.999)) {}

void CurveSeries::clear() {
    m_taken = m_epochsTaken = 0;
    m_average = m_weight = 0;
    m_notFinite = false;
    for (QVector<double>* values : {&m_x, &m_raw, &m_smooth, &m_markX, &m_markY, &m_epochX, &m_epochY})
        values->clear();
}

void CurveSeries::append(double x, double y) {
    if (!std::isfinite(y)) {
        // One mark where it went wrong: a run of them would only hide the curve.
        if (!m_notFinite) {
            m_markX.append(x);
            m_markY.append(m_smooth.isEmpty() ? not_measured : m_smooth.back());
        }
        m_notFinite = true;
        return;
    }
    m_notFinite = false;
    m_x.append(x);
    m_raw.append(y);
    // Divided by the sum of the weights so far, so that the start is not pulled towards 0 (as in Adam's
    // correction).
    m_average = m_smoothing * m_average + (1 - m_smoothing) * y;
    m_weight = m_smoothing * m_weight + (1 - m_smoothing);
    m_smooth.append(m_average / m_weight);
}

CurveSeries::Update CurveSeries::update(const RunCurve& curve) {
    bool rebuilt = false;
    const bool epochLengthCameLate = m_axis == XAxis::epoch && m_stepsPerEpoch != curve.stepsPerEpoch;
    if (curve.generation != m_generation || epochLengthCameLate || curve.points.size() < m_taken ||
        curve.epochs.size() < m_epochsTaken) {
        rebuilt = m_taken > 0 || m_epochsTaken > 0;
        clear();
        m_generation = curve.generation;
        m_stepsPerEpoch = curve.stepsPerEpoch;
    }
    const bool nothing = m_taken == curve.points.size() && m_epochsTaken == curve.epochs.size();
    if (m_quantity != Quantity::accuracy) {
        for (std::size_t i = m_taken; i < curve.points.size(); ++i) {
            const StepPoint& point = curve.points[i];
            if (m_quantity == Quantity::loss) {
                append(xOf(point, curve, m_axis), point.loss);
            } else {
                const double rate =
                    throughput(point, i > 0 ? &curve.points[i - 1] : nullptr, curve.globalBatch);
                // A step without a time is no mark on the curve; the first step compiles and would squash the
                // axis.
                if (std::isfinite(rate) && point.step > 1)
                    append(xOf(point, curve, m_axis), rate);
            }
        }
    }
    for (std::size_t i = m_epochsTaken; i < curve.epochs.size(); ++i) {
        const EpochPoint& epoch = curve.epochs[i];
        const double x = xOf(epoch, curve, m_axis);
        if (m_quantity == Quantity::accuracy) {
            if (std::isfinite(epoch.accuracy))
                append(x, epoch.accuracy * 100);
            if (std::isfinite(epoch.val_accuracy)) {
                m_epochX.append(x);
                m_epochY.append(epoch.val_accuracy * 100);
            }
        } else if (m_quantity == Quantity::loss && std::isfinite(epoch.val_loss)) {
            m_epochX.append(x);
            m_epochY.append(epoch.val_loss);
        }
    }
    m_taken = curve.points.size();
    m_epochsTaken = curve.epochs.size();
    return rebuilt ? Update::rebuilt : nothing ? Update::none : Update::appended;
}

double CurveSeries::valueAt(double x) const {
    if (m_x.isEmpty() || !(x >= m_x.front() && x <= m_x.back()))
        return not_measured;
    const auto right = std::lower_bound(m_x.begin(), m_x.end(), x);
    const auto index = right - m_x.begin();
    if (index == 0 || *right == x)
        return m_smooth[index];
    const double share = (x - m_x[index - 1]) / (m_x[index] - m_x[index - 1]);
    return m_smooth[index - 1] + share * (m_smooth[index] - m_smooth[index - 1]);
}

double CurveSeries::epochValueAt(double x) const {
    const auto after = std::upper_bound(m_epochX.begin(), m_epochX.end(), x);
    if (after == m_epochX.begin())
        return not_measured;
    return m_epochY[after - m_epochX.begin() - 1];
}

void thinToColumns(const QVector<double>& x, const QVector<double>& y, int columns, QVector<double>& outX,
                   QVector<double>& outY) {
    outX.clear();
    outY.clear();
    const qsizetype count = std::min(x.size(), y.size());
    if (columns < 1 || count <= 4 * static_cast<qsizetype>(columns)) {
        outX = x.first(count);
        outY = y.first(count);
        return;
    }
    outX.reserve(4 * columns);
    outY.reserve(4 * columns);
    const double start = x.front(), width = (x[count - 1] - start) / columns;
    const auto bucketOf = [&](qsizetype i) {
        return width > 0 ? std::min(columns - 1, static_cast<int>((x[i] - start) / width)) : 0;
    };
    for (qsizetype begin = 0; begin < count;) {
        const int bucket = bucketOf(begin);
        qsizetype end = begin, lowest = begin, highest = begin;
        for (; end < count && bucketOf(end) == bucket; ++end) {
            if (y[end] < y[lowest])
                lowest = end;
            if (y[end] > y[highest])
                highest = end;
        }
        std::array<qsizetype, 4> kept = {begin, lowest, highest, end - 1};
        std::sort(kept.begin(), kept.end());
        for (std::size_t k = 0; k < kept.size(); ++k) {
            if (k > 0 && kept[k] == kept[k - 1])
                continue;
            outX.append(x[kept[k]]);
            outY.append(y[kept[k]]);
        }
        begin = end;
    }
}

} // namespace laptime::ui
