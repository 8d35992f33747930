// SPDX-License-Identifier: GPL-3.0-or-later
// The column is taken from the source model's numbering, which proxies and moved sections keep.
#include "ui/views/runs_delegate.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/models/numbers.h"
#include "ui/models/run_colors.h"
#include "ui/models/runs_model.h"
#include "ui/settings/icons.h"
#include "ui/settings/theme.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int dotRoom = 3 * gridUnit; ///< from the cell's left edge to its text
constexpr double dotRadius = 4.5;

QColor selectionGround(const QPalette& palette) {
    const QColor base = palette.color(QPalette::Base), accent = colorsFor(palette).accent;
    const double share = isDarkTheme(palette) ? 0.34 : 0.14;
    const auto mix = [share](int from, int to) { return int(from + (to - from) * share); };
    return {mix(base.red(), accent.red()), mix(base.green(), accent.green()),
            mix(base.blue(), accent.blue())};
}

void drawDot(QPainter* painter, const QRect& cell, const QColor& color, bool filled) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, 1.6));
    painter->setBrush(filled ? QBrush(color) : Qt::NoBrush);
    painter->drawEllipse(QPointF(cell.left() + gridUnit + dotRadius, cell.center().y() + 0.5), dotRadius,
                         dotRadius);
    painter->restore();
}

} // namespace

void RunsDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const ThemeColors& colors = colorsFor(option->palette);
    // The row is the unit of selection; a dotted frame around one cell says nothing.
    option->state &= ~QStyle::State_HasFocus;
    // Selected rows keep the colours of their texts and dots, on a tint of the accent.
    const auto ink = [option](const QColor& color) {
        option->palette.setColor(QPalette::Text, color);
        option->palette.setColor(QPalette::HighlightedText, color);
    };
    option->palette.setColor(QPalette::Highlight, selectionGround(option->palette));
    ink(option->palette.color(QPalette::Text));
    switch (index.column()) {
    case RunsModel::Name:
        option->features &= ~(QStyleOptionViewItem::HasCheckIndicator | QStyleOptionViewItem::HasDecoration);
        option->icon = QIcon();
        break;
    case RunsModel::State:
        switch (static_cast<RunStatus>(index.data(RunsModel::StatusRole).toInt())) {
        case RunStatus::failed:
        case RunStatus::diverged:
            ink(colors.bad);
            break;
        case RunStatus::interrupted:
        case RunStatus::stopped:
        case RunStatus::paused:
            ink(colors.warning);
            break;
        case RunStatus::running:
            ink(colors.good);
            break;
        default:
            ink(colors.muted);
        }
        break;
    case RunsModel::SpeedUp:
        option->font = tabularFont(option->font);
        if (index.data(RunsModel::BaselineRole).toBool())
            ink(colors.muted);
        else
            switch (index.data(RunsModel::VerdictRole).toInt()) {
            case int(Verdict::faster):
                ink(colors.good);
                break;
            case int(Verdict::slower):
                ink(colors.bad);
                break;
            default:
                break;
            }
        break;
    case RunsModel::Precision:
    case RunsModel::Devices:
    case RunsModel::When:
        ink(colors.muted);
        [[fallthrough]];
    default:
        option->font = tabularFont(option->font);
    }
}

void RunsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    if (index.column() != RunsModel::Name) {
        QStyledItemDelegate::paint(painter, option, index);
        const double progress = index.data(RunsModel::ProgressRole).toDouble();
        if (index.column() == RunsModel::State && std::isfinite(progress)) {
            QRect bar = option.rect.adjusted(gridUnit / 2, 0, -gridUnit / 2, 0);
            bar.setTop(bar.bottom() - 2);
            bar.setHeight(2);
            painter->fillRect(bar, colorsFor(option.palette).line);
            bar.setWidth(int(std::lround(bar.width() * std::clamp(progress, 0.0, 1.0))));
            painter->fillRect(bar, colorsFor(option.palette).accent);
        }
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    // The ground first, over the whole cell; then the dot and the text beside it.
    const QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
    const QColor color = runColor(index.data(RunsModel::ColorRole).toInt(), isDarkTheme(option.palette));
    drawDot(painter, option.rect, color, index.data(Qt::CheckStateRole).toInt() == Qt::Checked);
    QRect text = option.rect.adjusted(dotRoom, 0, -gridUnit / 2, 0);
    if (index.data(RunsModel::BaselineRole).toBool()) {
        const QRect pin(text.right() - 13, text.center().y() - 6, 14, 14);
        themedIcon(u"pin"_s).paint(painter, pin);
        text.setRight(pin.left() - gridUnit / 2);
    }
    painter->save();
    painter->setFont(cell.font);
    painter->setPen(cell.palette.color(QPalette::Text));
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                      QFontMetrics(cell.font).elidedText(cell.text, Qt::ElideMiddle, text.width()));
    painter->restore();
}

bool RunsDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
    if (index.column() != RunsModel::Name)
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    bool toggle = false;
    if (event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::MouseButtonDblClick) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        toggle = mouse->button() == Qt::LeftButton && mouse->position().x() < option.rect.left() + dotRoom;
    }
    if (!toggle)
        return false;
    if (event->type() != QEvent::MouseButtonDblClick) {
        const bool shown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        model->setData(index, shown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }
    return true;
}

QSize RunsDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.column() == RunsModel::Name)
        size.rwidth() += dotRoom;
    return size;
}

} // namespace laptime::ui
