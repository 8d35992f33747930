// SPDX-License-Identifier: Apache-2.0
// Damaged histories: moved aside, never deleted, and what can be read is recovered.
#include <QTest>

#include <cstring>

#include "engine/core/log.h"
#include "engine/core/random.h"
#include "tests/history/open_support.h"

using namespace laptime;
using test::contains, test::files_like, test::fill, test::try_open;

class TestHistoryDamage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        // What is logged helps to see why a test failed.
        set_log_sink([](LogLevel, std::string_view text) { qInfo("%.*s", int(text.size()), text.data()); });
    }

    void damaged_data() {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"truncated", "cut to a page", "garbage behind the header",
                                 "garbage from the start", "holes", "zero page"})
            QTest::newRow(kind) << kind;
    }

    /// Whatever is broken: opening works, the broken file is kept as it was, what is left is a sound history
    /// whose runs and points are true ones.
    void damaged() {
        QFETCH(QString, kind);
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        fill(path, 12, 3000);
        std::string bytes = test::contents(path);
        const std::size_t page = 4096, pages = bytes.size() / page;
        QVERIFY(pages > 100);
        const auto spoil = [&](std::size_t number) {
            const RandomKey key = random_key(number, RandomUse::synthetic);
            for (std::size_t i = 0; i < page; i += 4) {
                const std::uint32_t word = philox(key, {static_cast<std::uint32_t>(i), 0, 0, 0})[0];
                std::memcpy(bytes.data() + number * page + i, &word, 4);
            }
        };
        if (kind == "truncated")
            bytes.resize(bytes.size() * 6 / 10 + 123);
        else if (kind == "cut to a page")
            bytes.resize(page);
        else if (kind == "garbage behind the header")
            std::fill(bytes.begin() + 100, bytes.begin() + 4096, '\xa5');
        else if (kind == "garbage from the start")
            spoil(0);
        else if (kind == "holes")
            for (std::size_t number = pages / 4; number < pages; number += pages / 5)
                spoil(number);
        else
            std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(pages / 2 * page), page, '\0');
        test::write_file(path, bytes);

        const auto history = History::open(path);
        const OpenReport& report = history->open_report();
        QVERIFY(report.recovered);
        QVERIFY(contains(report.text(), report.moved_to));
        QVERIFY(test::contents(report.moved_to) == bytes);
        QVERIFY(!std::filesystem::exists(path + "-recovery") &&
                !std::filesystem::exists(path + ".recovering"));
        auto& db = dynamic_cast<history::HistoryFile&>(*history).database();
        auto check = db.select("PRAGMA integrity_check");
        QVERIFY(check.step() && check.text(0) == "ok");
        QVERIFY(!db.select("PRAGMA foreign_key_check").step());

        std::int64_t points = 0;
        for (const RunRow& row : history->runs()) {
            const made::Run run = made::run(made::experiment(static_cast<int>(row.id) - 1), 3000);
            for (const StepPoint& p : history->steps(row.id)) {
                QVERIFY(test::same(p, run.steps[static_cast<std::size_t>(p.step) - 1]));
                ++points;
            }
            history->run(row.id);
            history->curve(row.id, 100);
        }
        QCOMPARE(points, report.recovered_points);
        if (kind == "holes" || kind == "zero page") {
            QCOMPARE(history->runs().size(), std::size_t{12});
            QVERIFY2(points > 12 * 3000 / 2, qPrintable(QString::number(points)));
        }
        if (kind.startsWith("garbage"))
            QCOMPARE(points, 12 * 3000); // only the first page is lost
        if (kind == "truncated")
            QVERIFY2(points > 3000, qPrintable(QString::number(points)));
        // And it is a history to go on with.
        const RunId id = test::add_running(*history, "after");
        history->append(id, test::hard_points(1, 10), {}, {});
        QVERIFY(!History::open(path)->open_report().recovered);
    }

    void anyPageMayBeGarbage() {
        const test::Folder folder;
        const std::string sound = folder.file("sound.db");
        fill(sound, 3, 1500);
        const std::string original = test::contents(sound);
        const std::size_t page = 4096, pages = original.size() / page;
        std::size_t kept_most = 0;
        for (std::size_t number = 1; number < pages; ++number) {
            const std::string path = folder.file("h" + std::to_string(number) + ".db");
            std::string bytes = original;
            std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(number * page), page, '\xc3');
            test::write_file(path, bytes);
            const auto history = History::open(path);
            std::size_t points = 0;
            for (const RunRow& row : history->runs())
                try {
                    points += history->steps(row.id).size();
                } catch (const HistoryError&) {
                    // Damage that only reading shows: the next opening looks at everything and recovers.
                    points = 0;
                    break;
                }
            if (points == 0) {
                const auto again = History::open(path);
                for (const RunRow& row : again->runs())
                    points += again->steps(row.id).size();
            }
            if (points >= 3000)
                ++kept_most;
        }
        // A page holds a part of one table; only the root of the curves' tables takes more than a run with
        // it.
        QVERIFY2(kept_most * 10 >= (pages - 1) * 8,
                 qPrintable(QString("%1 of %2").arg(kept_most).arg(pages - 1)));
    }

    void whatOnlyLooksLikeAHistoryIsLeftAlone() {
        const test::Folder folder;
        // Empty trees where a history has its tables, and no run in them.
        std::string bytes(40 * 4096, '\0');
        for (std::size_t page = 2; page < 20; ++page)
            bytes[page * 4096] = '\x0d';
        const std::string path = folder.file("odd.db");
        test::write_file(path, bytes);
        const std::string error = try_open(path);
        QVERIFY2(contains(error, "not a history"), error.c_str());
        QVERIFY(test::contents(path) == bytes);
        QCOMPARE(files_like(folder.path(), "").size(), std::size_t{1});
    }

    void damageWhileAnotherHasItOpen() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        fill(path, 3, 1500);
        const auto user = History::open(path);
        QCOMPARE(user->runs().size(), std::size_t{3});
        std::string bytes = test::contents(path);
        for (std::size_t at = 4096; at < bytes.size(); at += 3 * 4096)
            std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), 4096, '\x11');
        {
            std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
            file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        }
        const std::string error = try_open(path);
        QVERIFY2(contains(error, "damaged") && contains(error, "open"), error.c_str());
        QVERIFY(files_like(folder.path(), ".damaged-").empty());
    }

    void aSoundHistoryIsNotRecovered() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        fill(path, 3, 2000);
        history::ask_for_check(path); // a full check on demand
        const auto history = History::open(path);
        QVERIFY(!history->open_report().recovered);
        QVERIFY(!history::check_asked(path));
        QCOMPARE(history->runs().size(), std::size_t{3});
    }
};

QTEST_GUILESS_MAIN(TestHistoryDamage)
#include "test_history_damage.moc"
