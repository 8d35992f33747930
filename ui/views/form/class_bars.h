// SPDX-License-Identifier: GPL-3.0-or-later
// How often each class occurs, as bars.
#pragma once

#include <QStringList>
#include <QWidget>

namespace laptime::ui {

/// "6,000 of each class", "12 (truck) to 5,000 (cat) of a class".
QString classesText(const QStringList& classes, const QList<qint64>& counts);

class ClassBars : public QWidget {
    Q_OBJECT

public:
    explicit ClassBars(QWidget* parent = nullptr);
    void setCounts(const QStringList& classes, const QList<qint64>& counts);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF place(qsizetype label) const;

    QStringList m_classes;
    QList<qint64> m_counts;
    qint64 m_most = 0, m_all = 0;
};

} // namespace laptime::ui
