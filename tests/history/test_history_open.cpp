// SPDX-License-Identifier: Apache-2.0
// Opening a history: places, strangers, newer and older files, locks, permissions, dead runs.
#include <QTest>

#include <cstdlib>
#include <functional>
#include <sys/wait.h>

#include "engine/core/log.h"
#include "engine/history/chunk.h"
#include "engine/history/file_checks.h"
#include "engine/history/history_file.h"
#include "engine/history/owner.h"
#include "engine/history/schema.h"
#include "tests/history/made_runs.h"
#include "tests/history/open_support.h"

using namespace laptime;
using sqlite::Database;
using test::contains, test::files_like, test::fill, test::try_open;

namespace {

/// Runs `work` in a child; true when it returned true. Nothing of the test framework is touched in there.
bool in_child(const std::function<bool()>& work) {
    const pid_t child = fork();
    if (child == 0)
        _exit(work() ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool give_up_root() {
    return geteuid() != 0 || (setgid(65534) == 0 && setuid(65534) == 0);
}

} // namespace

class TestHistoryOpen : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        // What is logged helps to see why a test failed.
        set_log_sink([](LogLevel, std::string_view text) { qInfo("%.*s", int(text.size()), text.data()); });
    }

    void defaultPlace() {
        qunsetenv("LAPTIME_HISTORY");
        qputenv("XDG_DATA_HOME", "/data");
        qputenv("HOME", "/home/me");
        QCOMPARE(History::default_path("/x/y.db"), std::string("/x/y.db"));
        QCOMPARE(History::default_path(), std::string("/data/laptime/history.db"));
        qputenv("LAPTIME_HISTORY", "/l.db");
        QCOMPARE(History::default_path(), std::string("/l.db"));
        QCOMPARE(History::default_path("/x/y.db"), std::string("/x/y.db"));
        qunsetenv("LAPTIME_HISTORY");
        qputenv("XDG_DATA_HOME", "");
        QCOMPARE(History::default_path(), std::string("/home/me/.local/share/laptime/history.db"));
        qputenv("XDG_DATA_HOME", "relative");
        QCOMPARE(History::default_path(), std::string("/home/me/.local/share/laptime/history.db"));
        qunsetenv("HOME");
        QVERIFY_THROWS_EXCEPTION(HistoryError, History::default_path());
    }

    void madeWhereNothingIs() {
        const test::Folder folder;
        const std::string path = folder.file("a/b/history.db");
        const auto history = History::open(path);
        QCOMPARE(history->path(), path);
        QVERIFY(history->open_report().text().empty());
        QVERIFY(history->runs().empty());
        auto& db = dynamic_cast<history::HistoryFile&>(*history).database();
        QCOMPARE(db.integer("PRAGMA application_id"), history::application_id);
        QCOMPARE(db.integer("PRAGMA user_version"), history::schema_version());
        QCOMPARE(db.integer("PRAGMA foreign_keys"), 1);
        QCOMPARE(db.integer("PRAGMA synchronous"), 1);
        QCOMPARE(db.integer("PRAGMA auto_vacuum"), 2);
        auto mode = db.select("PRAGMA journal_mode");
        QVERIFY(mode.step() && mode.text(0) == "wal");
        // An empty file is as good as none.
        test::write_file(folder.file("empty.db"), "");
        QVERIFY(History::open(folder.file("empty.db"))->runs().empty());
    }

    void strangersAreLeftAlone() {
        const test::Folder folder;
        const std::string text = folder.file("text.db"), tiny = folder.file("tiny.db"),
                          other = folder.file("other.db"), plain = folder.file("plain.db");
        test::write_file(text, std::string(5000, 'x'));
        test::write_file(tiny, "hello");
        {
            Database db(other, Database::Mode::create, 0);
            db.execute("PRAGMA application_id = 12345; CREATE TABLE runs (x)");
            Database(plain, Database::Mode::create, 0).execute("CREATE TABLE t (x)");
        }
        for (const std::string& path : {text, tiny, other, plain}) {
            const std::string before = test::contents(path);
            const std::string error = try_open(path);
            QVERIFY2(contains(error, path) && contains(error, "not a history") &&
                         contains(error, "--history"),
                     error.c_str());
            QVERIFY(test::contents(path) == before);
        }
        QCOMPARE(files_like(folder.path(), "").size(), std::size_t{4}); // nothing beside them
        const std::string error = try_open(folder.path());
        QVERIFY2(contains(error, "not a file"), error.c_str());
    }

