// SPDX-License-Identifier: GPL-3.0-or-later
// The form: what it shows is what it launches, each problem stands beside its field, Launch says why it is
// off.
#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include <algorithm>

#include "engine/experiment/read_experiment.h"
#include "ui/views/experiment_form.h"
#include "ui/views/form/data_section.h"
#include "ui/views/form/field.h"
#include "ui/views/form/number_edit.h"
#include "ui/views/form/precision_section.h"
#include "ui/views/form/split_bar.h"

using namespace laptime;
using namespace laptime::ui;
using namespace Qt::StringLiterals;

namespace {

/// A plan without files: the values are checked, the rest is taken as fine.
PlanOutcome planWithoutFiles(const Experiment& experiment) {
    PlanOutcome outcome;
    outcome.problems = problems_of(experiment);
    outcome.data = DataSummary{{{28, 28, 1}}, {TargetKind::class_label, 1, 10}, 60000, 10000};
    if (outcome.problems.empty()) {
        RunPlan plan;
        plan.parameters = 421642;
        plan.flops_per_sample = 2.4e7;
        plan.steps_per_epoch = 469;
        plan.memory.variables = 1700000;
        plan.memory.arena = 200000000;
        plan.device_memory_bytes = 23000000000;
        outcome.plan = plan;
    }
    return outcome;
}

struct Form {
    QAction launch;
    ExperimentForm form;
    explicit Form(Planner::Plan plan = planWithoutFiles)
        : form(&launch, nullptr, std::move(plan),
               [](const DataOptions&, const auto&) { return DataPreview(); }) {
        form.show();
    }
    template <class Editor>
    Editor* editor(const char* tip) const {
        for (Editor* one : form.findChildren<Editor*>())
            if (one->toolTip().contains(QLatin1String(tip)))
                return one;
        return nullptr;
    }
    Field* field(const QString& label) const {
        for (Field* one : form.findChildren<Field*>())
            if (one->label() == label)
                return one;
        return nullptr;
    }
};

DeviceInfo sampleDevice() {
    DeviceInfo info;
    info.name = "cpu:0";
    info.description = "Sample CPU, 2 cores";
    info.precisions["float32"] = {Support::native, "AVX512"};
    info.precisions["float64"] = {Support::native, ""};
    info.precisions["mixed_bfloat16"] = {Support::native, "AVX512-BF16"};
    info.precisions["mixed_float16"] = {Support::emulated, "no float16 arithmetic"};
    return info;
}

RunRow row(const char* precision, double rate) {
    RunRow one;
    one.status = RunStatus::finished;
    one.model = "cnn";
    one.dataset = "fashion-mnist";
    one.precision = precision;
    one.devices = {"cpu:0"};
    one.global_batch = 128;
    one.samples_per_second = rate;
    return one;
}

} // namespace

class TestForm : public QObject {
    Q_OBJECT

private slots:
    void startsReadyToLaunch();
    void givesBackWhatItWasGiven_data();
    void givesBackWhatItWasGiven();
    void showsProblemBesideItsField();
    void unknownKeysGoToTheNearestField();
    void halfTypedNumbersAreProblems();
    void longerListsOfProblemsNameTheFields();
    void onlyTheNewestPlanCounts();
    void planThatFailsIsToldAtItsField();
    void promisesOnlyWhatWasMeasured();
    void onlySingleIsOffered();
    void namesRunsBySettings();
    void splitsAreEven();
    void numbersAreReadInEveryNotation();
    void batchDoublesAndHalves();
    void mnemonicsAreUnique();
};

void TestForm::startsReadyToLaunch() {
    Form f;
    QTRY_VERIFY(f.launch.isEnabled());
    const Experiment experiment = f.form.experiment();
    QCOMPARE(experiment.model.library, std::string("cnn"));
    QCOMPARE(experiment.data.dataset, std::string("fashion-mnist"));
    QVERIFY(experiment.train == Experiment().train);
    QVERIFY(experiment.speed == Experiment().speed);
    QVERIFY(problems_of(experiment).empty());
    QVERIFY(f.form.launchReason().isEmpty());
    const auto tells = [&f](const QString& part) {
        const auto labels = f.form.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&part](const QLabel* label) { return label->text().contains(part); });
    };
    QTRY_VERIFY(tells(u"202"_s));
    QVERIFY(tells(u"60,000"_s));
}

