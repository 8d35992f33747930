// SPDX-License-Identifier: GPL-3.0-or-later
// QCommandLineParser::process would exit by itself and open a box; parse() leaves that to us.
#include "app/desktop/options.h"

#include <QCommandLineParser>
#include <QFileInfo>

#include <cstdio>

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

int wrong(const QString& text) {
    std::fprintf(stderr, "laptime-desktop: %s\n", qUtf8Printable(text));
    return 2;
}

} // namespace

std::optional<int> readOptions(const QStringList& arguments, Options& options) {
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Trains neural networks, shows runs live, and compares them."_s);
    const QCommandLineOption help({u"h"_s, u"help"_s}, u"Shows this text."_s);
    const QCommandLineOption version({u"v"_s, u"version"_s}, u"Shows the version."_s);
    const QCommandLineOption history(u"history"_s, u"The history file to work on."_s, u"FILE"_s);
    const QCommandLineOption experiment(u"experiment"_s, u"Fills the form from an experiment file."_s,
                                        u"FILE"_s);
    const QCommandLineOption theme(u"theme"_s, u"system, light or dark; for this start only."_s, u"THEME"_s);
    const QCommandLineOption language(u"language"_s, u"en or zh_CN; else the system's."_s, u"NAME"_s);
    QCommandLineOption settings(u"settings"_s, u"A settings file other than the user's."_s, u"FILE"_s);
    QCommandLineOption screenshot(u"screenshot"_s, u"Writes a picture of the window and ends."_s, u"FILE"_s);
    QCommandLineOption after(u"after"_s, u"Seconds before the screenshot."_s, u"SECONDS"_s, u"2"_s);
    for (QCommandLineOption* hidden : {&settings, &screenshot, &after})
        hidden->setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOptions({help, version, history, experiment, theme, language, settings, screenshot, after});
    parser.addPositionalArgument(u"experiment"_s, u"An experiment file, as with --experiment."_s,
                                 u"[FILE]"_s);

    if (!parser.parse(QStringList{u"laptime-desktop"_s} + arguments))
        return wrong(parser.errorText());
    if (parser.isSet(help)) {
        QString text = parser.helpText(); // without an application Qt does not know the program's name
        text.replace(u"<executable_name>"_s, u"laptime-desktop"_s);
        std::fputs(qUtf8Printable(text), stdout);
        return 0;
    }
    if (parser.isSet(version)) {
        std::fputs("laptime-desktop " LAPTIME_VERSION "\n", stdout);
        return 0;
    }
    options.history = parser.value(history);
    options.language = parser.value(language);
    options.settings = parser.value(settings);
    options.screenshot = parser.value(screenshot);
    options.experiment = parser.value(experiment);
    const QStringList files = parser.positionalArguments();
    if (files.size() > 1 || (!files.isEmpty() && parser.isSet(experiment)))
        return wrong(u"give one experiment file"_s);
    if (!files.isEmpty())
        options.experiment = files.front();
    if (!options.experiment.isEmpty() && !QFileInfo::exists(options.experiment))
        return wrong(u"there is no file %1"_s.arg(options.experiment));
    if (parser.isSet(theme)) {
        const qsizetype index = QStringList{u"system"_s, u"light"_s, u"dark"_s}.indexOf(parser.value(theme));
        if (index < 0)
            return wrong(u"--theme is one of system, light, dark, not %1"_s.arg(parser.value(theme)));
        options.theme = static_cast<ThemeChoice>(index);
    }
    bool readable = false;
    options.after = parser.value(after).toDouble(&readable);
    if (!readable || options.after < 0)
        return wrong(u"--after takes seconds, not %1"_s.arg(parser.value(after)));
    return std::nullopt;
}

} // namespace laptime::ui
