// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that the chosen schedule does not use are not shown.
#include "ui/views/form/train_section.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSpinBox>

#include <cmath>

#include "engine/experiment/judgement.h"
#include "ui/settings/theme.h"
#include "ui/views/form/disclosure.h"
#include "ui/views/form/metrics_edit.h"
#include "ui/views/form/number_edit.h"
#include "ui/views/form/path_edit.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;
using Kind = LearningRate::Kind;

namespace {

enum Unit { Epochs, Steps, Minutes };

QWidget* pair(QWidget* left, QWidget* right) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gridUnit / 2);
    layout->addWidget(left, 1);
    layout->addWidget(right, 1);
    row->setFocusProxy(left);
    return row;
}

QSpinBox* makeSpin(int maximum) {
    auto* box = new QSpinBox;
    box->setRange(0, maximum);
    ignoreWheel(box);
    return box;
}

} // namespace

TrainSection::TrainSection(QWidget* parent)
    : FormSection(QString(), parent), m_optimizer(new QComboBox), m_rate(new NumberEdit),
      m_schedule(new QComboBox), m_warmup(makeSpin(10'000'000)), m_finalRate(new NumberEdit),
      m_factor(new NumberEdit), m_every(makeSpin(100'000'000)), m_peakAt(new NumberEdit),
      m_decay(new NumberEdit), m_length(new NumberEdit), m_unit(new QComboBox), m_seed(new QLineEdit),
      m_repeats(makeSpin(1000)), m_metric(new QComboBox), m_target(new NumberEdit),
      m_stopThere(new QCheckBox(tr("stop when it is reached"))),
      m_disclose(new Disclosure(tr("More about training"))),
      m_more([this](const QString& key, const QString& label,
                    QWidget* editor) { return addField(key, label, editor); },
             [this] {
                 showKind();
                 edit();
             }),
      m_monitor(new QComboBox), m_metrics(new MetricsEdit), m_weights(new PathEdit) {
    for (auto kind : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::nesterov,
                      OptimizerKind::rmsprop, OptimizerKind::adam, OptimizerKind::adamw})
        m_optimizer->addItem(QString::fromLatin1(word_of(kind)), int(kind));
    m_schedule->addItem(tr("constant"), int(Kind::constant));
    m_schedule->addItem(tr("cosine"), int(Kind::cosine));
    m_schedule->addItem(tr("in steps"), int(Kind::step));
    m_schedule->addItem(tr("one cycle"), int(Kind::one_cycle));
    m_unit->addItem(tr("epochs"), Epochs);
    m_unit->addItem(tr("steps"), Steps);
    m_unit->addItem(tr("minutes"), Minutes);
    m_repeats->setToolTip(
        tr("The same experiment again with the next seeds: what a claim about speed needs"));
    m_target->setToolTip(tr("Of the validation metric, as 0.90; the time to reach it is measured"));

    addField(u"train.optimizer"_s, tr("Optimi&zer"), m_optimizer);
    addField(u"train.learning_rate"_s, tr("Lear&ning rate"), pair(m_rate, m_schedule));
    addField(u"train.learning_rate.warmup_steps"_s, tr("Warm-&up steps"), m_warmup);
    addField(u"train.learning_rate.final_rate"_s, tr("Final rate"), m_finalRate);
    addField(u"train.learning_rate.factor"_s, tr("Times"), m_factor);
    addField(u"train.learning_rate.every_steps"_s, tr("Every … steps"), m_every);
    addField(u"train.learning_rate.peak_at"_s, tr("Peak at"), m_peakAt);
    field(u"train.learning_rate.peak_at"_s)->setHint(tr("share of all steps before the rate falls"));
    addField(u"train.weight_decay"_s, tr("&Weight decay"), m_decay);
    addField(u"train.epochs"_s, tr("Len&gth"), pair(m_length, m_unit));
    addField(u"train.seed"_s, tr("Seed"), m_seed);
    addField(u"train.repeats"_s, tr("Repea&ts"), m_repeats);
    addField(u"train.target"_s, tr("Target"), pair(m_metric, m_target));
    addField(u"train.stop_at_target"_s, QString(), m_stopThere);

    addKeys();
    fillMetrics();

    for (QComboBox* box : {m_optimizer, m_schedule, m_unit, m_metric}) {
        ignoreWheel(box);
        connect(box, &QComboBox::currentIndexChanged, this, [this] {
            showKind();
            edit();
        });
    }
    for (QLineEdit* line : {static_cast<QLineEdit*>(m_rate), static_cast<QLineEdit*>(m_finalRate),
                            static_cast<QLineEdit*>(m_factor), static_cast<QLineEdit*>(m_peakAt),
                            static_cast<QLineEdit*>(m_decay), static_cast<QLineEdit*>(m_length), m_seed,
                            static_cast<QLineEdit*>(m_target)})
        connect(line, &QLineEdit::textChanged, this, [this] { edit(); });
    for (QSpinBox* box : {m_warmup, m_every, m_repeats})
        connect(box, &QSpinBox::valueChanged, this, [this] { edit(); });
    connect(m_stopThere, &QCheckBox::toggled, this, [this] { edit(); });
    // adamw's decay is the point of adamw: its own default comes with it, and goes with it.
    connect(m_optimizer, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_showing)
            m_decay->setValue(m_optimizer->currentData().toInt() == int(OptimizerKind::adamw) ? 0.01 : 0);
    });
    show(Experiment());
}

