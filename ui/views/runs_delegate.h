// SPDX-License-Identifier: GPL-3.0-or-later
// How cells of the runs table are painted: the run's colour as a dot that is filled while its curves are
// drawn (a click or the space bar changes that), a hairline of progress under the state, a verdict's colour
// for the speed-up.
#pragma once

#include <QStyledItemDelegate>

namespace laptime::ui {

class RunsDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace laptime::ui
