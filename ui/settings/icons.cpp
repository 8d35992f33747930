// SPDX-License-Identifier: GPL-3.0-or-later
// An icon engine that renders an SVG file's shape in the palette's colour.
#include "ui/settings/icons.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "ui/settings/resources.h"

namespace laptime::ui {

namespace {

class TintedIconEngine : public QIconEngine {
public:
    explicit TintedIconEngine(QString file) : m_file(std::move(file)) {}

    QIconEngine* clone() const override { return new TintedIconEngine(m_file); }
    QString key() const override { return QStringLiteral("laptime-tinted"); }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const double ratio = painter->device()->devicePixelRatioF();
        QPixmap pixels = render(rect.size() * ratio, mode, state);
        pixels.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect, pixels);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return render(size, mode, state);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
        return render(size, mode, state);
    }

private:
    QPixmap render(const QSize& size, QIcon::Mode mode, QIcon::State) const {
        const QPalette palette = QApplication::palette();
        const QColor color = mode == QIcon::Disabled ? palette.color(QPalette::Disabled, QPalette::ButtonText)
                             : mode == QIcon::Selected ? palette.color(QPalette::HighlightedText)
                                                       : palette.color(QPalette::ButtonText);
        const QString key =
            QStringLiteral("%1/%2x%3/%4").arg(m_file).arg(size.width()).arg(size.height()).arg(color.rgba());
        QPixmap pixels;
        if (QPixmapCache::find(key, &pixels))
            return pixels;
        pixels = QPixmap(size);
        pixels.fill(Qt::transparent);
        QPainter painter(&pixels);
        QSvgRenderer(m_file).render(&painter);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixels.rect(), color);
        painter.end();
        QPixmapCache::insert(key, pixels);
        return pixels;
    }

    QString m_file;
};

} // namespace

QIcon themedIcon(const QString& name) {
    initResources();
    const QString file = QStringLiteral(":/icons/%1.svg").arg(name);
    return QFile::exists(file) ? QIcon(new TintedIconEngine(file)) : QIcon();
}

QIcon applicationIcon() {
    initResources();
    QSvgRenderer drawing(QStringLiteral(":/icons/laptime.svg"));
    QIcon icon;
    for (int side : {16, 24, 32, 48, 64, 128}) {
        QPixmap pixels(side, side);
        pixels.fill(Qt::transparent);
        QPainter painter(&pixels);
        drawing.render(&painter);
        painter.end();
        icon.addPixmap(pixels);
    }
    return icon;
}

} // namespace laptime::ui
