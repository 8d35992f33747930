// SPDX-License-Identifier: GPL-3.0-or-later
// From a run's points to what a plot draws: x by step, samples, epoch or time; y as loss, accuracy or
// samples/s; smoothed by an exponential moving average; non-finite values as marks. Built up point by point,
// so a live curve costs only its new points.
#pragma once

#include <QString>
#include <QVector>

#include <cstddef>

#include "ui/models/curve_store.h"

namespace laptime::ui {

enum class XAxis { step, samples, epoch, time };
enum class Quantity { loss, accuracy, throughput };

/// "step", "samples", "epoch", "time" for a menu; with the unit for an axis.
QString nameOf(XAxis axis);
QString axisTitle(XAxis axis);
QString nameOf(Quantity quantity);
QString axisTitle(Quantity quantity);
/// A word for settings files that does not depend on the language.
QString keyOf(XAxis axis);
XAxis xAxisOf(const QString& key); ///< step for an unknown one

class CurveSeries {
public:
    /// `smoothing`: weight of the past in the moving average, 0 (none) … 0.999.
    CurveSeries(Quantity quantity, XAxis axis, double smoothing);

    enum class Update { none, appended, rebuilt };
    /// Takes in what is new since the last call.
    Update update(const RunCurve& curve);

    /// One entry a drawn point; ascending x. Only finite values.
    const QVector<double>& x() const { return m_x; }
    const QVector<double>& raw() const { return m_raw; }
    const QVector<double>& smooth() const { return m_smooth; }
    /// Where values became NaN or infinite, one mark a stretch: x, and the last finite y before it (NaN:
    /// none).
    const QVector<double>& markX() const { return m_markX; }
    const QVector<double>& markY() const { return m_markY; }
    /// Validation metric at the end of each epoch (loss and accuracy).
    const QVector<double>& epochX() const { return m_epochX; }
    const QVector<double>& epochY() const { return m_epochY; }

    /// y at x: of the smoothed curve, between its neighbours; NaN outside the curve.
    double valueAt(double x) const;
    /// The epoch metric at or before x; NaN before the first.
    double epochValueAt(double x) const;

private:
    void clear();
    void append(double x, double y);

    Quantity m_quantity;
    XAxis m_axis;
    double m_smoothing;
    int m_generation = -1;
    std::int64_t m_stepsPerEpoch = 0;
    std::size_t m_taken = 0, m_epochsTaken = 0;
    double m_average = 0, m_weight = 0;
    bool m_notFinite = false; // the last value was
    QVector<double> m_x, m_raw, m_smooth, m_markX, m_markY, m_epochX, m_epochY;
};

/// Where on the x axis a step or an epoch's end lies.
double xOf(const StepPoint& point, const RunCurve& curve, XAxis axis);
double xOf(const EpochPoint& point, const RunCurve& curve, XAxis axis);

/// Keeps at most four points a bucket (first, minimum, maximum, last) of `columns` equal buckets over x; what
/// is drawn `columns` pixels wide looks the same. Writes into outX, outY.
void thinToColumns(const QVector<double>& x, const QVector<double>& y, int columns, QVector<double>& outX,
                   QVector<double>& outY);

} // namespace laptime::ui
