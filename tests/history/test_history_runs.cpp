// SPDX-License-Identifier: Apache-2.0
// Runs in the history: what is stored comes back, finding by id and name, changing, deleting, counting
// changes.
#include <QTest>

#include <set>

#include "engine/experiment/read_experiment.h"
#include "engine/history/history_file.h"
#include "tests/history/history_support.h"
#include "tests/history/made_runs.h"

using namespace laptime;

namespace {

Experiment named(const std::string& name) {
    Experiment experiment;
    experiment.name = name;
    return experiment;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

RunEnd some_end() {
    RunEnd end;
    end.status = RunStatus::diverged;
    end.wall_s = 12.25;
    end.startup_s = 0.4;
    end.samples_per_second = 9876.5;
    end.val_loss = INFINITY;
    end.val_accuracy = 0.1 + 0.2;
    end.best = -0.0;
    end.skipped_steps = 3;
    end.error = "loss became NaN at step 7: “dense.kernel”";
    end.steps = 7;
    end.samples = 896;
    end.time = {0.4, 1, 2, 3, 4, 5, 6, 7.125};
    end.memory_bytes = std::int64_t{1} << 40;
    return end;
}

} // namespace

class TestHistoryRuns : public QObject {
    Q_OBJECT

private slots:
    void everythingComesBack() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        Experiment experiment = made::experiment(1);
        experiment.name = "naïve «cnn» 名";
        experiment.train.seed = ~std::uint64_t{0} >> 1;
        experiment.train.target = Target{Target::Metric::val_loss, 0.1 + 0.2};
        const RunId id = history->add_run(experiment, {{"cpu", "A"}});

        RunRow row = history->run(id).row;
        QCOMPARE(row.status, RunStatus::queued);
        QCOMPARE(row.name, experiment.name);
        QCOMPARE(row.precision, std::string("mixed_bfloat16"));
        QCOMPARE(row.optimizer, std::string("adam"));
        QCOMPARE(row.model, std::string("cnn"));
        QCOMPARE(row.dataset, std::string("fashion-mnist"));
        QCOMPARE(row.seed, experiment.train.seed);
        QCOMPARE(row.group, id);
        QCOMPARE(row.started, 0);
        QVERIFY(row.created > 1'500'000'000'000'000);
        QVERIFY(std::isnan(row.samples_per_second) && std::isnan(row.startup_s) && std::isnan(row.best));
        QVERIFY(!history->run(id).start && !history->run(id).end);

        RunStart start = made::run(experiment, 1).start;
        start.devices = {"cpu:0", "cpu:1"};
        history->begin(id, start, {{"cpu", "B"}, {"onednn", "2.6.3"}}, "sha", "a → b", folder.file("runs/1"));
        history->append(id, test::hard_points(1, 7), {}, {{"one", "first"}, {"two", "second"}});
        const RunEnd end = some_end();
        history->end(id, end);

        const RunDetails d = History::open(folder.file("h.db"))->run(id);
        QVERIFY(d.experiment == experiment);
        QVERIFY(d.experiment_problem.empty());
        QVERIFY((d.machine == MachineFacts{{"cpu", "B"}, {"onednn", "2.6.3"}}));
        QCOMPARE(d.data_fingerprint, std::string("sha"));
        QCOMPARE(d.cast_map, std::string("a → b"));
        QCOMPARE(d.row.artifacts, folder.file("runs/1"));
        QVERIFY((d.row.devices == std::vector<std::string>{"cpu:0", "cpu:1"}));
        QVERIFY(d.row.started >= d.row.created);
        QCOMPARE(d.warnings.size(), std::size_t{2});
        QCOMPARE(d.warnings[1].text, std::string("second"));
        QVERIFY(d.start && d.end);
        QCOMPARE(d.start->name, start.name);
        QVERIFY(d.start->devices == start.devices);
        QCOMPARE(d.start->parameters, start.parameters);
        QCOMPARE(d.start->total_epochs, start.total_epochs);
        QCOMPARE(d.start->predicted_memory_bytes, start.predicted_memory_bytes);
        QCOMPARE(d.end->status, RunStatus::diverged);
        QCOMPARE(d.end->error, end.error);
        QCOMPARE(d.end->memory_bytes, end.memory_bytes);
        QCOMPARE(d.end->samples, end.samples);
        const auto doubles = [](const RunEnd& e) {
            return std::vector<double>{e.wall_s,           e.startup_s,       e.samples_per_second,
                                       e.val_loss,         e.val_accuracy,    e.best,
                                       e.time_to_target_s, e.time.startup,    e.time.data,
                                       e.time.compute,     e.time.collective, e.time.host,
                                       e.time.evaluation,  e.time.checkpoint, e.time.paused};
        };
        for (std::size_t i = 0; i < doubles(end).size(); ++i)
            QCOMPARE(test::bits(doubles(*d.end)[i]), test::bits(doubles(end)[i]));
        // The row tells the same without the details.
        row = history->runs().front();
        QCOMPARE(row.status, RunStatus::diverged);
        QCOMPARE(row.val_accuracy, end.val_accuracy);
        QCOMPARE(test::bits(row.best), test::bits(end.best));
        QCOMPARE(test::bits(row.val_loss), test::bits(end.val_loss));
        QVERIFY(std::isnan(row.time_to_target_s));
        QCOMPARE(row.steps, 7);
        QCOMPARE(row.error, end.error);
        QVERIFY(!row.resumable);
    }

