// SPDX-License-Identifier: GPL-3.0-or-later
// The screen's only way to the history. Two background threads with a connection each: a quick one (polls for
// changes, delivers the rows, renames, tags, deletes) and a slow one (curves, comparisons, reports), so that
// a long read never delays a rename. Results and errors arrive as signals or callbacks on the screen's
// thread, which never touches SQLite.
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include "engine/history/history.h"

namespace laptime::ui {

class HistoryThread;
using RunRows = std::shared_ptr<const std::vector<RunRow>>; ///< newest first; never null in signals

class HistoryService : public QObject {
    Q_OBJECT
public:
    explicit HistoryService(const QString& path, QObject* parent = nullptr);
    ~HistoryService() override; ///< finishes queued changes, drops queued reads

    /// Opens the history in the background, then opened() or openFailed(); polls from then on.
    void start();
    QString path() const { return m_path; }
    bool isOpen() const { return m_open; }
    /// The rows as last delivered (empty before).
    RunRows rows() const { return m_rows; }
    /// Null when there is no such row.
    const RunRow* row(RunId run) const;
    /// A change is coming (another part of this program wrote): look at once instead of at the next poll.
    void refresh();

    // Changes: carried out in order on the quick thread; changeFailed() when one cannot be.
    void rename(RunId run, const QString& name);
    void setNote(RunId run, const QString& note);
    void setTags(RunId run, const QStringList& tags);
    void remove(const std::vector<RunId>& runs);
    void setSetting(const QString& key, const QString& value);
    /// Any other change. `what`: for the error message, as "rename the run".
    void change(const QString& what, std::function<void(History&)> job);

    /// From now on settingChanged(key, …) tells the value: once when it is first read, then whenever it
    /// changes.
    void watchSetting(const QString& key);
    /// The value as last delivered.
    QString setting(const QString& key) const { return m_settings.value(key); }

    /// Runs `read` on the slow thread and gives its result to `done` on the screen's thread, or the error's
    /// text to `failed`. Neither is called when `context` is gone by then.
    template <class Read, class Done>
    void query(QObject* context, Read read, Done done, std::function<void(const QString&)> failed = {}) {
        using Result = std::invoke_result_t<Read, History&>;
        QPointer<QObject> guard(context);
        querySlow(
            [this, guard, read = std::move(read), done = std::move(done)](History& history) mutable {
                auto result = std::make_shared<Result>(read(history));
                toScreen([guard, done, result]() mutable {
                    if (guard)
                        done(std::move(*result));
                });
            },
            guard, std::move(failed));
    }

signals:
    /// `notice`: OpenReport::text(), empty when there is nothing to tell.
    void opened(const QString& notice);
    void openFailed(const QString& message);
    void rowsChanged(const laptime::ui::RunRows& rows);
    void settingChanged(const QString& key, const QString& value);
    void changeFailed(const QString& what, const QString& message);
    /// Reading stopped working (disk gone, locked for long) and, with an empty text, works again.
    void trouble(const QString& message);

private:
    struct PollState;
    double poll(History& history); // on the quick thread; seconds until the next
    void takeRows(const RunRows& rows);
    void querySlow(std::function<void(History&)> job, QPointer<QObject> guard,
                   std::function<void(const QString&)> failed);
    void toScreen(std::function<void()> call);

    QString m_path;
    bool m_open = false;
    RunRows m_rows;
    QHash<RunId, int> m_index;
    QHash<QString, QString> m_settings;
    std::unique_ptr<PollState> m_poll;
    std::unique_ptr<HistoryThread> m_quick, m_slow;
};

} // namespace laptime::ui
