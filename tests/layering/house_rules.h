// SPDX-License-Identifier: Apache-2.0
// The rules of the house that a compiler does not see: which room may include which, where Qt and the
// third-party headers may appear, the licence line, and no paths of one machine. Pure functions of a file's
// path and text, so that the test can also be shown planted violations.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace laptime::house {

/// A folder of the source tree and the rooms that it may include, beside itself and what those may include in
/// turn.
struct Room {
    QString folder;
    QStringList may_include;
};

/// Every folder that holds C++ code must be, or lie in, one of these (the longest match counts).
inline const std::vector<Room>& rooms() {
    static const std::vector<Room> table = {
        {"engine/core", {}},
        {"engine/toml", {"engine/core"}},
        {"engine/graph", {"engine/core"}},
        {"engine/passes", {"engine/graph"}},
        {"engine/backends", {"engine/graph", "engine/backends/reference", "engine/backends/cpu"}},
        {"engine/backends/reference", {"engine/graph", "engine/passes", "engine/backends/device.h"}},
        {"engine/backends/cpu", {"engine/graph", "engine/passes", "engine/backends/device.h"}},
        {"engine/model", {"engine/graph", "engine/toml"}},
        {"engine/data", {"engine/core"}},
        {"engine/experiment", {"engine/core", "engine/model", "engine/data"}},
        {"engine/train", {"engine/experiment", "engine/passes", "engine/backends"}},
        {"engine/export", {"engine/train"}},
        {"engine/history", {"engine/core", "engine/experiment"}},
        {"engine/schedule", {"engine/train", "engine/history"}},
        {"engine/compare", {"engine/history"}},
        {"engine/report", {"engine/compare"}},
        {"ui/settings", {"engine"}},
        {"ui/models", {"engine"}},
        {"ui/plots", {"ui/models", "ui/settings"}},
        {"ui/commands", {"ui/models", "ui/settings"}},
        {"ui/views", {"ui/plots", "ui/commands"}},
        {"app/cli", {"engine"}},
        {"app/desktop", {"ui", "engine"}},
    };
    return table;
}

/// Headers of libraries that stay behind one room, and that room.
inline const std::vector<std::pair<QString, QString>>& confined_headers() {
    static const std::vector<std::pair<QString, QString>> table = {
        {"qcustomplot.h", "ui/plots"},
        {"sqlite3.h", "engine/history"},
        {"oneapi/dnnl/", "engine/backends/cpu"},
        {"cblas.h", "engine/backends/cpu"},
        {"toml++/", "engine/toml"},
        {"CLI/", "app/cli"},
        {"jpeglib.h", "engine/data"},
        {"png.h", "engine/data"},
    };
    return table;
}

struct Violation {
    QString path;
    int line = 0;
    QString what;
    QString text() const { return QString("%1:%2: %3").arg(path).arg(line).arg(what); }
};

inline bool lies_in(const QString& path, const QString& folder) {
    return path == folder || path.startsWith(folder + '/');
}

/// The room that a file of this path belongs to.
inline std::optional<Room> room_of(const QString& path) {
    std::optional<Room> best;
    for (const Room& room : rooms())
        if (lies_in(path, room.folder) && (!best || room.folder.size() > best->folder.size()))
            best = room;
    return best;
}

/// May a file of `room` include `header`? Follows the table downwards.
inline bool may_include(const Room& room, const QString& header, QStringList seen = {}) {
    const std::optional<Room> owner = room_of(header);
    if (!owner || owner->folder == room.folder)
        return owner.has_value();
    seen << room.folder;
    for (const QString& allowed : room.may_include) {
        if (allowed == header)
            return true;
        for (const Room& below : rooms()) { // "engine" stands for every room in it
            if (!lies_in(below.folder, allowed) || seen.contains(below.folder))
                continue;
            if (below.folder == owner->folder || may_include(below, header, seen))
                return true;
        }
    }
    return false;
}

