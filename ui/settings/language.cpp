// SPDX-License-Identifier: GPL-3.0-or-later
// Translators live as long as the application, which owns them.
#include "ui/settings/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include "ui/settings/resources.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

bool installLanguage(QCoreApplication& application, const QString& name) {
    initResources();
    const QLocale locale = name.isEmpty() ? QLocale::system() : QLocale(name);
    QLocale::setDefault(locale);
    // English has a file too: the plural forms ("1 run", "2 runs").
    auto* ours = new QTranslator(&application);
    bool translated = ours->load(locale, u"laptime"_s, u"_"_s, u":/translations"_s);
    if (!translated && !ours->load(u":/translations/laptime_en.qm"_s)) {
        delete ours;
        return false;
    }
    translated = translated && locale.language() != QLocale::English;
    if (!translated) {
        application.installTranslator(ours);
        return false;
    }
    // Qt's first: what is installed last is asked first.
    auto* qt = new QTranslator(&application);
    if (qt->load(locale, u"qtbase"_s, u"_"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        application.installTranslator(qt);
    else
        delete qt;
    application.installTranslator(ours);
    return true;
}

} // namespace laptime::ui
