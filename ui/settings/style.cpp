// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of the flat style; everything not named here is Fusion's.
#include "ui/settings/style.h"

#include <QAbstractScrollArea>
#include <QDockWidget>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>

#include <algorithm>

#include "ui/settings/theme.h"

namespace laptime::ui {

namespace {

constexpr double radius = 4;
const char* const primaryProperty = "laptimePrimary";

QColor mixed(const QColor& a, const QColor& b, double share) {
    return QColor::fromRgbF(float(a.redF() + (b.redF() - a.redF()) * share),
                            float(a.greenF() + (b.greenF() - a.greenF()) * share),
                            float(a.blueF() + (b.blueF() - a.blueF()) * share));
}

void drawPanel(QPainter* painter, const QRect& rect, const QColor& fill, const QColor& border) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill);
    painter->setPen(QPen(border, 1));
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
}

QColor fieldBorder(const QStyleOption* option) {
    const ThemeColors& colors = colorsFor(option->palette);
    if ((option->state & QStyle::State_HasFocus) && (option->state & QStyle::State_Enabled))
        return colors.accent;
    // A field's edge needs more contrast than a hairline between areas.
    return mixed(colors.line, option->palette.color(QPalette::WindowText), 0.15);
}

void drawButton(const QStyleOption* option, QPainter* painter, const QWidget* widget) {
    const ThemeColors& colors = colorsFor(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool down = option->state & (QStyle::State_Sunken | QStyle::State_On);
    const bool over = option->state & QStyle::State_MouseOver;
    QColor fill = option->palette.color(QPalette::Button);
    QColor border = fieldBorder(option);
    if (widget && widget->property(primaryProperty).toBool() && enabled) {
        fill = colors.accent;
        border =
            (option->state & QStyle::State_HasFocus) ? option->palette.color(QPalette::WindowText) : fill;
    } else if (!enabled) {
        fill = option->palette.color(QPalette::Window);
    }
    const QColor ink = isDarkTheme(option->palette) ? QColor(Qt::white) : QColor(Qt::black);
    if (enabled && (down || over))
        fill = mixed(fill, ink, down ? 0.14 : 0.06);
    drawPanel(painter, option->rect, fill, border);
}

void drawArrow(QPainter* painter, const QRect& rect, bool up, const QColor& color) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF c = QRectF(rect).center();
    const double s = up ? -1 : 1;
    painter->drawPolyline(
        QPolygonF{c + QPointF(-3, -1.5 * s), c + QPointF(0, 1.5 * s), c + QPointF(3, -1.5 * s)});
    painter->restore();
}

