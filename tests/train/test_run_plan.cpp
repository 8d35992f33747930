// SPDX-License-Identifier: Apache-2.0
// What is said before launch is what happens; and what cannot run is refused with the field that is to blame.
#include <QtTest>

#include <fstream>
#include <set>
#include <unistd.h>

#include "engine/core/error.h"
#include "tests/train/recorder.h"

using namespace laptime;
using namespace laptime::testing;

namespace {

double resident_bytes() {
    long pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Field of the first problem that planning such an experiment finds; empty where there is none.
QString problem_field(const std::vector<std::pair<std::string, std::string>>& settings) {
    try {
        plan_run(small_experiment(settings));
    } catch (const InvalidExperiment& error) {
        return QString::fromStdString(error.problems().front().field);
    }
    return {};
}

} // namespace

class TestRunPlan : public QObject {
    Q_OBJECT

private slots:
    void countsWhatItSays() {
        const RunPlan plan =
            plan_run(parse_experiment("name = \"a\"\n[data]\ndataset = \"synthetic:28x28x1/10/1000\"\n"));
        QCOMPARE(plan.parameters, std::int64_t{421642});
        QCOMPARE(plan.train_size, std::int64_t{1000});
        QCOMPARE(plan.steps_per_epoch, std::int64_t{8});
        QCOMPARE(plan.total_steps, std::int64_t{40});
        // 25.4 MFLOP a sample, forward and backward, as counted by hand for this model.
        QVERIFY2(std::abs(plan.flops_per_sample / 25.4e6 - 1) < 0.03,
                 qPrintable(QString::number(plan.flops_per_sample)));
        std::int64_t by_layer = 0;
        for (const RunPlan::Row& row : plan.layers)
            by_layer += row.parameters;
        QCOMPARE(by_layer, plan.parameters);
    }

    void predictedMemoryIsWhatItTakes_data() {
        QTest::addColumn<QString>("precision");
        for (const char* name : {"float64", "float32", "mixed_float16", "mixed_bfloat16"})
            QTest::newRow(name) << name;
    }
    void predictedMemoryIsWhatItTakes() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer's shadow memory counts as resident");
#endif
        QFETCH(QString, precision);
        const Experiment experiment =
            parse_experiment("name = \"a\"\n[data]\ndataset = \"synthetic:28x28x1/10/1000\"\n",
                             {{"speed.precision", precision.toStdString()},
                              {"speed.global_batch", "500"},
                              {"train.epochs", "1"}});
        Trainer trainer({.experiment = experiment});
        trainer.prepare();
        const auto predicted = static_cast<double>(trainer.plan().memory.total());
        Recorder recorder;
        RunControl control;
        double before = resident_bytes(), during = 0;
        recorder.after_steps = [&](std::int64_t) { during = std::max(during, resident_bytes()); };
        trainer.run(recorder, control);
        // The weights were allocated when the initial values were written.
        const double weights =
            static_cast<double>(trainer.plan().memory.variables + trainer.plan().memory.state);
        const double taken = during - before + weights;
        QVERIFY2(std::abs(taken / predicted - 1) < 0.1,
                 qPrintable(QString("predicted %1 MB, took %2 MB").arg(predicted / 1e6).arg(taken / 1e6)));
        QCOMPARE(recorder.start.predicted_memory_bytes, trainer.plan().memory.total());
    }

    void everyPassCanBeShown() {
        const Experiment experiment = small_experiment({{"speed.precision", "mixed_bfloat16"}});
        std::set<std::string> texts;
        for (const std::string& pass : pass_names())
            texts.insert(dump_graph(experiment, pass));
        QVERIFY(texts.size() >= pass_names().size() - 1); // the device may have nothing of its own to change
        QVERIFY(QString::fromStdString(dump_graph(experiment, "precision")).contains("cast("));
        QVERIFY_EXCEPTION_THROWN(dump_graph(experiment, "magic"), InvalidInput);
    }

    void impossibleRequestsNameTheirField() {
        QCOMPARE(problem_field({}), QString());
        QCOMPARE(problem_field({{"speed.global_batch", "201"}}), QString("speed.global_batch"));
        QCOMPARE(problem_field({{"train.minutes", "1"},
                                {"train.learning_rate", "{schedule = \"cosine\", rate = 1e-3}"}}),
                 QString("train.learning_rate.schedule"));
        QVERIFY_EXCEPTION_THROWN(plan_run(small_experiment({{"speed.devices", "[\"cuda:0\"]"}})),
                                 InvalidInput);
        QVERIFY_EXCEPTION_THROWN(plan_run(small_experiment({{"speed.devices", "[\"toaster:0\"]"}})),
                                 InvalidInput);
        QVERIFY_EXCEPTION_THROWN(plan_run(small_experiment({{"data.dataset", "\"synthetic:3x3x1/4/200\""}})),
                                 InvalidInput);
        QVERIFY_EXCEPTION_THROWN(plan_run(small_experiment({{"data.dataset", "\"idx:/nowhere\""}})),
                                 DataError);
    }
};

QTEST_GUILESS_MAIN(TestRunPlan)
#include "test_run_plan.moc"
