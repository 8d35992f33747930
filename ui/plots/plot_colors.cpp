// SPDX-License-Identifier: GPL-3.0-or-later
// Plot colours from a palette; see plot_colors.h.
#include "ui/plots/plot_colors.h"

#include <QCoreApplication>

#include <array>

namespace laptime::ui {
namespace {

struct Plots {
    Q_DECLARE_TR_FUNCTIONS(TimePlot)
};

/// `share` of `a`, the rest of `b`.
QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [&](double x, double y) { return static_cast<float>(share * x + (1 - share) * y); };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()),
                            part(a.blueF(), b.blueF()));
}

} // namespace

PlotColors PlotColors::from(const QPalette& palette) {
    const QColor ground = palette.color(QPalette::Active, QPalette::Base);
    const QColor text = palette.color(QPalette::Active, QPalette::Text);
    PlotColors colors;
    colors.background = ground;
    colors.text = text;
    colors.muted = mixed(text, ground, 0.66);
    colors.axis = mixed(text, ground, 0.34);
    colors.grid = mixed(text, ground, 0.10);
    colors.crosshair = mixed(text, ground, 0.5);
    colors.panel = mixed(text, ground, 0.04);
    colors.dark = ground.lightnessF() < text.lightnessF();
    return colors;
}

QColor timePartColor(TimePart part, bool dark) {
    // Hues of Okabe and Ito; neighbours in the bar also differ in lightness.
    static constexpr std::array<QRgb, timePartCount> onLight = {
        0xff8a939c, 0xffe0a030, 0xff2a78b5, 0xffb8568c, 0xff7fb8dd, 0xff1f8f6b, 0xffb9b256};
    static constexpr std::array<QRgb, timePartCount> onDark = {0xff6f7882, 0xffd9982b, 0xff3d8fd0, 0xffc9739f,
                                                               0xff9accee, 0xff2aa27c, 0xffcfc766};
    return QColor::fromRgb((dark ? onDark : onLight)[static_cast<std::size_t>(part)]);
}

QString timePartName(TimePart part) {
    switch (part) {
    case TimePart::startup:
        return Plots::tr("start-up");
    case TimePart::data:
        return Plots::tr("waiting for data");
    case TimePart::compute:
        return Plots::tr("compute");
    case TimePart::collective:
        return Plots::tr("collectives");
    case TimePart::host:
        return Plots::tr("host");
    case TimePart::evaluation:
        return Plots::tr("evaluation");
    case TimePart::checkpoint:
        return Plots::tr("checkpoints");
    }
    return {};
}

} // namespace laptime::ui