    void newestFirstAndColours() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        std::vector<RunId> ids;
        for (int i = 0; i < 9; ++i)
            ids.push_back(history->add_run(named("r" + std::to_string(i)), {}, i > 0 && i < 3 ? ids[0] : 0));
        auto runs = history->runs();
        QCOMPARE(runs.size(), std::size_t{9});
        for (std::size_t i = 0; i < runs.size(); ++i)
            QCOMPARE(runs[i].id, ids[ids.size() - 1 - i]);
        std::set<int> used;
        for (std::size_t i = 0; i < 8; ++i)
            used.insert(runs[i].color);
        QCOMPARE(used.size(), std::size_t{8}); // eight in a row are all different
        QCOMPARE(runs.front().color, runs.back().color);
        QCOMPARE(history->run(ids[2]).row.group, ids[0]);
        QCOMPARE(history->run(ids[3]).row.group, ids[3]);
        // An id is never given twice, so a colour stays with its run.
        const int color = history->run(ids[7]).row.color;
        history->set_status(ids[8], RunStatus::stopped);
        history->remove({ids[8]});
        QVERIFY(history->add_run(named("new"), {}) > ids[8]);
        QCOMPARE(history->run(ids[7]).row.color, color);
    }

    void finding() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const RunId a = history->add_run(named("cnn-f32"), {}), b = history->add_run(named("cnn-bf16"), {});
        const RunId c = history->add_run(named("cnn"), {});
        const RunId d = history->add_run(named("mlp"), {}), e = history->add_run(named("mlp"), {});
        const RunId f = history->add_run(named("2"), {}), g = history->add_run(named("77-days"), {});
        QCOMPARE(history->find_run(std::to_string(a)), a);
        QCOMPARE(history->find_run("cnn-f"), a);
        QCOMPARE(history->find_run("cnn-b"), b);
        QCOMPARE(history->find_run("cnn"), c); // an exact name wins over longer ones
        QCOMPARE(history->find_run("2"), b);   // an id wins over a name
        QCOMPARE(history->find_run("77"), g);  // no such id: a name
        history->rename(f, "two");
        QCOMPARE(history->find_run("tw"), f);
        const std::string same = test::error_of<InvalidInput>([&] { history->find_run("mlp"); });
        QVERIFY2(contains(same, std::to_string(d)) && contains(same, std::to_string(e)), same.c_str());
        const std::string several = test::error_of<InvalidInput>([&] { history->find_run("cn"); });
        QVERIFY2(contains(several, "cnn-f32") && contains(several, "cnn-bf16"), several.c_str());
        QVERIFY(contains(test::error_of<InvalidInput>([&] { history->find_run("resnet"); }), "resnet"));
        QVERIFY(contains(test::error_of<InvalidInput>([&] { history->find_run("99"); }), "99"));
        QVERIFY(!test::error_of<InvalidInput>([&] { history->find_run(""); }).empty());
        QVERIFY(!test::error_of<InvalidInput>([&] { history->find_run("99999999999999999999999"); }).empty());
        QVERIFY(!test::error_of<InvalidInput>([&] { history->find_run("%"); }).empty());
    }

    void changing() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const RunId id = history->add_run(named("a"), {});
        history->rename(id, "b'; DROP TABLE runs; --");
        history->set_note(id, "two\nlines");
        history->set_tags(id, {"paper", "slow \"one\"", "paper", ""});
        const RunRow row = history->runs().front();
        QCOMPARE(row.name, std::string("b'; DROP TABLE runs; --"));
        QCOMPARE(row.note, std::string("two\nlines"));
        QVERIFY((row.tags == std::vector<std::string>{"paper", "slow \"one\""}));
        history->set_tags(id, {});
        QVERIFY(history->runs().front().tags.empty());
        QVERIFY_THROWS_EXCEPTION(InvalidInput, history->rename(id, ""));
        QVERIFY_THROWS_EXCEPTION(HistoryError, history->rename(42, "x"));
        QVERIFY_THROWS_EXCEPTION(HistoryError, history->set_note(42, "x"));
        QVERIFY_THROWS_EXCEPTION(HistoryError, history->set_tags(42, {"x"}));
        QVERIFY_THROWS_EXCEPTION(HistoryError, history->run(42));
        QVERIFY_THROWS_EXCEPTION(HistoryError, history->append(42, test::hard_points(1, 2), {}, {}));
        QVERIFY_THROWS_EXCEPTION(HistoryError, history->end(42, {}));
        QCOMPARE(history->setting("baseline"), std::string());
        history->set_setting("baseline", "7");
        history->set_setting("baseline", "8");
        QCOMPARE(History::open(folder.file("h.db"))->setting("baseline"), std::string("8"));
    }

    void badBytesInAName() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const RunId id = history->add_run(named("ok"), {{"cpu", "\xff\xfe broken"}});
        RunStart start;
        start.name = "\xc3";
        history->begin(id, start, {{"cpu", "\xff"}}, "", "", "");
        QVERIFY(history->run(id).start.has_value());
    }

    void anExperimentOfAnotherVersion() {
        const test::Folder folder;
        const auto history = history::open_history_file(folder.file("h.db"));
        Experiment experiment = made::experiment(1);
        const RunId id = history->add_run(experiment, {});
        history->database().run("UPDATE run_details SET experiment = ?2 WHERE run = ?1", id,
                                "[future]\nwarp = 9\n");
        QCOMPARE(history->runs().size(), std::size_t{1});
        const RunDetails details = history->run(id);
        QVERIFY(!details.experiment_problem.empty());
        QVERIFY(contains(details.experiment_text, "warp"));
        QCOMPARE(details.experiment.speed.precision, Precision::mixed_bfloat16);
        QCOMPARE(details.experiment.name, experiment.name);
    }

    void resumable() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const std::string artifacts = folder.file("runs/1");
        const RunId id = test::add_running(*history, "r", artifacts);
        RunEnd end;
        for (const RunStatus status : {RunStatus::stopped, RunStatus::interrupted}) {
            end.status = status;
            history->end(id, end);
            QVERIFY(history->runs().front().resumable); // without a checkpoint from its first step
        }
        end.status = RunStatus::finished;
        history->end(id, end);
        QVERIFY(!history->runs().front().resumable);
    }

    void deletingFreesTheSpace() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        const auto history = History::open(path);
        const RunId kept = test::add_running(*history, "kept");
        history->append(kept, test::hard_points(1, 100), {}, {});
        history->end(kept, some_end());
        const auto before = std::filesystem::file_size(path);
        const std::string artifacts = folder.file("runs/2");
        const RunId id = test::add_running(*history, "gone", artifacts);
        std::filesystem::create_directories(artifacts + "/deeper");
        test::write_file(artifacts + "/deeper/last.ckpt", "x");
        const made::Run run = made::run(made::experiment(0), 60000);
        history->append(id, run.steps, run.epochs, {});
        QVERIFY_THROWS_EXCEPTION(InvalidInput, history->remove({kept, id}));
        QCOMPARE(history->runs().size(), std::size_t{2}); // refused as a whole
        history->end(id, run.end);
        QVERIFY_THROWS_EXCEPTION(HistoryError, history->remove({id, 42}));
        QCOMPARE(history->runs().size(), std::size_t{2});
        history->remove({id});
        QVERIFY(!std::filesystem::exists(artifacts));
        QCOMPARE(history->runs().size(), std::size_t{1});
        QVERIFY_THROWS_EXCEPTION(HistoryError, history->run(id));
        auto& db = dynamic_cast<history::HistoryFile&>(*history).database();
        for (const char* table : {"chunks", "chunk_points", "chunk_segments", "epochs"})
            QVERIFY(db.integer(std::string("SELECT count(*) FROM ") + table) <= 1);
        const auto after = std::filesystem::file_size(path);
        QVERIFY2(after <= std::max<std::uintmax_t>(before, 200'000), qPrintable(QString::number(after)));
        QVERIFY(test::same(history->steps(kept), test::hard_points(1, 100)));
    }

    void deletingOutsideTheHistorysFolderTakesOnlyCheckpoints() {
        const test::Folder folder, elsewhere;
        const auto history = History::open(folder.file("h.db"));
        test::write_file(elsewhere.file("last.ckpt"), "x");
        test::write_file(elsewhere.file("thesis.tex"), "x");
        const RunId id = test::add_running(*history, "r", elsewhere.path());
        history->end(id, some_end());
        history->remove({id});
        QVERIFY(!std::filesystem::exists(elsewhere.file("last.ckpt")));
        QVERIFY(std::filesystem::exists(elsewhere.file("thesis.tex")));
        // Nor the history's own folder, whatever the file says.
        const RunId odd = test::add_running(*history, "odd", folder.file("sub/.."));
        history->end(odd, some_end());
        history->remove({odd});
        QVERIFY(std::filesystem::exists(folder.file("h.db")));
    }

    void changesAreCounted() {
        const test::Folder folder;
        const auto one = History::open(folder.file("h.db")), two = History::open(folder.file("h.db"));
        std::int64_t a = one->change_counter(), b = two->change_counter();
        QCOMPARE(one->change_counter(), a);
        const auto grew = [&] {
            const std::int64_t a2 = one->change_counter(), b2 = two->change_counter();
            const bool both = a2 > a && b2 > b;
            a = a2;
            b = b2;
            return both && one->change_counter() == a && two->change_counter() == b;
        };
        const RunId id = one->add_run(named("r"), {});
        QVERIFY(grew());
        two->set_note(id, "n");
        QVERIFY(grew());
        two->append(id, test::hard_points(1, 3), {}, {});
        QVERIFY(grew());
        one->set_setting("k", "v");
        QVERIFY(grew());
        two->set_status(id, RunStatus::stopped);
        QVERIFY(grew());
        one->remove({id});
        QVERIFY(one->change_counter() > a && two->change_counter() > b);
    }

    void aReaderIsNotBlockedByAWriter() {
        const test::Folder folder;
        history::OpenOptions impatient;
        impatient.busy_timeout_ms = 0;
        const auto writer = history::open_history_file(folder.file("h.db"));
        const auto reader = history::open_history_file(folder.file("h.db"), impatient);
        const RunId id = test::add_running(*writer, "r");
        writer->append(id, test::hard_points(1, 10), {}, {});
        writer->together([&] {
            writer->append(id, test::hard_points(11, 20), {}, {});
            // In the middle of the other's transaction: the state before it, at once.
            QCOMPARE(reader->steps(id).size(), std::size_t{10});
            QCOMPARE(reader->runs().size(), std::size_t{1});
            QCOMPARE(reader->curve(id, 100).size(), std::size_t{10});
        });
        QCOMPARE(reader->steps(id).size(), std::size_t{20});
    }
};

QTEST_GUILESS_MAIN(TestHistoryRuns)
#include "test_history_runs.moc"