void TestForm::givesBackWhatItWasGiven_data() {
    QTest::addColumn<QString>("toml");
    QTest::newRow("first") << QString::fromStdString(write_experiment(firstExperiment()));
    QTest::newRow("speed")
        << u"name = 'a'\n[speed]\nprecision = 'mixed_bfloat16'\nglobal_batch = 512\naccumulate = 4\n"
           "steps_per_execution = 8\nthreads_per_device = 1\n"_s;
    QTest::newRow("steps")
        << u"name = 'a'\n[train]\noptimizer = 'nesterov'\nsteps = 300\nseed = 7\nrepeats = 3\n"_s;
    QTest::newRow("minutes") << u"name = 'a'\n[train]\noptimizer = 'adamw'\nminutes = 1.5\n"
                                "target = 'val_accuracy >= 0.9'\nstop_at_target = false\n"_s;
    QTest::newRow("loss target") << u"name = 'a'\n[train]\ntarget = 'val_loss <= 0.25'\n"_s;
    QTest::newRow("data") << u"name = 'a'\n[data]\ndataset = 'synthetic:8x8x3/4'\nvalidation = 0.25\n"
                             "[model]\nlibrary = 'mlp'\n"_s;
    QTest::newRow("folder") << u"name = 'a'\n[data]\ndataset = 'idx:some/folder'\n"_s;
    QTest::newRow("seed") << u"name = 'a'\n[train]\nseed = 9007199254740993\n"_s;
}

void TestForm::givesBackWhatItWasGiven() {
    QFETCH(QString, toml);
    Experiment experiment = parse_experiment(toml.toStdString());
    Form f;
    f.form.setExperiment(experiment);
    if (experiment.name.empty())
        experiment.name = suggestedName(experiment).toStdString();
    QCOMPARE(QString::fromStdString(write_experiment(f.form.experiment())),
             QString::fromStdString(write_experiment(experiment)));

    // Every schedule too, with values that are not the defaults.
    for (auto kind : {LearningRate::Kind::constant, LearningRate::Kind::cosine, LearningRate::Kind::step,
                      LearningRate::Kind::one_cycle}) {
        LearningRate rate;
        rate.kind = kind;
        rate.rate = 0.25;
        if (kind != LearningRate::Kind::one_cycle)
            rate.warmup_steps = 10;
        if (kind == LearningRate::Kind::cosine || kind == LearningRate::Kind::one_cycle)
            rate.final_rate = 1e-5;
        if (kind == LearningRate::Kind::step) {
            rate.factor = 0.3;
            rate.every_steps = 200;
        }
        if (kind == LearningRate::Kind::one_cycle)
            rate.peak_at = 0.45;
        experiment.train.learning_rate = rate;
        f.form.setExperiment(experiment);
        QVERIFY(f.form.experiment().train.learning_rate == rate);
    }
}

void TestForm::showsProblemBesideItsField() {
    Form f;
    QTRY_VERIFY(f.launch.isEnabled());
    auto* batch = f.editor<DoublingSpinBox>("one optimizer step");
    QVERIFY(batch);
    batch->setValue(0);
    QTRY_VERIFY(!f.form.problemOf(u"speed.global_batch"_s).isEmpty());
    QVERIFY(!f.launch.isEnabled());
    QVERIFY2(f.form.launchReason().contains(u"Batch"_s), qPrintable(f.form.launchReason()));
    QVERIFY(f.field(u"Batch"_s)->isVisible());
    QVERIFY(f.form.problemOf(u"train.learning_rate"_s).isEmpty());
    batch->setValue(64);
    QTRY_VERIFY(f.launch.isEnabled());
    QVERIFY(f.form.problemOf(u"speed.global_batch"_s).isEmpty());
    QVERIFY(f.form.launchReason().isEmpty());
}

