// SPDX-License-Identifier: GPL-3.0-or-later
// org.freedesktop.appearance color-scheme: 0 no preference, 1 dark, 2 light.
#include "ui/settings/system_scheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFileInfo>

namespace laptime::ui {

namespace {

const QString service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colorScheme = QStringLiteral("color-scheme");

/// Without a session bus, Qt would try to start one, which takes long and leaves a process behind.
bool hasSessionBus() {
    return !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
           QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

} // namespace

SystemScheme::SystemScheme(bool paletteIsDark, QObject* parent)
    : QObject(parent), m_dark(paletteIsDark), m_fallback(paletteIsDark) {
    if (!hasSessionBus())
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(service, path, interface, QStringLiteral("SettingChanged"), this,
                SLOT(onSettingChanged(QString, QString, QDBusVariant)));
    QDBusMessage read = QDBusMessage::createMethodCall(service, path, interface, QStringLiteral("Read"));
    read << appearance << colorScheme;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(read, 2000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        watcher->deleteLater();
        if (reply.isValid()) // a variant within a variant
            onSettingChanged(appearance, colorScheme, reply.value().variant().value<QDBusVariant>());
    });
}

void SystemScheme::onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group == appearance && key == colorScheme)
        take(value.variant().toUInt());
}

void SystemScheme::take(unsigned preference) {
    const bool dark = preference == 1 || (preference != 2 && m_fallback);
    if (dark == m_dark)
        return;
    m_dark = dark;
    emit changed(dark);
}

} // namespace laptime::ui
