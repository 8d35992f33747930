// SPDX-License-Identifier: Apache-2.0
// What an error says: tests check the words that a user would read.
#pragma once

#include <QString>

namespace laptime::tests {

/// The message of the E that `action` throws; "(no error)" where it throws nothing. Other exceptions pass
/// through and fail the test.
template <typename E, typename Action>
QString message_of(Action&& action) {
    try {
        action();
    } catch (const E& error) {
        return QString::fromUtf8(error.what());
    }
    return QStringLiteral("(no error)");
}

} // namespace laptime::tests

/// Fails with both texts where `part` is not in `text`.
#define VERIFY_CONTAINS(text, part)                                                                          \
    do {                                                                                                     \
        const QString whole_ = (text);                                                                       \
        const QString part_ = (part);                                                                        \
        QVERIFY2(whole_.contains(part_), qPrintable("\"" + whole_ + "\" does not say \"" + part_ + "\""));   \
    } while (false)
