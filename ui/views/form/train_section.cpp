// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that the chosen schedule does not use are not shown.
#include "ui/views/form/train_section.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSpinBox>

#include <cmath>

#include "ui/settings/theme.h"
#include "ui/views/form/number_edit.h"

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
      m_stopThere(new QCheckBox(tr("stop when it is reached"))) {
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
    m_metric->addItem(tr("none"), -1);
    m_metric->addItem(tr("accuracy ≥"), int(Target::Metric::val_accuracy));
    m_metric->addItem(tr("loss ≤"), int(Target::Metric::val_loss));
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
    m_metric->setCurrentIndex(train.target ? m_metric->findData(int(train.target->metric)) : 0);
    if (train.target)
        m_target->setValue(train.target->value);
    else
        m_target->setText(u"0.90"_s);
    m_stopThere->setChecked(train.stop_at_target);
    showKind();
    m_showing = false;
}

void TrainSection::collect(Experiment& experiment) const {
    auto& train = experiment.train;
    train.optimizer = static_cast<OptimizerKind>(m_optimizer->currentData().toInt());
    LearningRate rate;
    rate.kind = static_cast<Kind>(m_schedule->currentData().toInt());
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
}

} // namespace laptime::ui
