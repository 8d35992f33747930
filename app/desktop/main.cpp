// SPDX-License-Identifier: GPL-3.0-or-later
// laptime-desktop: reads its options, makes the services and the window, and ends when the window has closed.
#include <QApplication>
#include <QTimer>

#include <clocale>
#include <cstdio>
#include <cstdlib>

#include "app/desktop/options.h"
#include "app/desktop/unix_signals.h"
#include "engine/core/log.h"
#include "ui/settings/language.h"
#include "ui/settings/system_scheme.h"
#include "ui/settings/theme.h"
#include "ui/views/main_window.h"
#include "ui/views/services.h"

using namespace Qt::StringLiterals;
using namespace laptime::ui;

namespace {

const char* const withoutDisplay =
    "Use the command line instead: laptime train FILE, then laptime compare.\n";

/// Qt aborts without a display; a program that can say what to do instead should.
bool hasDisplay() {
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ||
           !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

/// The same for a display that does not answer: Qt's platform plugin ends the program with a fatal message.
void onFatalMessage(QtMsgType type, const QMessageLogContext&, const QString& text) {
    std::fprintf(stderr, "laptime-desktop: %s\n", qUtf8Printable(text));
    if (type != QtFatalMsg)
        return;
    std::fputs(withoutDisplay, stderr);
    std::_Exit(2);
}

void takeScreenshot(MainWindow& window, const Options& options) {
    QTimer::singleShot(int(options.after * 1000), &window, [&window, file = options.screenshot] {
        if (!window.grab().save(file))
            std::fprintf(stderr, "laptime-desktop: cannot write %s\n", qUtf8Printable(file));
        window.closeNow();
    });
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments += QString::fromLocal8Bit(argv[i]);
    if (const auto status = readOptions(arguments, options))
        return *status;
    if (!hasDisplay()) {
        std::fprintf(
            stderr,
            "laptime-desktop: there is no display here (DISPLAY and WAYLAND_DISPLAY are not set).\n%s",
            withoutDisplay);
        return 2;
    }

    laptime::set_log_sink([](laptime::LogLevel level, std::string_view text) {
        if (level >= laptime::LogLevel::warning)
            std::fprintf(stderr, "laptime-desktop: %.*s\n", int(text.size()), text.data());
    });
    const QtMessageHandler usual = qInstallMessageHandler(onFatalMessage);
    QApplication application(argc, argv);
    qInstallMessageHandler(usual);
    // Numbers in files and between libraries keep their decimal point whatever the user's locale.
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setApplicationName(u"laptime"_s);
    QApplication::setApplicationDisplayName(u"Laptime"_s);
    QApplication::setApplicationVersion(QStringLiteral(LAPTIME_VERSION));
    QApplication::setDesktopFileName(u"org.laptime.laptime"_s);
    QApplication::setQuitOnLastWindowClosed(false); // closed() says when everything is kept

    auto store = options.settings.isEmpty()
                     ? Settings::userStore()
                     : std::make_unique<QSettings>(options.settings, QSettings::IniFormat);
    const QString language =
        options.language.isEmpty() ? store->value(u"window/language"_s).toString() : options.language;
    installLanguage(application, language);
    SystemScheme scheme(isDarkTheme(QApplication::palette()));
    Services services(std::move(store),
                      QString::fromStdString(laptime::History::default_path(options.history.toStdString())));
    if (options.theme)
        services.settings.overrideTheme(*options.theme);
    const ThemeChoice choice = services.settings.theme();
    applyTheme(application,
               choice == ThemeChoice::Dark || (choice == ThemeChoice::System && scheme.isDark()));

    MainWindow window(services, &scheme);
    UnixSignals endSignals;
    QObject::connect(&window, &MainWindow::closed, &application, &QApplication::quit);
    QObject::connect(&endSignals, &UnixSignals::endRequested, &window, [&window](int count) {
        if (count == 1)
            window.closeNow();
        else
            std::_Exit(130); // asked twice: at once; the history is made for that
    });
    window.show();
    QTimer::singleShot(0, &window, &MainWindow::start);
    if (!options.experiment.isEmpty())
        window.openExperiment(options.experiment);
    if (!options.screenshot.isEmpty())
        takeScreenshot(window, options);
    return QApplication::exec();
}
