// SPDX-License-Identifier: GPL-3.0-or-later
// The line under the pointer and the values of all runs there. A transparent widget above the plot, so that
// moving the pointer repaints a line and a box, not the curves.
#pragma once

#include <QColor>
#include <QPointF>
#include <QString>
#include <QWidget>

#include <vector>

#include "ui/plots/plot_colors.h"

namespace laptime::ui {

class Crosshair : public QWidget {
    Q_OBJECT
public:
    struct Value {
        QColor color;
        QString name, text;
        QPointF point; ///< on the curve, in this widget's pixels; outside the plot's area: not drawn
        bool strong = false;
    };

    explicit Crosshair(QWidget* plot);

    void setColors(const PlotColors& colors);
    /// The plot's inner area in this widget's pixels.
    void setArea(const QRect& area);
    /// `x`: pixels. `values`: already in the order in which they are listed.
    void showAt(double x, const QString& heading, std::vector<Value> values);
    void clear();
    /// A sentence in the middle of an empty plot.
    void setMessage(const QString& message);
    QString message() const { return m_message; }
    bool isShown() const { return m_shown; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintBox(QPainter& painter);

    PlotColors m_colors;
    QRect m_area;
    QString m_heading, m_message;
    std::vector<Value> m_values;
    double m_x = 0;
    bool m_shown = false;
};

} // namespace laptime::ui
