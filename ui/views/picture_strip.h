// SPDX-License-Identifier: GPL-3.0-or-later
// Samples as small pictures in rows, each with a line or two below it.
#pragma once

#include <QImage>
#include <QWidget>

namespace laptime::ui {

class PictureStrip : public QWidget {
    Q_OBJECT

public:
    struct Item {
        QImage image;
        QString caption; ///< below the picture, cut off where it is too long
        QString second;  ///< a second line, muted
        QString tip;     ///< the whole story
    };
    /// `side`: of a picture, in pixels; small pictures grow to it without being smoothed.
    explicit PictureStrip(int side, QWidget* parent = nullptr);

    void setItems(const QList<Item>& items);
    const QList<Item>& items() const { return m_items; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    int columns(int width) const;
    int cellHeight() const;
    QRect cell(int item) const;

    int m_side;
    QList<Item> m_items;
};

} // namespace laptime::ui