void TestForm::unknownKeysGoToTheNearestField() {
    Form f;
    QTRY_VERIFY(f.launch.isEnabled());
    f.form.showProblems({{"train.learning_rate.unheard_of", 0, "why"}, {"train.minutes", 0, "how long"}});
    QCOMPARE(f.form.problemOf(u"train.learning_rate"_s), u"why"_s);
    QCOMPARE(f.form.problemOf(u"train.epochs"_s), u"how long"_s);
    // One that belongs to no field is the reason itself.
    f.form.showProblems({{"", 0, "the disk is full"}});
    QCOMPARE(f.form.launchReason(), u"the disk is full"_s);
    QVERIFY(f.form.problemOf(u"train.learning_rate"_s).isEmpty());
}

void TestForm::halfTypedNumbersAreProblems() {
    Form f;
    QTRY_VERIFY(f.launch.isEnabled());
    auto* seed = qobject_cast<QLineEdit*>(f.field(u"Seed"_s)->editor());
    QVERIFY(seed);
    seed->setText(u"12x"_s);
    QVERIFY(!f.form.problemOf(u"train.seed"_s).isEmpty()); // at once, not after the check
    QVERIFY(!f.launch.isEnabled());
    QTest::qWait(250); // the answer to the earlier, readable values must not clear it
    QVERIFY(!f.form.problemOf(u"train.seed"_s).isEmpty());
    seed->setText(u"12"_s);
    QTRY_VERIFY(f.launch.isEnabled());
    QCOMPARE(f.form.experiment().train.seed, std::uint64_t{12});
}

void TestForm::longerListsOfProblemsNameTheFields() {
    Form f;
    f.form.showProblems({{"speed.global_batch", 0, "a"}, {"train.seed", 0, "b"}, {"train.seed", 0, "c"}});
    QCOMPARE(f.form.launchReason(), u"Look at: Batch, Seed"_s);
    QCOMPARE(f.form.problemOf(u"train.seed"_s), u"b\nc"_s);
}

void TestForm::onlyTheNewestPlanCounts() {
    Planner planner(nullptr, [](const Experiment& experiment) {
        PlanOutcome outcome;
        outcome.problems = {{"name", 0, experiment.name}};
        return outcome;
    });
    std::vector<std::string> told;
    connect(&planner, &Planner::planned, this,
            [&told](const PlanOutcome& outcome) { told.push_back(outcome.problems.front().message); });
    Experiment experiment;
    for (const char* name : {"a", "b", "c"}) {
        experiment.name = name;
        planner.request(experiment);
    }
    QVERIFY(planner.isBusy());
    QTRY_VERIFY(!planner.isBusy());
    QCOMPARE(told, std::vector<std::string>{"c"});
}

void TestForm::planThatFailsIsToldAtItsField() {
    Experiment experiment;
    experiment.data.dataset = "idx:/no/such/folder";
    const PlanOutcome outcome = planExperiment(experiment);
    QVERIFY(!outcome.plan);
    QVERIFY(!outcome.problems.empty());
    QCOMPARE(outcome.problems.front().field, std::string("data.dataset"));
    QVERIFY(outcome.problems.front().message.find("/no/such/folder") != std::string::npos);

    experiment = Experiment();
    experiment.data.dataset = "synthetic:8x8x1/4";
    experiment.speed.devices = {"cpu:99999"};
    const PlanOutcome device = planExperiment(experiment);
    QVERIFY(!device.plan);
    QCOMPARE(device.problems.front().field.substr(0, 13), std::string("speed.devices"));
    QVERIFY(device.data && device.data->target.classes == 4); // found all the same
}

void TestForm::promisesOnlyWhatWasMeasured() {
    const Experiment experiment = firstExperiment();
    QVERIFY(!measuredSpeedUp({row("mixed_bfloat16", 200)}, experiment, Precision::mixed_bfloat16));
    std::vector<RunRow> rows{row("float32", 100), row("mixed_bfloat16", 180), row("mixed_bfloat16", 182),
                             row("mixed_bfloat16", 190)};
    QVERIFY(qAbs(*measuredSpeedUp(rows, experiment, Precision::mixed_bfloat16) - 1.82) < 1e-9);
    RunRow other = row("mixed_float16", 500);
    other.global_batch = 64; // another batch says nothing about this one
    rows.push_back(other);
    QVERIFY(!measuredSpeedUp(rows, experiment, Precision::mixed_float16));

    const DeviceInfo device = sampleDevice();
    const QString emulated =
        precisionHint(device.precisions.at("mixed_float16"), Precision::mixed_float16, {});
    QVERIFY2(emulated.contains(u"no speed-up expected"_s), qPrintable(emulated));
    const QString native =
        precisionHint(device.precisions.at("mixed_bfloat16"), Precision::mixed_bfloat16, {});
    QVERIFY2(native.contains(u"native"_s) && !native.contains(u"×"_s), qPrintable(native));
    const QString measured =
        precisionHint(device.precisions.at("mixed_bfloat16"), Precision::mixed_bfloat16, 1.82);
    QVERIFY2(measured.contains(u"1.82×"_s), qPrintable(measured));
}