inline bool is_qt_header(const QString& header) {
    static const QRegularExpression qt("^(Q[A-Za-z]+(/.*)?|q[a-z_]+\\.h|.*\\.moc|moc_.*|ui_.*)$");
    return header != "qcustomplot.h" && qt.match(header).hasMatch();
}

/// Includes that run upwards or sideways, Qt below the screen, and library headers outside their room.
inline std::vector<Violation> check_includes(const QString& path, const QString& text) {
    static const QRegularExpression include(R"(^\s*#\s*include\s*(["<])([^">]+)[">])");
    std::vector<Violation> found;
    const bool tests = lies_in(path, "tests");
    const std::optional<Room> room = room_of(path);
    if (!tests && !room)
        return {{path, 1, "lies in no room of the table in tests/layering/house_rules.h"}};
    const bool without_qt = lies_in(path, "engine") || lies_in(path, "app/cli");
    const QStringList lines = text.split('\n');
    for (int i = 0; i < lines.size(); ++i) {
        const auto match = include.match(lines[i]);
        if (!match.hasMatch())
            continue;
        const QString header = match.captured(2);
        const bool ours = lies_in(header, "engine") || lies_in(header, "ui") || lies_in(header, "app");
        if (tests) // a test may look into every room
            continue;
        if (ours && !may_include(*room, header))
            found.push_back({path, i + 1, QString("%1 may not include %2").arg(room->folder, header)});
        if (!ours && match.captured(1) == "\"" && !header.endsWith(".moc"))
            found.push_back({path, i + 1, QString("\"%1\" is not written from the root").arg(header)});
        if (without_qt && is_qt_header(header))
            found.push_back({path, i + 1, QString("Qt header %1 in a room without Qt").arg(header)});
        for (const auto& [start, home] : confined_headers())
            if (header.startsWith(start) && !lies_in(path, home))
                found.push_back({path, i + 1, QString("%1 belongs in %2 only").arg(header, home)});
    }
    return found;
}

/// The licence that a file must carry; empty where either will do.
inline QString license_of(const QString& path) {
    static const QRegularExpression screen("^(ui/|app/desktop/|tests/(ui|desktop)[^/]*/)");
    if (screen.match(path).hasMatch())
        return "GPL-3.0-or-later";
    return path.startsWith("resources/") || path.startsWith("packaging/") ? QString() : QString("Apache-2.0");
}

/// Kinds of files that can and must carry a licence line.
inline bool wants_license(const QString& path, const QString& text) {
    static const QRegularExpression kinds(
        R"((\.(cpp|h|cmake|py|sh|toml|qss|desktop)|(^|/)CMakeLists\.txt)$)");
    return text.startsWith("#!") || kinds.match(path).hasMatch();
}

inline std::vector<Violation> check_license(const QString& path, const QString& text) {
    if (!wants_license(path, text))
        return {};
    static const QRegularExpression line(R"(SPDX-License-Identifier:\s*(\S+))");
    const auto match = line.match(text.section('\n', 0, 2));
    if (!match.hasMatch())
        return {{path, 1, "no SPDX licence line in the first three lines"}};
    const QString must = license_of(path), is = match.captured(1);
    if (must.isEmpty() ? is != "Apache-2.0" && is != "GPL-3.0-or-later" : is != must)
        return {{path, 1, QString("licence %1, not %2").arg(is, must.isEmpty() ? "one of LICENSES/" : must)}};
    return {};
}

/// Absolute paths that exist on the machine of whoever wrote them, and nowhere else; an example's user is
/// called me.
inline std::vector<Violation> check_paths(const QString& path, const QString& text) {
    static const QRegularExpression machine(
        R"((^|[^\w./~}$-])/(home/(?!(me|you|user)\b)\w[\w.-]*/|(root|work|Users)/\w))");
    std::vector<Violation> found;
    const QStringList lines = text.split('\n');
    for (int i = 0; i < lines.size(); ++i)
        if (const auto match = machine.match(lines[i]); match.hasMatch())
            found.push_back(
                {path, i + 1, QString("a path of one machine: %1").arg(lines[i].trimmed().left(80))});
    return found;
}

} // namespace laptime::house
