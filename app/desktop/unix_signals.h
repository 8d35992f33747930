// SPDX-License-Identifier: GPL-3.0-or-later
// SIGINT and SIGTERM as Qt signals: a handler may only write to a pipe, everything else happens in the event
// loop.
#pragma once

#include <QObject>

namespace laptime::ui {

class UnixSignals : public QObject {
    Q_OBJECT

public:
    explicit UnixSignals(QObject* parent = nullptr);

signals:
    /// `count`: how many have come so far.
    void endRequested(int count);
};

} // namespace laptime::ui
