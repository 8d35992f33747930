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
    if (locale.language() == QLocale::English)
        return false;
    auto* ours = new QTranslator(&application);
    if (!ours->load(locale, u"laptime"_s, u"_"_s, u":/translations"_s)) {
        delete ours;
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
