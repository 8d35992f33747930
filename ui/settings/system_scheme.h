// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the desktop around us is light or dark, and when that changes. The freedesktop portal is asked in
// the background; until it answers, or where there is none, the palette the platform gave at the start
// decides.
#pragma once

#include <QDBusVariant>
#include <QObject>

namespace laptime::ui {

class SystemScheme : public QObject {
    Q_OBJECT

public:
    /// `paletteIsDark`: of the palette before any theme was applied.
    explicit SystemScheme(bool paletteIsDark, QObject* parent = nullptr);
    bool isDark() const { return m_dark; }

signals:
    void changed(bool dark);

private slots:
    void onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void take(unsigned preference);

    bool m_dark;
    bool m_fallback;
};

} // namespace laptime::ui