void TrainSection::show(const Experiment& experiment) {
    m_showing = true;
    const auto& train = experiment.train;
    m_optimizer->setCurrentIndex(m_optimizer->findData(int(train.optimizer)));
    m_rate->setValue(train.learning_rate.rate);
    m_schedule->setCurrentIndex(m_schedule->findData(int(train.learning_rate.kind)));
    m_warmup->setValue(int(train.learning_rate.warmup_steps));
    m_finalRate->setValue(train.learning_rate.final_rate);
    m_factor->setValue(train.learning_rate.factor);
    m_every->setValue(int(train.learning_rate.every_steps));
    m_peakAt->setValue(train.learning_rate.peak_at);
    m_decay->setValue(train.weight_decay);
    m_unit->setCurrentIndex(train.minutes ? Minutes : train.steps ? Steps : Epochs);
    m_length->setValue(train.minutes  ? *train.minutes
                       : train.steps  ? double(*train.steps)
                       : train.epochs ? double(*train.epochs)
                                      : 5);
    m_seed->setText(QString::number(train.seed));
    m_repeats->setValue(train.repeats);
    m_shownRate = train.learning_rate;
    m_more.show(experiment);
    fillMetrics();
    const int wanted = train.target ? int(train.target->metric) : -1;
    if (m_metric->findData(wanted) < 0)
        m_metric->addItem(targetName(train.target->metric), wanted);
    m_metric->setCurrentIndex(m_metric->findData(wanted));
    if (train.target)
        m_target->setValue(train.target->value);
    else
        m_target->setText(u"0.90"_s);
    m_stopThere->setChecked(train.stop_at_target);
    showKind();
    unfold(!m_more.isPlain(experiment));
    m_showing = false;
}

void TrainSection::collect(Experiment& experiment) const {
    auto& train = experiment.train;
    train.optimizer = static_cast<OptimizerKind>(m_optimizer->currentData().toInt());
    LearningRate rate;
    rate.kind = static_cast<Kind>(m_schedule->currentData().toInt());
    if (rate.kind == m_shownRate.kind)
        rate = m_shownRate; // with what this schedule does not use
    rate.rate = m_rate->value().value_or(rate.rate);
    if (rate.kind != Kind::one_cycle)
        rate.warmup_steps = m_warmup->value();
    if (rate.kind == Kind::cosine || rate.kind == Kind::one_cycle)
        rate.final_rate = m_finalRate->value().value_or(rate.final_rate);
    if (rate.kind == Kind::step) {
        rate.factor = m_factor->value().value_or(rate.factor);
        rate.every_steps = m_every->value();
    }
    if (rate.kind == Kind::one_cycle)
        rate.peak_at = m_peakAt->value().value_or(rate.peak_at);
    train.learning_rate = rate;
    train.weight_decay = m_decay->value().value_or(0);
    train.epochs.reset();
    train.steps.reset();
    train.minutes.reset();
    const double length = m_length->value().value_or(0);
    switch (m_unit->currentData().toInt()) {
    case Steps:
        train.steps = std::int64_t(length);
        break;
    case Minutes:
        train.minutes = length;
        break;
    default:
        train.epochs = std::int64_t(length);
    }
    train.seed = m_seed->text().trimmed().toULongLong();
    train.repeats = m_repeats->value();
    const int metric = m_metric->currentData().toInt();
    train.target.reset();
    if (metric >= 0 && m_target->value())
        train.target = Target{static_cast<Target::Metric>(metric), *m_target->value()};
    train.stop_at_target = m_stopThere->isChecked();
    m_more.collect(experiment);
    if (!usesMomentum())
        train.momentum = Experiment::Train().momentum; // it would be refused beside another optimizer
}

