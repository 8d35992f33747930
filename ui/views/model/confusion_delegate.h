// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of the confusion matrix as a heat map: right ones in the accent colour, wrong ones in the colour of
// errors, stronger with their share of the row.
#pragma once

#include <QStyledItemDelegate>

namespace laptime::ui {

/// Ground of a cell between the palette's base and the full colour; `share` 0…1.
QColor heatColor(const QPalette& palette, double share, bool right);

class ConfusionDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

    /// Cells without numbers, for matrices of many classes.
    void setPlain(bool plain) { m_plain = plain; }

private:
    bool m_plain = false;
};

} // namespace laptime::ui