    void newerIsRefusedUnharmed() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        fill(path, 2, 50);
        {
            Database db(path, Database::Mode::read_write, 0);
            db.execute("PRAGMA user_version = 99");
        }
        const std::string before = test::contents(path);
        std::string error = try_open(path);
        QVERIFY2(contains(error, "newer") && contains(error, "99") && contains(error, path), error.c_str());
        QVERIFY(test::contents(path) == before);
        QCOMPARE(files_like(folder.path(), "").size(), std::size_t{1});

        // The same when the newer version is only in the write-ahead log, as after a crash.
        const std::string crashed = folder.file("crashed.db");
        fill(crashed, 2, 50);
        std::string log;
        {
            Database db(crashed, Database::Mode::read_write, 0);
            db.execute("PRAGMA user_version = 99");
            log = test::contents(crashed + "-wal");
            db.keep_log_on_close(true);
        }
        const std::string main_file = test::contents(crashed);
        QVERIFY(!log.empty());
        error = try_open(crashed);
        QVERIFY2(contains(error, "newer"), error.c_str());
        QVERIFY(test::contents(crashed) == main_file);
        QVERIFY(test::contents(crashed + "-wal") == log);
    }

    void olderIsMigratedWithABackup() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        const auto points = test::hard_points(1, 60);
        const std::vector<CurveBucket> all = {history::summarise(points)};
        // A file as version 1 wrote it.
        {
            Database db(path, Database::Mode::create, 0);
            history::migrate(db, path, {history::migrations().front()});
            QCOMPARE(db.integer("PRAGMA user_version"), 1);
            db.execute(
                "INSERT INTO runs (name, status, model, dataset, optimizer, precision, strategy, devices, "
                "global_batch, created, seed) VALUES ('old', 'finished', 'cnn', 'd', 'adam', 'float32', "
                "'single', "
                "'[\"cpu:0\"]', 128, 1, 1)");
            const sqlite::Bytes packed = history::pack_points(points),
                                summary = history::write_summaries(all);
            db.run("INSERT INTO chunks (id, run, first_step, last_step, points, summary) "
                   "VALUES (5, 1, 1, 60, 60, ?1)",
                   summary);
            db.run("INSERT INTO chunk_segments VALUES (5, ?1)", summary);
            db.run("INSERT INTO chunk_points VALUES (5, ?1)", packed);
        }
        const auto history = History::open(path);
        QCOMPARE(history->runs().size(), std::size_t{1});
        QCOMPARE(history->runs().front().name, std::string("old"));
        history->set_setting("k", "v"); // what version 2 brought
        QCOMPARE(history->setting("k"), std::string("v"));
        QVERIFY(test::same(history->steps(1), points));
        auto& migrated = dynamic_cast<history::HistoryFile&>(*history).database();
        QCOMPARE(migrated.integer("SELECT run FROM chunk_points"), 1); // what version 3 brought
        const std::string backup = history->open_report().migrated_backup;
        QVERIFY(contains(backup, "h.db.version1-"));
        QVERIFY(contains(history->open_report().text(), backup));
        Database old(backup, Database::Mode::read_only, 0);
        QCOMPARE(old.integer("PRAGMA user_version"), 1);
        QCOMPARE(old.integer("PRAGMA application_id"), history::application_id);
        QCOMPARE(old.integer("SELECT count(*) FROM runs WHERE name = 'old'"), 1);
        QVERIFY(History::open(path)->open_report().migrated_backup.empty()); // once
    }

    void versionZeroIsMadeWhole() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        {
            // A creation that was stopped after the header.
            Database db(path, Database::Mode::create, 0);
            db.execute("PRAGMA application_id = " + std::to_string(history::application_id));
        }
        const auto history = History::open(path);
        QVERIFY(history->open_report().migrated_backup.empty()); // there was nothing to keep
        QVERIFY(history->runs().empty());
    }

    void anEmptyDatabaseIsMadeWhole() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        // A creation that was stopped before: SQLite has made the first page, and no more.
        Database(path, Database::Mode::create, 0).execute("PRAGMA auto_vacuum = INCREMENTAL");
        QCOMPARE(std::filesystem::file_size(path), std::uintmax_t{4096});
        const auto history = History::open(path);
        QVERIFY(history->open_report().text().empty());
        QVERIFY(history->runs().empty());
    }

    void aFailedMigrationChangesNothing() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        fill(path, 1, 50);
        Database db(path, Database::Mode::read_write, 0);
        history::Migrations steps = history::migrations();
        steps.push_back("CREATE TABLE extra (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)");
        QVERIFY_THROWS_EXCEPTION(sqlite::SqliteError, history::migrate(db, path, steps));
        QCOMPARE(db.integer("PRAGMA user_version"), history::schema_version());
        QCOMPARE(db.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'"), 0);
        QCOMPARE(
            files_like(folder.path(), ".version" + std::to_string(history::schema_version()) + "-").size(),
            std::size_t{1}); // and the backup is there
        steps.back() = "CREATE TABLE extra (x INTEGER) STRICT";
        QVERIFY(!history::migrate(db, path, steps).empty());
        QCOMPARE(db.integer("PRAGMA user_version"), history::schema_version() + 1);
    }

    void lockedByAnother() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        fill(path, 1, 50);
        auto other = std::make_unique<Database>(path, Database::Mode::read_write, 0);
        other->execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE runs SET note = 'x'");
        const std::string error = try_open(path);
        QVERIFY2(contains(error, "locked") && contains(error, path) && contains(error, "--history"),
                 error.c_str());
        other.reset();
        QVERIFY(try_open(path).empty());
    }

    void lockedWhileInUse() {
        const test::Folder folder;
        history::OpenOptions options;
        options.busy_timeout_ms = 50;
        const auto history = history::open_history_file(folder.file("h.db"), options);
        const RunId id = test::add_running(*history, "r");
        Database other(folder.file("h.db"), Database::Mode::read_write, 0);
        other.execute("BEGIN IMMEDIATE");
        const std::string error = test::error_of<HistoryError>([&] { history->set_note(id, "x"); });
        QVERIFY2(contains(error, "locked"), error.c_str());
        QCOMPARE(history->runs().size(), std::size_t{1}); // reading goes on
        other.execute("COMMIT");
        history->set_note(id, "x");
    }

    void readOnlyFileOrFolder() {
        const test::Folder folder;
        std::filesystem::permissions(folder.path(), std::filesystem::perms(0777));
        const std::string file = folder.file("ro.db"), inside = folder.file("locked/h.db");
        fill(file, 1, 50);
        fill(inside, 1, 50);
        std::filesystem::permissions(file, std::filesystem::perms(0444));
        std::filesystem::permissions(inside, std::filesystem::perms(0666));
        std::filesystem::permissions(folder.file("locked"), std::filesystem::perms(0555));
        const auto refused = [](const std::string& path) {
            return [path] {
                const std::string error = give_up_root() ? try_open(path) : std::string();
                return contains(error, "cannot be written to") &&
                       contains(error, path.substr(0, path.rfind('/'))) && contains(error, "--history");
            };
        };
        QVERIFY(in_child(refused(file)));
        QVERIFY(in_child(refused(inside)));
        QVERIFY(in_child([&] {
            const std::string error =
                give_up_root() ? try_open(folder.file("locked/new/h.db")) : std::string();
            return contains(error, "cannot be made");
        }));
        std::filesystem::permissions(folder.file("locked"), std::filesystem::perms(0755));
    }

    void networkFileSystems() {
        using history::mount_type, history::network_kind;
        QCOMPARE(network_kind(0x6969, "nfs4"), std::string("NFS"));
        QCOMPARE(network_kind(0xFF534D42, "cifs"), std::string("CIFS"));
        QCOMPARE(network_kind(0xFFFFFFFFFF534D42, "cifs"),
                 std::string("CIFS")); // as a signed 32-bit number gives it
        QCOMPARE(network_kind(0xFE534D42, "smb3"), std::string("SMB2"));
        QCOMPARE(network_kind(0x65735546, "fuse.sshfs"), std::string("sshfs"));
        QVERIFY(network_kind(0x65735546, "fuseblk").empty()); // NTFS on a local disk
        QVERIFY(network_kind(0x65735546, "fuse.fuse-overlayfs").empty());
        QVERIFY(network_kind(0xEF53, "ext4").empty());
        QVERIFY(network_kind(0x01021994, "tmpfs").empty());
        QVERIFY(network_kind(0x9123683E, "btrfs").empty());
        const std::string mounts =
            "21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
            "30 21 0:40 / /home rw - nfs4 server:/home rw\n"
            "31 30 0:41 / /home/me/re\\040mote rw shared:7 master:2 - fuse.sshfs me@host: rw\n"
            "32 21 0:42 / /homework rw - btrfs /dev/sdb rw\n"
            "33 21 0:43 / /mnt rw - ext4 /dev/sdc rw\n"
            "34 33 0:44 / /mnt rw - tmpfs tmpfs rw\n";
        QCOMPARE(mount_type(mounts, "/etc"), std::string("ext4"));
        QCOMPARE(mount_type(mounts, "/home/me/.local"), std::string("nfs4"));
        QCOMPARE(mount_type(mounts, "/home/me/re mote/x"), std::string("fuse.sshfs"));
        QCOMPARE(mount_type(mounts, "/homework"), std::string("btrfs"));
        QCOMPARE(mount_type(mounts, "/mnt/x"), std::string("tmpfs"));
        QVERIFY(mount_type("", "/x").empty());
    }

    void deadRunsAreInterrupted() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        // The child leaves as a killed process does: nothing is closed.
        QVERIFY(in_child([&] {
            auto* history = History::open(path).release();
            Experiment experiment;
            experiment.name = "q";
            history->add_run(experiment, {});
            const RunId running = test::add_running(*history, "r"), paused = test::add_running(*history, "p");
            made::Run run = made::run(made::experiment(0), 1000);
            history->append(running, run.steps, run.epochs, {});
            history->append(paused, test::hard_points(1, 20), {}, {});
            history->set_status(paused, RunStatus::paused);
            const RunId finished = test::add_running(*history, "f");
            history->end(finished, run.end);
            return true;
        }));
        const auto mine = History::open(path);
        QCOMPARE(mine->open_report().interrupted.size(), std::size_t{3});
        QVERIFY(contains(mine->open_report().text(), "3 runs were interrupted"));
        auto runs = mine->runs();
        QCOMPARE(runs.size(), std::size_t{4});
        QCOMPARE(runs[0].status, RunStatus::finished);
        for (const std::size_t i : {1u, 2u, 3u})
            QCOMPARE(runs[i].status, RunStatus::interrupted);
        const made::Run run = made::run(made::experiment(0), 1000);
        const RunDetails details = mine->run(runs[2].id);
        QVERIFY(test::same(mine->steps(runs[2].id), run.steps));
        QCOMPARE(details.row.steps, 1000);
        QCOMPARE(details.row.wall_s, run.epochs.back().wall_s);
        QCOMPARE(details.row.val_accuracy, run.end.val_accuracy);
        QCOMPARE(details.row.best, run.end.best);
        QVERIFY(std::fabs(details.row.samples_per_second / run.end.samples_per_second - 1) < 0.02);
        QVERIFY(details.end.has_value());
        QCOMPARE(details.end->samples, run.end.samples);
        QVERIFY(std::fabs(details.end->time.compute - run.end.time.compute) < 1e-9);
        QVERIFY(test::same(mine->steps(runs[1].id), test::hard_points(1, 20)));
        QVERIFY(contains(runs[1].error, "paused"));
        QVERIFY(contains(runs[3].error, "before this run started"));
        QVERIFY(mine->mark_dead_runs().empty()); // once
        mine->remove({runs[1].id});              // and deletable
        // Runs of a process that lives are left alone by everyone.
        test::add_running(*mine, "alive");
        QVERIFY(History::open(path)->open_report().interrupted.empty());
        QVERIFY(in_child([&] { return History::open(path)->open_report().interrupted.empty(); }));
        // And cannot be taken over by another one.
        const RunId id = mine->runs().front().id;
        QVERIFY(in_child([&] {
            const auto theirs = History::open(path);
            const std::string a = test::error_of<InvalidInput>([&] { theirs->rewind(id, 0); });
            const std::string b =
                test::error_of<InvalidInput>([&] { theirs->set_status(id, RunStatus::queued); });
            const std::string c = test::error_of<InvalidInput>([&] { theirs->remove({id}); });
            return contains(a, "another Laptime") && a == b && contains(c, "stop it");
        }));
    }

    void whoIsAlive() {
        using history::is_alive, history::Owner, history::this_process;
        const Owner me = this_process();
        QVERIFY(me.pid == getpid() && me.start > 0 && !me.place.empty());
        QVERIFY(is_alive(me, RunStatus::running, 1e9));
        Owner other = me;
        other.start += 1; // the same pid, another process
        QVERIFY(!is_alive(other, RunStatus::running, 0));
        other = {1, 0, me.place}; // init is there, but it did not start at 0
        QVERIFY(!is_alive({getppid(), 1, me.place}, RunStatus::running, 0));
        QVERIFY(!is_alive({0, 0, ""}, RunStatus::running, 0));
        other = me;
        other.place = "another-boot" + me.place.substr(me.place.find(' '));
        QVERIFY(!is_alive(other, RunStatus::running, 0));
        other.place = me.place.substr(0, me.place.find(' ')) + " pid:[1]"; // in another container
        QVERIFY(is_alive(other, RunStatus::running, 10));
        QVERIFY(!is_alive(other, RunStatus::paused, 100));
        QVERIFY(is_alive(other, RunStatus::queued, 100));
        // A child that has ended but was not waited for is dead.
        const pid_t child = fork();
        if (child == 0)
            _exit(0);
        Owner zombie = me;
        zombie.pid = child;
        siginfo_t info;
        QCOMPARE(waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
        QVERIFY(!is_alive(zombie, RunStatus::running, 0));
        waitpid(child, nullptr, 0);
    }
};

QTEST_GUILESS_MAIN(TestHistoryOpen)
#include "test_history_open.moc"
