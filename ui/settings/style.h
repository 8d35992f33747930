// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion, drawn flat: buttons, fields, headers, dock titles, tabs and scroll bars as plain shapes with
// hairlines. A style rather than a style sheet, because a sheet would switch off the native drawing of all
// that it touches.
#pragma once

#include <QProxyStyle>

class QPushButton;

namespace laptime::ui {

class Style : public QProxyStyle {
    Q_OBJECT

public:
    Style();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* result) const override;
};

/// Marks the one button of an area that does what the area is for; it is drawn in the accent colour.
void makePrimary(QPushButton* button);

} // namespace laptime::ui
