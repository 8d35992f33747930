// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above the plots: x axis, smoothing, log axes, share or seconds, and Follow.
#pragma once

#include <QWidget>

class QComboBox;
class QSlider;
class QLabel;
class QToolButton;

namespace laptime::ui {

class PlotGrid;

class PlotControls : public QWidget {
    Q_OBJECT
public:
    explicit PlotControls(PlotGrid* grid, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showOptions(); // the grid's, in the controls
    void apply();

    PlotGrid* m_grid;
    QComboBox* m_x;
    QSlider* m_smoothing;
    QLabel *m_xLabel, *m_smoothLabel, *m_smoothValue;
    QToolButton *m_logX, *m_logY, *m_seconds, *m_follow;
    bool m_showing = false;
};

} // namespace laptime::ui