std::vector<Problem> TrainSection::unreadable() const {
    std::vector<Problem> problems;
    const std::string notANumber = tr("Not a number").toStdString();
    const auto check = [&](const NumberEdit* editor, const char* key) {
        if (editor->isVisibleTo(this) && editor->isEnabled() && !editor->value())
            problems.push_back({key, 0, notANumber});
    };
    check(m_rate, "train.learning_rate");
    check(m_finalRate, "train.learning_rate.final_rate");
    check(m_factor, "train.learning_rate.factor");
    check(m_peakAt, "train.learning_rate.peak_at");
    check(m_decay, "train.weight_decay");
    check(m_length, "train.epochs");
    check(m_target, "train.target");
    if (const auto length = m_length->value();
        length && m_unit->currentData().toInt() != Minutes && *length != std::floor(*length))
        problems.push_back({"train.epochs", 0, tr("Write a whole number, or choose minutes").toStdString()});
    bool readable = false;
    m_seed->text().trimmed().toULongLong(&readable);
    if (!readable)
        problems.push_back({"train.seed", 0, tr("Write a whole number, 0 or more").toStdString()});
    const std::vector<Problem> more = m_more.unreadable();
    problems.insert(problems.end(), more.begin(), more.end());
    return problems;
}

void TrainSection::showKind() {
    const Kind kind = static_cast<Kind>(m_schedule->currentData().toInt());
    field(u"train.learning_rate.warmup_steps"_s)->setVisible(kind != Kind::one_cycle);
    field(u"train.learning_rate.final_rate"_s)->setVisible(kind == Kind::cosine || kind == Kind::one_cycle);
    field(u"train.learning_rate.factor"_s)->setVisible(kind == Kind::step);
    field(u"train.learning_rate.every_steps"_s)->setVisible(kind == Kind::step);
    field(u"train.learning_rate.peak_at"_s)->setVisible(kind == Kind::one_cycle);
    const bool target = m_metric->currentData().toInt() >= 0;
    m_target->setEnabled(target);
    field(u"train.stop_at_target"_s)->setVisible(target);

    const bool values = m_kindOfTarget && m_kindOfTarget->kind == TargetKind::values;
    const auto loss = static_cast<LossChoice>(m_loss->currentIndex());
    m_more.setApplies(u"train.label_smoothing"_s,
                      !values && (loss == LossChoice::automatic || loss == LossChoice::cross_entropy));
    m_more.setApplies(u"train.huber_delta"_s, loss == LossChoice::huber);
    m_more.setApplies(u"train.momentum"_s, usesMomentum());
}

bool TrainSection::usesMomentum() const {
    const int optimizer = m_optimizer->currentData().toInt();
    return optimizer == int(OptimizerKind::momentum) || optimizer == int(OptimizerKind::nesterov);
}

void TrainSection::addKeys() {
    using Train = Experiment::Train;
    const auto key = [](auto member) {
        return [member](Experiment & experiment) -> auto& {
            return experiment.train.*member;
        };
    };
    rows()->addWidget(m_disclose);
    connect(m_disclose, &Disclosure::toggledOpen, this, &TrainSection::unfold);
    // In the order of LossChoice.
    Field* loss = m_more.choice<LossChoice>(u"train.loss"_s, tr("Loss"),
                                            {{LossChoice::automatic, tr("as the data suggests")},
                                             {LossChoice::cross_entropy, tr("cross-entropy")},
                                             {LossChoice::binary_cross_entropy, tr("binary cross-entropy")},
                                             {LossChoice::mse, tr("mean squared error")},
                                             {LossChoice::mae, tr("mean absolute error")},
                                             {LossChoice::huber, tr("Huber")}},
                                            key(&Train::loss));
    m_loss = static_cast<QComboBox*>(loss->editor());
    m_more.number(u"train.label_smoothing"_s, tr("Label smoothing"), key(&Train::label_smoothing))
        ->setToolTip(tr("Share of the label that is spread over all classes, as 0.1"));
    m_more.number(u"train.huber_delta"_s, tr("Huber's delta"), key(&Train::huber_delta));
    m_more.number(u"train.momentum"_s, tr("Momentum"), key(&Train::momentum));
    m_more.number(u"train.clip_norm"_s, tr("Clip norm"), key(&Train::clip_norm))
        ->setToolTip(tr("Largest norm of the whole gradient; 0: any"));
    m_more.number(u"train.clip_value"_s, tr("Clip values"), key(&Train::clip_value))
        ->setToolTip(tr("Largest absolute value in the gradient; 0: any"));
    m_more.number(u"train.ema"_s, tr("Average"), key(&Train::ema))
        ->setToolTip(tr("Share that the weights' moving average keeps at each step, as 0.999; "
                        "the average is what is evaluated; 0: none"));
    m_more.flag(u"train.decay_all"_s, tr("decay norms and biases, too"), key(&Train::decay_all));
    m_more.number(u"train.bias_rate_factor"_s, tr("Rate of biases"), key(&Train::bias_rate_factor))
        ->setToolTip(tr("Learning rate of the biases as a multiple of the others'"));
    addMetrics();
    m_more.whole<int>(u"train.patience"_s, tr("Patience"), key(&Train::patience), 0, tr("without end"))
        ->setToolTip(tr("Epochs without a better value before the run ends early"));
    m_more.number(u"train.checkpoint_minutes"_s, tr("Checkpoint every"), key(&Train::checkpoint_minutes))
        ->setHint(tr("minutes"));
    m_more
        .whole<std::int64_t>(u"train.checkpoint_epochs"_s, tr("and every"), key(&Train::checkpoint_epochs), 0,
                             tr("by time alone"))
        ->setHint(tr("epochs"));
    m_weights->setWhat(PathEdit::What::File, tr("Choose weights to start from"), tr("random"),
                       tr("Weights (*.safetensors);;All files (*)"));
    connect(m_weights, &PathEdit::edited, this, [this] { edit(); });
    m_more.custom(
        u"model.weights"_s, tr("First weights"), m_weights,
        [this](const Experiment& experiment) {
            m_weights->setPath(QString::fromStdString(experiment.model.weights));
        },
        [this](Experiment& experiment) {
            experiment.model.weights = m_weights->path().toStdString();
            return QString();
        },
        [](const Experiment& from, Experiment& to) { to.model.weights = from.model.weights; });
}