void TestForm::onlySingleIsOffered() {
    Form f;
    f.form.setDevices({sampleDevice()});
    QCOMPARE(f.form.experiment().speed.strategy, Strategy::single);
    for (const QComboBox* box : f.form.findChildren<QComboBox*>())
        for (const char* planned : {"mirrored", "pipeline", "multi_host", "tpu"})
            QVERIFY2(box->findText(QLatin1String(planned)) < 0, planned);
}

void TestForm::namesRunsBySettings() {
    Experiment experiment;
    QCOMPARE(suggestedName(experiment), u"cnn f32 b128"_s);
    experiment.speed.precision = Precision::mixed_bfloat16;
    experiment.speed.global_batch = 512;
    QCOMPARE(suggestedName(experiment), u"cnn bf16 b512"_s);
    Form f;
    f.form.setExperiment(experiment);
    QCOMPARE(f.form.experiment().name, std::string("cnn bf16 b512"));
    experiment.name = "mine";
    f.form.setExperiment(experiment);
    QCOMPARE(f.form.experiment().name, std::string("mine"));
}

void TestForm::splitsAreEven() {
    QCOMPARE(splitOf(512, 4), (std::vector<std::int64_t>{128, 128, 128, 128}));
    QCOMPARE(splitOf(100, 3), (std::vector<std::int64_t>{34, 33, 33}));
    QCOMPARE(splitOf(2, 5), (std::vector<std::int64_t>{1, 1}));
    QVERIFY(splitOf(0, 4).empty());
    QCOMPARE(splitText(512, 4), u"512 → 4 × 128"_s);
    QCOMPARE(splitText(100, 3), u"100 → 34 + 2 × 33"_s);
    QCOMPARE(splitText(128, 1), u"128 at once"_s);
}

void TestForm::numbersAreReadInEveryNotation() {
    NumberEdit edit;
    for (const auto& [text, value] :
         {std::pair{"0.001", 1e-3}, {"1e-3", 1e-3}, {" .5 ", 0.5}, {"-2", -2.0}}) {
        edit.setText(QString::fromLatin1(text));
        QVERIFY2(edit.value() && *edit.value() == value, text);
    }
    for (const char* text : {"", "abc", "1e", "nan", "inf"}) {
        edit.setText(QString::fromLatin1(text));
        QVERIFY2(!edit.value(), text);
    }
    for (double value : {0.1, 1e-3, 1.0 / 3, 6.02e23}) {
        edit.setValue(value);
        QCOMPARE(*edit.value(), value);
    }
}

void TestForm::batchDoublesAndHalves() {
    DoublingSpinBox box;
    box.setValue(48);
    box.stepBy(1);
    QCOMPARE(box.value(), 96);
    box.stepBy(-2);
    QCOMPARE(box.value(), 24);
    box.setValue(1);
    box.stepBy(-1);
    QCOMPARE(box.value(), 1);
}

void TestForm::mnemonicsAreUnique() {
    Form f;
    QSet<QString> seen;
    QStringList texts;
    for (const QLabel* label : f.form.findChildren<QLabel*>())
        if (label->buddy())
            texts += label->text();
    for (const QAbstractButton* button : f.form.findChildren<QAbstractButton*>())
        texts += button->text();
    for (const QString& text : texts) {
        const QString key = QKeySequence::mnemonic(text).toString();
        if (key.isEmpty())
            continue;
        QVERIFY2(!seen.contains(key), qPrintable(text));
        seen.insert(key);
    }
    QVERIFY(seen.size() >= 12);
}

QTEST_MAIN(TestForm)
#include "test_form.moc"
