// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the settings file, each in one place.
#include "ui/settings/settings.h"

#include <QDir>

#include <algorithm>

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

const char* const themeWords[] = {"system", "light", "dark"};

ThemeChoice themeOf(const QString& word) {
    for (int i = 0; i < 3; ++i)
        if (word == QLatin1String(themeWords[i]))
            return static_cast<ThemeChoice>(i);
    return ThemeChoice::System;
}

} // namespace

Settings::Settings(std::unique_ptr<QSettings> store, QObject* parent)
    : QObject(parent), m_store(std::move(store)) {}

Settings::~Settings() = default;

std::unique_ptr<QSettings> Settings::userStore() {
    return std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("laptime"),
                                       QStringLiteral("laptime"));
}

ThemeChoice Settings::theme() const {
    return m_override ? *m_override : themeOf(m_store->value(u"window/theme"_s).toString());
}

void Settings::setTheme(ThemeChoice choice) {
    if (choice == theme())
        return;
    m_override.reset();
    m_store->setValue(u"window/theme"_s, QLatin1String(themeWords[static_cast<int>(choice)]));
    emit themeChanged(choice);
}

QString Settings::language() const {
    return m_store->value(u"window/language"_s).toString();
}

void Settings::setLanguage(const QString& name) {
    m_store->setValue(u"window/language"_s, name);
}

CurvePreferences Settings::curves() const {
    // A settings file is edited by hand now and then: what is out of range falls back, it never reaches a
    // widget.
    CurvePreferences kept;
    kept.xAxis = m_store->value(u"curves/x"_s, kept.xAxis).toString();
    kept.smoothing = std::clamp(m_store->value(u"curves/smoothing"_s, kept.smoothing).toDouble(), 0.0, 0.999);
    kept.logX = m_store->value(u"curves/log_x"_s, kept.logX).toBool();
    kept.logY = m_store->value(u"curves/log_y"_s, kept.logY).toBool();
    kept.timeAsShare = m_store->value(u"curves/time_as_share"_s, kept.timeAsShare).toBool();
    return kept;
}

void Settings::setCurves(const CurvePreferences& preferences) {
    m_store->setValue(u"curves/x"_s, preferences.xAxis);
    m_store->setValue(u"curves/smoothing"_s, preferences.smoothing);
    m_store->setValue(u"curves/log_x"_s, preferences.logX);
    m_store->setValue(u"curves/log_y"_s, preferences.logY);
    m_store->setValue(u"curves/time_as_share"_s, preferences.timeAsShare);
}

QByteArray Settings::windowGeometry() const {
    return m_store->value(u"window/geometry"_s).toByteArray();
}

QByteArray Settings::windowLayout() const {
    return m_store->value(u"window/layout"_s).toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& layout) {
    m_store->setValue(u"window/geometry"_s, geometry);
    m_store->setValue(u"window/layout"_s, layout);
}

QByteArray Settings::runsHeader() const {
    return m_store->value(u"runs/header"_s).toByteArray();
}

void Settings::setRunsHeader(const QByteArray& state) {
    m_store->setValue(u"runs/header"_s, state);
}

QString Settings::experiment() const {
    return m_store->value(u"form/experiment"_s).toString();
}

void Settings::setExperiment(const QString& toml) {
    m_store->setValue(u"form/experiment"_s, toml);
}

QString Settings::folder() const {
    return m_store->value(u"window/folder"_s, QDir::homePath()).toString();
}

void Settings::setFolder(const QString& path) {
    m_store->setValue(u"window/folder"_s, path);
}

} // namespace laptime::ui
