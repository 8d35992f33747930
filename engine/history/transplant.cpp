// SPDX-License-Identifier: Apache-2.0
// A fresh first page for a history that lost its own (see transplant.h). Offsets are those of SQLite's file
// format (sqlite.org/fileformat2.html).
#include "engine/history/transplant.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <vector>

#include "engine/history/schema.h"
#include "engine/history/sqlite.h"

namespace laptime::history {

namespace {

constexpr std::size_t page_size = 4096; // SQLite's default, which no history changes

/// Page numbers of the roots of all tables and indexes. They are the first pages of the file and never move,
/// because a file with auto_vacuum keeps its roots in front.
std::vector<std::int64_t> roots_of(sqlite::Database& db) {
    std::vector<std::int64_t> roots;
    auto rows = db.select("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0");
    while (rows.step())
        roots.push_back(rows.integer(0));
    return roots;
}

void put(std::vector<char>& page, std::size_t at, std::uint64_t value) {
    for (std::size_t i = 0; i < 4; ++i)
        page[at + i] = static_cast<char>(value >> (8 * (3 - i)));
}

} // namespace

bool has_our_pages(const std::string& path) {
    sqlite::Database fresh(":memory:", sqlite::Database::Mode::create, 0);
    migrate(fresh, ":memory:");
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    std::ifstream in(path, std::ios::binary);
    for (const std::int64_t root : roots_of(fresh)) {
        const auto at = static_cast<std::uintmax_t>(root - 1) * page_size;
        std::array<unsigned char, 8> head{};
        if (error || at + page_size > size || !in.seekg(static_cast<std::streamoff>(at)) ||
            !in.read(reinterpret_cast<char*>(head.data()), head.size()))
            return false;
        const bool is_tree = head[0] == 2 || head[0] == 5 || head[0] == 10 || head[0] == 13;
        const unsigned cells = head[3] * 256u + head[4], content = head[5] * 256u + head[6];
        if (!is_tree || cells > page_size / 4 || content > page_size ||
            (content != 0 && content < 8 + 2 * cells))
            return false;
    }
    return true;
}

void transplant_first_page(const std::string& path, const std::string& copy) {
    namespace fs = std::filesystem;
    const std::string fresh = copy + ".fresh";
    fs::remove(fresh);
    {
        sqlite::Database db(fresh, sqlite::Database::Mode::create, 0);
        migrate(db, fresh);
    }
    std::vector<char> page(page_size);
    std::ifstream(fresh, std::ios::binary).read(page.data(), static_cast<std::streamsize>(page.size()));
    fs::remove(fresh);

    fs::copy_file(path, copy, fs::copy_options::overwrite_existing);
    const auto pages = fs::file_size(copy) / page_size;
    put(page, 28, pages); // size of the database…
    put(page, 92, 1);     // …which is believed where these two agree
    put(page, 24, 1);
    put(page, 32, 0); // no list of free pages
    put(page, 36, 0);
    std::fstream out(copy, std::ios::binary | std::ios::in | std::ios::out);
    out.write(page.data(), static_cast<std::streamsize>(page.size()));
    if (!out.flush())
        throw fs::filesystem_error("writing", copy, std::make_error_code(std::errc::no_space_on_device));
}

} // namespace laptime::history
