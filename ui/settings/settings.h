// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers between two starts, with a type for each value. The store is passed in, so that
// tests use a file of their own and two windows never share hidden state.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QString>

#include <memory>
#include <optional>

namespace laptime::ui {

enum class ThemeChoice { System, Light, Dark };

/// How the curves are shown.
struct CurvePreferences {
    QString xAxis = QStringLiteral("step"); ///< step, samples, epoch or time
    double smoothing = 0.6;                 ///< weight of the past in the moving average, 0 … 0.999
    bool logX = false, logY = false;
    bool timeAsShare = true; ///< where the time goes: per cent of the whole, else seconds
    bool operator==(const CurvePreferences&) const = default;
};

class Settings : public QObject {
    Q_OBJECT

public:
    /// Takes the store; it decides where and in which format the values are kept.
    explicit Settings(std::unique_ptr<QSettings> store, QObject* parent = nullptr);
    ~Settings() override;

    /// The user's store: ~/.config/laptime/laptime.ini on Linux.
    static std::unique_ptr<QSettings> userStore();

    ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);
    /// For this start only; a later setTheme() is kept as usual.
    void overrideTheme(ThemeChoice choice) { m_override = choice; }

    /// A locale name as "zh_CN"; empty: the system's.
    QString language() const;
    void setLanguage(const QString& name);

    CurvePreferences curves() const;
    void setCurves(const CurvePreferences& preferences);

    QByteArray windowGeometry() const;
    QByteArray windowLayout() const;
    void setWindow(const QByteArray& geometry, const QByteArray& layout);

    QByteArray runsHeader() const;
    void setRunsHeader(const QByteArray& state);

    /// The experiment last shown in the form, as its file's text; empty at the first start.
    QString experiment() const;
    void setExperiment(const QString& toml);

    /// Where the last file was loaded from or saved to.
    QString folder() const;
    void setFolder(const QString& path);

signals:
    void themeChanged(laptime::ui::ThemeChoice choice);

private:
    std::unique_ptr<QSettings> m_store;
    std::optional<ThemeChoice> m_override;
};

} // namespace laptime::ui
