// SPDX-License-Identifier: GPL-3.0-or-later
// The two tables behind run_colors.h. Hue follows Okabe and Ito; lightness is moved until each colour reaches
// a contrast of 3 : 1 (WCAG's bound for graphics) with the ground it is drawn on.
#include "ui/models/run_colors.h"

#include <array>

namespace laptime::ui {
namespace {

// Blue, vermilion, bluish green, reddish purple, orange, sky blue, yellow, black (light grey on dark).
constexpr std::array<QRgb, 8> onLight = {0xff0072b2, 0xffcf5400, 0xff00906a, 0xffb8568c,
                                         0xffb87a00, 0xff3893ca, 0xff8f8600, 0xff3a3f45};
constexpr std::array<QRgb, 8> onDark = {0xff3d98de, 0xffec7426, 0xff1fb88c, 0xffdb8dba,
                                        0xfff0ad1e, 0xff8fd0f5, 0xfff0e442, 0xffc4c9d0};

constexpr int count = static_cast<int>(onLight.size());

int place(int index) {
    return ((index % count) + count) % count;
}

} // namespace

int runColorCount() {
    return count;
}

QColor runColor(int index, bool dark) {
    const auto slot = static_cast<std::size_t>(place(index));
    const QColor color = QColor::fromRgb(dark ? onDark[slot] : onLight[slot]);
    // Further rounds move away from the ground, where the contrast only grows.
    const int round = index < 0 ? 0 : index / count % 3;
    if (round == 0)
        return color;
    const float share = round == 1 ? 0.35F : 0.6F, towards = dark ? share : 0.0F;
    return QColor::fromRgbF(color.redF() * (1 - share) + towards, color.greenF() * (1 - share) + towards,
                            color.blueF() * (1 - share) + towards);
}

Qt::PenStyle runPenStyle(int index) {
    switch (index < 0 ? 0 : index / count % 4) {
    case 1:
        return Qt::DashLine;
    case 2:
        return Qt::DotLine;
    case 3:
        return Qt::DashDotLine;
    default:
        return Qt::SolidLine;
    }
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
}

} // namespace laptime::ui
