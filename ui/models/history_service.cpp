// SPDX-License-Identifier: GPL-3.0-or-later
// Polling, changes and the way back to the screen's thread; see history_service.h.
#include "ui/models/history_service.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <chrono>
#include <mutex>

#include "ui/models/history_thread.h"
#include "ui/models/run_rows.h"

namespace laptime::ui {
namespace {

constexpr double pollSeconds = 0.3;
/// Reading a thousand rows costs a few milliseconds of a core that a run may need: it takes at most 1 % of
/// the time.
constexpr double pollShare = 0.01, longestPoll = 2.0;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

/// What the quick thread knows of the last poll. Only `mutex`'s part is shared with the screen's thread.
struct HistoryService::PollState {
    std::int64_t counter = -1;
    RunRows rows;
    QHash<QString, QString> settings;
    bool troubled = false;

    std::mutex mutex;
    QSet<QString> watched;
};

HistoryService::HistoryService(const QString& path, QObject* parent)
    : QObject(parent), m_path(path), m_rows(std::make_shared<const std::vector<RunRow>>()),
      m_poll(std::make_unique<PollState>()) {
    const std::string file = path.toStdString();
    HistoryThread::Hooks quick;
    quick.opened = [this](History& history) {
        toScreen([this, notice = QString::fromStdString(history.open_report().text())] {
            m_open = true;
            // Only now: two connections must not create or migrate one file at the same time.
            m_slow->start();
            emit opened(notice);
        });
    };
    quick.failed = [this](const std::string& message) {
        toScreen([this, text = QString::fromStdString(message)] { emit openFailed(text); });
    };
    quick.poll = [this](History& history) { return poll(history); };
    m_quick = std::make_unique<HistoryThread>(file, std::move(quick));

    HistoryThread::Hooks slow;
    slow.opened = [](History&) {};
    slow.failed = [this](const std::string& message) {
        toScreen([this, text = QString::fromStdString(message)] { emit trouble(text); });
    };
    m_slow = std::make_unique<HistoryThread>(file, std::move(slow));
}

HistoryService::~HistoryService() {
    // Joined before anything that their jobs use is taken apart.
    m_slow.reset();
    m_quick.reset();
}

void HistoryService::start() {
    m_quick->start();
}

const RunRow* HistoryService::row(RunId run) const {
    const auto found = m_index.constFind(run);
    return found == m_index.constEnd() ? nullptr : &(*m_rows)[static_cast<std::size_t>(*found)];
}

void HistoryService::refresh() {
    m_quick->pollSoon();
}

double HistoryService::poll(History& history) {
    const double began = now();
    try {
        QSet<QString> watched;
        {
            const std::lock_guard lock(m_poll->mutex);
            watched = m_poll->watched;
        }
        const std::int64_t counter = history.change_counter();
        const bool changed = counter != m_poll->counter;
        for (const QString& key : watched) {
            if (!changed && m_poll->settings.contains(key))
                continue;
            const QString value = QString::fromStdString(history.setting(key.toStdString()));
            if (m_poll->settings.contains(key) && m_poll->settings.value(key) == value)
                continue;
            m_poll->settings.insert(key, value);
            toScreen([this, key, value] {
                m_settings.insert(key, value);
                emit settingChanged(key, value);
            });
        }
        if (changed) {
            auto rows = std::make_shared<const std::vector<RunRow>>(history.runs());
            // Remembered only when everything was read, so that a failed poll is made again.
            m_poll->counter = counter;
            if (!m_poll->rows || !sameRows(*rows, *m_poll->rows)) {
                m_poll->rows = rows;
                toScreen([this, rows] { takeRows(rows); });
            }
        }
        if (m_poll->troubled)
            toScreen([this] { emit trouble({}); });
        m_poll->troubled = false;
    } catch (const std::exception& error) {
        if (!m_poll->troubled)
            toScreen([this, text = QString::fromStdString(error.what())] { emit trouble(text); });
        m_poll->troubled = true;
    }
    return std::clamp((now() - began) / pollShare, pollSeconds, longestPoll);
}

void HistoryService::takeRows(const RunRows& rows) {
    m_rows = rows;
    m_index.clear();
    for (std::size_t i = 0; i < rows->size(); ++i)
        m_index.insert((*rows)[i].id, static_cast<int>(i));
    emit rowsChanged(rows);
}

void HistoryService::change(const QString& what, std::function<void(History&)> job) {
    m_quick->post({std::move(job),
                   [this, what](const std::string& message) {
                       toScreen([this, what, text = QString::fromStdString(message)] {
                           emit changeFailed(what, text);
                       });
                   },
                   true});
    m_quick->pollSoon();
}

void HistoryService::rename(RunId run, const QString& name) {
    change(tr("rename the run"),
           [run, text = name.toStdString()](History& history) { history.rename(run, text); });
}

void HistoryService::setNote(RunId run, const QString& note) {
    change(tr("keep the note"),
           [run, text = note.toStdString()](History& history) { history.set_note(run, text); });
}

void HistoryService::setTags(RunId run, const QStringList& tags) {
    std::vector<std::string> words;
    for (const QString& tag : tags)
        words.push_back(tag.toStdString());
    change(tr("keep the tags"), [run, words](History& history) { history.set_tags(run, words); });
}

void HistoryService::remove(const std::vector<RunId>& runs) {
    change(tr("delete the runs"), [runs](History& history) { history.remove(runs); });
}

void HistoryService::setSetting(const QString& key, const QString& value) {
    change(tr("keep the setting"),
           [k = key.toStdString(), v = value.toStdString()](History& history) { history.set_setting(k, v); });
}

void HistoryService::watchSetting(const QString& key) {
    {
        const std::lock_guard lock(m_poll->mutex);
        m_poll->watched.insert(key);
    }
    m_quick->pollSoon();
}

void HistoryService::querySlow(std::function<void(History&)> job, QPointer<QObject> guard,
                               std::function<void(const QString&)> failed) {
    m_slow->post({std::move(job),
                  [this, guard, failed](const std::string& message) {
                      if (failed)
                          toScreen([guard, failed, text = QString::fromStdString(message)] {
                              if (guard)
                                  failed(text);
                          });
                  },
                  false});
}

void HistoryService::toScreen(std::function<void()> call) {
    QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

} // namespace laptime::ui