/// Radio buttons and check boxes: Fusion's outlines vanish on a dark ground.
void drawIndicator(const QStyleOption* option, QPainter* painter, bool round) {
    const ThemeColors& colors = colorsFor(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool on = option->state & (QStyle::State_On | QStyle::State_NoChange);
    QColor border = mixed(colors.line, option->palette.color(QPalette::WindowText), 0.4);
    QColor fill = option->palette.color(enabled ? QPalette::Base : QPalette::Window);
    if (on)
        fill = border = enabled ? colors.accent : border;
    else if (enabled && (option->state & (QStyle::State_MouseOver | QStyle::State_HasFocus)))
        border = colors.accent;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QRectF box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    const double side = std::min({box.width(), box.height(), 14.0});
    box = QRectF(box.center() - QPointF(side / 2, side / 2), QSizeF(side, side));
    painter->setPen(QPen(border, 1));
    painter->setBrush(fill);
    round ? painter->drawEllipse(box) : painter->drawRoundedRect(box, 3, 3);
    if (on && round) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colors.onAccent);
        painter->drawEllipse(box.center(), side * 0.2, side * 0.2);
    } else if (on) {
        painter->setPen(QPen(colors.onAccent, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPolyline(QPolygonF{box.topLeft() + QPointF(side * 0.24, side * 0.52),
                                        box.topLeft() + QPointF(side * 0.43, side * 0.71),
                                        box.topLeft() + QPointF(side * 0.77, side * 0.3)});
    }
    painter->restore();
}

void drawSpinBox(const QStyle* style, const QStyleOptionSpinBox* option, QPainter* painter,
                 const QWidget* widget) {
    drawPanel(painter, option->rect, option->palette.color(QPalette::Base), fieldBorder(option));
    if (option->buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    for (auto part : {QStyle::SC_SpinBoxUp, QStyle::SC_SpinBoxDown}) {
        const bool up = part == QStyle::SC_SpinBoxUp;
        const bool possible = (option->state & QStyle::State_Enabled) &&
                              (option->stepEnabled &
                               (up ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled));
        const bool active = option->activeSubControls == part && (option->state & QStyle::State_MouseOver);
        QColor color =
            option->palette.color(possible ? QPalette::Normal : QPalette::Disabled, QPalette::Text);
        if (possible && !active)
            color = colorsFor(option->palette).muted;
        drawArrow(painter, style->subControlRect(QStyle::CC_SpinBox, option, part, widget), up, color);
    }
}

void drawScrollBar(const QStyle* style, const QStyleOptionSlider* option, QPainter* painter,
                   const QWidget* widget) {
    // On the ground of what it scrolls.
    const auto* area = qobject_cast<const QAbstractScrollArea*>(
        widget && widget->parentWidget() ? widget->parentWidget()->parentWidget() : nullptr);
    painter->fillRect(option->rect,
                      option->palette.color(area ? area->viewport()->backgroundRole() : QPalette::Base));
    if (option->maximum <= option->minimum)
        return;
    QRectF handle = style->subControlRect(QStyle::CC_ScrollBar, option, QStyle::SC_ScrollBarSlider, widget);
    handle =
        option->orientation == Qt::Horizontal ? handle.adjusted(2, 3, -2, -3) : handle.adjusted(3, 2, -3, -2);
    const bool active = option->state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(mixed(option->palette.color(QPalette::Base), option->palette.color(QPalette::Text),
                            active ? 0.5 : 0.28));
    painter->drawRoundedRect(handle, 3, 3);
    painter->restore();
}

void drawDockTitle(const QStyleOptionDockWidget* option, QPainter* painter) {
    const QRect rect = option->rect;
    painter->save();
    painter->fillRect(rect, option->palette.color(QPalette::Window));
    painter->setFont(scaledFont(0, true));
    painter->setPen(option->palette.color(QPalette::WindowText));
    const QRect text = rect.adjusted(gridUnit, 0, -3 * gridUnit * 2, 0);
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(option->title, Qt::ElideRight, text.width()));
    painter->restore();
}

void drawTab(const QStyleOptionTab* option, QPainter* painter) {
    const bool selected = option->state & QStyle::State_Selected;
    const ThemeColors& colors = colorsFor(option->palette);
    if (!selected && (option->state & QStyle::State_MouseOver))
        painter->fillRect(option->rect, mixed(option->palette.color(QPalette::Window),
                                              option->palette.color(QPalette::WindowText), 0.05));
    if (!selected)
        return;
    QRect bar = option->rect;
    if (option->shape == QTabBar::RoundedNorth || option->shape == QTabBar::TriangularNorth)
        bar.setTop(bar.bottom() - 1);
    else
        bar.setBottom(bar.top() + 1);
    painter->fillRect(bar, colors.accent);
}

} // namespace

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    const ThemeColors& colors = colorsFor(option->palette);
    switch (element) {
    case PE_PanelButtonCommand:
        drawButton(option, painter, widget);
        return;
    case PE_PanelLineEdit:
        // A line edit inside a spin box or combo box is framed by that.
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame && frame->lineWidth > 0)
            drawPanel(painter, option->rect, option->palette.color(QPalette::Base), fieldBorder(option));
        else
            painter->fillRect(option->rect, option->palette.color(QPalette::Base));
        return;
    case PE_PanelButtonTool:
        if (option->state & (State_On | State_Sunken | State_MouseOver)) {
            const bool held = option->state & (State_On | State_Sunken);
            const QColor ground =
                mixed(option->palette.color(QPalette::Window),
                      held ? colors.accent : option->palette.color(QPalette::WindowText), held ? 0.22 : 0.07);
            drawPanel(painter, option->rect, ground, ground);
        }
        return;
    case PE_IndicatorRadioButton:
    case PE_IndicatorCheckBox:
        drawIndicator(option, painter, element == PE_IndicatorRadioButton);
        return;
    case PE_PanelScrollAreaCorner:
        painter->fillRect(option->rect, option->palette.color(QPalette::Base));
        return;
    case PE_FrameLineEdit:
        return;
    case PE_Frame:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame && frame->lineWidth > 0) {
            painter->save();
            painter->setPen(colors.line);
            painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
            painter->restore();
        }
        return;
    case PE_FrameDockWidget:
    case PE_FrameTabBarBase:
    case PE_FrameStatusBarItem:
        return;
    case PE_IndicatorDockWidgetResizeHandle:
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    const ThemeColors& colors = colorsFor(option->palette);
    switch (element) {
    case CE_DockWidgetTitle:
        if (const auto* title = qstyleoption_cast<const QStyleOptionDockWidget*>(option)) {
            drawDockTitle(title, painter);
            return;
        }
        break;
    case CE_TabBarTabShape:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            drawTab(tab, painter);
            return;
        }
        break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        painter->save();
        painter->setPen(colors.line);
        painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
        painter->restore();
        return;
    case CE_ToolBar:
        painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        return;
    case CE_Splitter:
        painter->fillRect(option->rect, colors.line);
        return;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        spin && control == CC_SpinBox)
        drawSpinBox(this, spin, painter, widget);
    else if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
             bar && control == CC_ScrollBar)
        drawScrollBar(this, bar, painter, widget);
    else
        QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                            const QWidget* widget) const {
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    // No arrow buttons: the groove is the whole bar, and the handle moves within it.
    const bool horizontal = bar->orientation == Qt::Horizontal;
    const int length = horizontal ? bar->rect.width() : bar->rect.height();
    const int thickness = horizontal ? bar->rect.height() : bar->rect.width();
    const qint64 range = qint64(bar->maximum) - bar->minimum;
    int handle = length;
    if (range > 0)
        handle = std::clamp(int(qint64(length) * bar->pageStep / (range + bar->pageStep)),
                            std::min(length, 3 * gridUnit), length);
    const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition,
                                              length - handle, bar->upsideDown);
    QRect rect;
    switch (part) {
    case SC_ScrollBarGroove:
        rect = QRect(0, 0, length, thickness);
        break;
    case SC_ScrollBarSlider:
        rect = QRect(start, 0, handle, thickness);
        break;
    case SC_ScrollBarSubPage:
        rect = QRect(0, 0, start, thickness);
        break;
    case SC_ScrollBarAddPage:
        rect = QRect(start + handle, 0, length - start - handle, thickness);
        break;
    default:
        return QRect();
    }
    if (!horizontal)
        rect = QRect(rect.y(), rect.x(), rect.height(), rect.width());
    return visualRect(bar->direction, bar->rect, rect.translated(bar->rect.topLeft()));
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_ScrollBarExtent:
        return 12;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
        return gridUnit;
    case PM_DockWidgetSeparatorExtent:
        return 5;
    case PM_DockWidgetTitleMargin:
        return 6;
    case PM_ToolBarItemMargin:
        return 2;
    case PM_ToolBarFrameWidth:
        return 2;
    case PM_ToolBarIconSize:
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
        return 16;
    case PM_HeaderMargin:
        return gridUnit;
    case PM_FocusFrameHMargin: // the room beside a cell's text, less one
        return gridUnit - 1;
    case PM_TabBarTabShiftVertical:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* result) const {
    switch (hint) {
    case SH_UnderlineShortcut:
        return 1; // mnemonics are how the form is reached without a mouse: always shown
    case SH_ScrollBar_Transient:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, result);
    }
}

void makePrimary(QPushButton* button) {
    button->setProperty(primaryProperty, true);
    QPalette palette = button->palette();
    palette.setColor(QPalette::Active, QPalette::ButtonText, lightColors().onAccent);
    palette.setColor(QPalette::Inactive, QPalette::ButtonText, lightColors().onAccent);
    button->setPalette(palette);
    button->setFont(scaledFont(0, true));
}

} // namespace laptime::ui