void TrainSection::addMetrics() {
    ignoreWheel(m_monitor);
    connect(m_monitor, &QComboBox::currentIndexChanged, this, [this] { edit(); });
    connect(m_metrics, &MetricsEdit::edited, this, [this] { edit(); });
    m_more
        .custom(
            u"train.monitor"_s, tr("Best by"), m_monitor,
            [this](const Experiment& experiment) {
                const auto& monitor = experiment.train.monitor;
                fillMetrics();
                if (monitor && m_monitor->findData(int(*monitor)) < 0)
                    m_monitor->addItem(metricName(*monitor), int(*monitor));
                m_monitor->setCurrentIndex(m_monitor->findData(monitor ? int(*monitor) : -1));
            },
            [this](Experiment& experiment) {
                const int metric = m_monitor->currentData().toInt();
                experiment.train.monitor.reset();
                if (metric >= 0)
                    experiment.train.monitor = static_cast<Metric>(metric);
                return QString();
            },
            [](const Experiment& from, Experiment& to) { to.train.monitor = from.train.monitor; })
        ->setToolTip(tr("What chooses the best checkpoint, and ends a run that got no better"));
    m_more
        .custom(
            u"train.metrics"_s, tr("Also measure"), m_metrics,
            [this](const Experiment& experiment) { m_metrics->setMetrics(experiment.train.metrics); },
            [this](Experiment& experiment) {
                experiment.train.metrics = m_metrics->metrics();
                return QString();
            },
            [](const Experiment& from, Experiment& to) { to.train.metrics = from.train.metrics; })
        ->setToolTip(tr("Measured on the validation part after each epoch"));
}

/// Only what can be measured of the data; what is chosen stays, so that its problem can be seen.
void TrainSection::fillMetrics() {
    const auto fill = [this](QComboBox* box, const QString& none, auto nameOf) {
        const QSignalBlocker quiet(box);
        const QVariant chosen = box->count() ? box->currentData() : QVariant(-1);
        box->clear();
        box->addItem(none, -1);
        for (const Metric metric : allMetrics())
            if (!m_kindOfTarget || can_measure(metric, *m_kindOfTarget) || chosen == int(metric))
                box->addItem(nameOf(metric), int(metric));
        box->setCurrentIndex(std::max(0, box->findData(chosen)));
    };
    fill(m_metric, tr("none"), [](Metric metric) { return targetName(metric); });
    fill(m_monitor, tr("as the data suggests"), [](Metric metric) { return metricName(metric); });
    m_metrics->setTarget(m_kindOfTarget);
}

void TrainSection::setTarget(const std::optional<TargetType>& target) {
    if (m_kindOfTarget == target)
        return;
    m_kindOfTarget = target;
    fillMetrics();
    showKind();
}

void TrainSection::setFolder(const QString& path) {
    m_weights->setFolder(path);
}

void TrainSection::unfold(bool open) {
    m_disclose->setOpen(open);
    m_more.setOpen(open);
}

} // namespace laptime::ui
