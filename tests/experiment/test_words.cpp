// SPDX-License-Identifier: Apache-2.0
// The words of choices and of a run's status, and the guess of what a misspelt word meant.
#include <QTest>

#include "engine/experiment/read_experiment.h"
#include "engine/experiment/run_events.h"

using namespace laptime;

class TestWords : public QObject {
    Q_OBJECT

private slots:
    void status_words_are_inverse() {
        const std::vector<std::pair<RunStatus, std::string>> words{
            {RunStatus::queued, "queued"},   {RunStatus::running, "running"},
            {RunStatus::paused, "paused"},   {RunStatus::finished, "finished"},
            {RunStatus::stopped, "stopped"}, {RunStatus::diverged, "diverged"},
            {RunStatus::failed, "failed"},   {RunStatus::interrupted, "interrupted"}};
        for (const auto& [status, word] : words) {
            QCOMPARE(std::string(word_of(status)), word);
            QCOMPARE(run_status(word), status);
        }
        QVERIFY_THROWS_EXCEPTION(std::logic_error, run_status("done"));
        QVERIFY_THROWS_EXCEPTION(std::logic_error, run_status(""));
    }

    void ended_or_not() {
        for (const RunStatus status : {RunStatus::queued, RunStatus::running, RunStatus::paused})
            QVERIFY(!is_ended(status));
        for (const RunStatus status : {RunStatus::finished, RunStatus::stopped, RunStatus::diverged,
                                       RunStatus::failed, RunStatus::interrupted})
            QVERIFY(is_ended(status));
    }

    void words_of_the_experiment_file() {
        QCOMPARE(std::string(word_of(Precision::mixed_bfloat16)), std::string("mixed_bfloat16"));
        QCOMPARE(std::string(word_of(Strategy::multi_host)), std::string("multi_host"));
        QCOMPARE(std::string(word_of(OptimizerKind::rmsprop)), std::string("rmsprop"));
        QCOMPARE(std::string(word_of(BatchNormKind::synchronised)), std::string("synchronised"));
        QCOMPARE(std::string(word_of(LearningRate::Kind::one_cycle)), std::string("one_cycle"));
        QCOMPARE(std::string(word_of(Target::Metric::val_loss)), std::string("val_loss"));
    }

    void nearest_word_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("meant");
        QTest::newRow("exact") << "precision"
                               << "precision";
        QTest::newRow("swapped") << "precisoin"
                                 << "precision";
        QTest::newRow("left out") << "precison"
                                  << "precision";
        QTest::newRow("put in") << "preecision"
                                << "precision";
        QTest::newRow("replaced") << "pracision"
                                  << "precision";
        QTest::newRow("part") << "batch"
                              << "global_batch";
        QTest::newRow("part of a close one") << "float16"
                                             << "mixed_float16";
        QTest::newRow("short") << "sed"
                               << "seed";
        QTest::newRow("far off") << "temperature"
                                 << "";
        QTest::newRow("one letter") << "x"
                                    << "";
        QTest::newRow("empty") << ""
                               << "";
    }
    void nearest_word() {
        QFETCH(QString, word);
        QFETCH(QString, meant);
        const std::vector<std::string> known{"precision", "strategy", "global_batch", "accumulate",
                                             "seed",      "epochs",   "float64",      "mixed_float16"};
        QCOMPARE(QString::fromStdString(nearest(word.toStdString(), known)), meant);
        QCOMPARE(nearest(word.toStdString(), {}), std::string());
    }
};

QTEST_GUILESS_MAIN(TestWords)
#include "test_words.moc"
