// SPDX-License-Identifier: GPL-3.0-or-later
// A card is made once for a comparison that does not change; rows that have nothing to say are left out.
#include "ui/views/comparison_card.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <cmath>

#include "ui/models/numbers.h"
#include "ui/settings/theme.h"
#include "ui/views/interval_bar.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

Tone toneOf(const SpeedUp& speed) {
    switch (speed.verdict) {
    case Verdict::faster:
        return Tone::Good;
    case Verdict::slower:
        return Tone::Bad;
    default:
        return Tone::Muted;
    }
}

/// Two or three columns of text: a label, the baseline's value, the other's.
class Table {
public:
    explicit Table(QWidget* parent) : m_parent(parent), m_grid(new QGridLayout) {
        m_grid->setHorizontalSpacing(2 * gridUnit);
        m_grid->setVerticalSpacing(gridUnit / 2);
        m_grid->setColumnMinimumWidth(0, 18 * gridUnit);
        m_grid->setColumnStretch(3, 1);
    }

    void row(const QString& label, const QString& baseline, const QString& other, Tone tone = Tone::Plain) {
        const int at = m_grid->rowCount();
        add(new ToneLabel(label, Tone::Muted, m_parent), at, 0);
        auto* left = add(new ToneLabel(baseline, Tone::Plain, m_parent), at, 1);
        auto* right = add(new ToneLabel(other, tone, m_parent), at, 2);
        left->setFont(tabularFont(left->font()));
        right->setFont(tabularFont(right->font()));
    }

    void head(const QString& label, const QString& baseline, const QString& other) {
        const int at = m_grid->rowCount();
        for (int column = 0; column < 3; ++column) {
            const QString words = column == 0 ? label : column == 1 ? baseline : other;
            ToneLabel* title =
                add(new ToneLabel(words, column == 0 ? Tone::Plain : Tone::Muted, m_parent), at, column);
            title->setFont(scaledFont(0, column == 0));
        }
    }

    void wide(const QString& words, Tone tone) {
        auto* label = new ToneLabel(words, tone, m_parent);
        label->setWordWrap(true);
        m_grid->addWidget(label, m_grid->rowCount(), 0, 1, 4);
    }

    void gap() { m_grid->setRowMinimumHeight(m_grid->rowCount(), gridUnit / 2); }

    QGridLayout* layout() const { return m_grid; }

private:
    ToneLabel* add(ToneLabel* label, int row, int column) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_grid->addWidget(label, row, column, Qt::AlignLeft | Qt::AlignTop);
        return label;
    }

    QWidget* m_parent;
    QGridLayout* m_grid;
};

void addSpeed(Table& table, const Comparison& comparison) {
    const auto rates = [](const Arm& arm) {
        double sum = 0;
        int count = 0;
        for (const Arm::Run& run : arm.runs)
            if (std::isfinite(run.details.row.samples_per_second)) {
                sum += run.details.row.samples_per_second;
                ++count;
            }
        return count ? sum / count : not_measured;
    };
    table.row(ComparisonCard::tr("Throughput"),
              siNumber(rates(comparison.baseline), ComparisonCard::tr("samples/s")),
              siNumber(rates(comparison.other), ComparisonCard::tr("samples/s")));
    if (std::isfinite(comparison.baseline_laps_per_day) || std::isfinite(comparison.other_laps_per_day))
        table.row(ComparisonCard::tr("Laps a day"), siNumber(comparison.baseline_laps_per_day),
                  siNumber(comparison.other_laps_per_day));
}

void addQuality(Table& table, const QualityGuard& quality) {
    const bool accuracy = quality.metric == "val_accuracy";
    const auto number = [accuracy](double value) { return accuracy ? percent(value) : lossText(value); };
    const Tone tone = quality.state == QualityGuard::State::kept   ? Tone::Good
                      : quality.state == QualityGuard::State::lost ? Tone::Bad
                                                                   : Tone::Plain;
    // The sentence above says what that means; here are the numbers it is made from.
    table.row(accuracy ? ComparisonCard::tr("Val. accuracy") : ComparisonCard::tr("Val. loss"),
              number(quality.baseline), number(quality.other), tone);
}

void addTarget(Table& table, const TimeToTarget& target) {
    if (target.baseline_reached + target.other_reached == 0)
        return;
    const auto reached = [](double seconds, int of, int runs) {
        return of ? ComparisonCard::tr("%1 (%2 of %3 runs)").arg(duration(seconds)).arg(of).arg(runs)
                  : ComparisonCard::tr("not reached (0 of %1 runs)").arg(runs);
    };
    table.row(ComparisonCard::tr("Time to target"),
              reached(target.baseline_s, target.baseline_reached, target.baseline_runs),
              reached(target.other_s, target.other_reached, target.other_runs));
    if (std::isfinite(target.speed_up))
        table.wide(ComparisonCard::tr("Time to target %1 = throughput %2 · samples needed %3 · overhead %4")
                       .arg(ratioText(target.speed_up), ratioText(target.throughput_factor),
                            ratioText(target.samples_factor), ratioText(target.overhead_factor)),
                   Tone::Plain);
}

void addDifferences(Table& table, const Comparison& comparison) {
    table.gap();
    if (comparison.differences.empty()) {
        table.wide(ComparisonCard::tr("Nothing differs but the seed and the time."), Tone::Muted);
        return;
    }
    table.head(ComparisonCard::tr("What differs"), ComparisonCard::tr("baseline"),
               text(comparison.other.label()));
    for (const Difference& one : comparison.differences)
        table.row(text(one.what), text(one.baseline), text(one.other),
                  one.intended ? Tone::Plain : Tone::Warning);
    if (comparison.confounded)
        table.wide(
            ComparisonCard::tr("Not only the settings differ: what is marked may be the cause as well."),
            Tone::Warning);
}

} // namespace

QString verdictText(const SpeedUp& speed) {
    switch (speed.verdict) {
    case Verdict::faster:
        return ComparisonCard::tr("faster");
    case Verdict::slower:
        return ComparisonCard::tr("slower");
    case Verdict::same:
        return ComparisonCard::tr("the same");
    case Verdict::inconclusive:
        break;
    }
    return ComparisonCard::tr("not decided yet");
}

ComparisonCard::ComparisonCard(const Comparison& comparison, QWidget* parent) : QFrame(parent) {
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * gridUnit, 2 * gridUnit, 2 * gridUnit, 2 * gridUnit);
    layout->setSpacing(gridUnit);

    auto* title = new QLabel(
        tr("%1 against %2").arg(text(comparison.other.label()), text(comparison.baseline.label())));
    title->setFont(scaledFont(1, true));
    title->setWordWrap(true);
    layout->addWidget(title);

    const SpeedUp& speed = comparison.speed;
    auto* number = new ToneLabel(
        tr("%1  %2").arg(ratioText(speed.ratio, speed.interval.low, speed.interval.high), verdictText(speed)),
        toneOf(speed));
    number->setFont(tabularFont(scaledFont(6, true)));
    layout->addWidget(number);
    auto* bar = new IntervalBar;
    bar->setSpeedUp(speed.ratio, speed.interval.low, speed.interval.high, toneOf(speed));
    layout->addWidget(bar);
    auto* sentence = new QLabel(text(comparison.summary));
    sentence->setWordWrap(true);
    sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(sentence);
    Table table(this);
    table.head(tr("What was measured"), tr("baseline"), text(comparison.other.label()));
    addSpeed(table, comparison);
    addQuality(table, comparison.quality);
    addTarget(table, comparison.target);
    addDifferences(table, comparison);
    layout->addLayout(table.layout());
}

} // namespace laptime::ui
