// SPDX-License-Identifier: Apache-2.0
// The tables of a report.
#include "engine/report/tables.h"

#include <cmath>
#include <map>
#include <set>

#include "engine/compare/numbers.h"
#include "engine/compare/settings.h"
#include "engine/core/clock.h"

namespace laptime {

namespace {

std::string id_text(const RunDetails& run) {
    return "#" + std::to_string(run.row.id);
}

std::string of_runs(int reached, int runs) {
    return std::to_string(reached) + " of " + std::to_string(runs);
}

const char* quality_word(QualityGuard::State state) {
    return state == QualityGuard::State::kept   ? "kept"
           : state == QualityGuard::State::lost ? "lost"
                                                : "not known";
}

Table verdicts(const Report& report) {
    Table table{"How much faster",
                "",
                {"", "verdict", "speed-up", "95 % interval", "p", "samples/s", "iterations a day"},
                {},
                {},
                2};
    if (!report.comparisons.empty()) {
        const Comparison& first = report.comparisons.front();
        table.rows.push_back({first.baseline.label(), "baseline", "1", "", "",
                              with_prefix(first.baseline.samples_per_second(), ""),
                              laps_text(first.baseline_laps_per_day)});
        table.marked.push_back(false);
    }
    for (const Comparison& c : report.comparisons) {
        table.rows.push_back({c.other.label(), verdict_text(c), ratio_text(c.speed.ratio),
                              interval_text(c.speed), p_text(c.speed.p_value),
                              with_prefix(c.other.samples_per_second(), ""),
                              laps_text(c.other_laps_per_day)});
        table.marked.push_back(c.confounded || c.quality.state == QualityGuard::State::lost);
    }
    return table;
}

Table quality(const Report& report) {
    Table table{"Quality",
                "Quality is kept when the one-sided 95 % bound of the difference stays above the margin.",
                {"", "quality", "metric", "baseline", "this", "difference", "bound", "margin"},
                {},
                {},
                3};
    for (const Comparison& c : report.comparisons) {
        const QualityGuard& q = c.quality;
        table.rows.push_back({c.other.label(), quality_word(q.state), q.metric, digits(q.baseline, 4),
                              digits(q.other, 4), digits(q.difference, 4), digits(q.bound, 4),
                              "-" + digits(q.margin, 4)});
        table.marked.push_back(q.state == QualityGuard::State::lost);
    }
    return table;
}

Table target(const Report& report) {
    Table table{"Time to target",
                "Speed-up = throughput × samples needed × overhead.",
                {"", "target", "baseline reached", "this reached", "baseline", "this", "speed-up",
                 "throughput", "samples needed", "overhead"},
                {},
                {},
                2};
    for (const Comparison& c : report.comparisons) {
        const TimeToTarget& t = c.target;
        if (t.target.empty())
            continue;
        table.rows.push_back({c.other.label(), t.target, of_runs(t.baseline_reached, t.baseline_runs),
                              of_runs(t.other_reached, t.other_runs), duration_text(t.baseline_s),
                              duration_text(t.other_s), ratio_text(t.speed_up),
                              ratio_text(t.throughput_factor), ratio_text(t.samples_factor),
                              ratio_text(t.overhead_factor)});
        table.marked.push_back(t.baseline_reached < t.baseline_runs || t.other_reached < t.other_runs);
    }
    return table;
}

Table where_time_goes(const std::vector<const Arm::Run*>& runs) {
    Table table{"Where the time goes", "", {"run"}, {}, {}, 1};
    for (const Arm::Run* run : runs) {
        const auto parts = time_parts(run->details);
        if (parts.empty())
            continue;
        std::vector<std::string> row = {id_text(run->details) + " " + run->details.row.name};
        for (const auto& [name, seconds] : parts) {
            if (table.rows.empty())
                table.columns.push_back(name);
            row.push_back(duration_text(seconds));
        }
        table.rows.push_back(row);
        table.marked.push_back(false);
    }
    return table;
}

Table run_table(const std::vector<const Arm::Run*>& runs) {
    Table table{"Runs",
                "Warm-up is left out of every statistic of speed.",
                {"run", "name", "state", "started (UTC)", "seed", "steps", "samples/s", "val_accuracy",
                 "val_loss", "skipped", "start-up", "warm-up", "wall time"},
                {},
                {},
                4};
    for (const Arm::Run* run : runs) {
        const RunRow& row = run->details.row;
        const std::int64_t steps = run->details.end ? run->details.end->steps : row.steps;
        table.rows.push_back({"#" + std::to_string(row.id), row.name, word_of(row.status),
                              row.started ? utc_text(row.started) : "–", std::to_string(row.seed),
                              std::to_string(steps), with_prefix(run->samples_per_second(), ""),
                              digits(row.val_accuracy, 4), digits(row.val_loss, 4),
                              run->details.end ? std::to_string(run->details.end->skipped_steps) : "–",
                              duration_text(row.startup_s),
                              std::to_string(run->warmup_steps) + " steps, " + duration_text(run->warmup_s),
                              duration_text(row.wall_s)});
        table.marked.push_back(row.status == RunStatus::diverged || row.status == RunStatus::failed);
    }
    return table;
}

/// A column an arm, a row a key; rows whose values differ are marked.
Table side_by_side(const Report& report, const std::string& title,
                   std::map<std::string, std::string> (*facts)(const RunDetails&)) {
    Table table{title, "", {""}, {}, {}, 100};
    std::vector<const Arm*> arms;
    for (const Comparison& c : report.comparisons) {
        if (arms.empty())
            arms.push_back(&c.baseline);
        arms.push_back(&c.other);
    }
    std::map<std::string, std::vector<std::set<std::string>>> rows;
    for (std::size_t i = 0; i < arms.size(); ++i) {
        table.columns.push_back(arms[i]->label());
        for (const Arm::Run& run : arms[i]->runs)
            for (const auto& [key, value] : facts(run.details)) {
                rows[key].resize(arms.size());
                rows[key][i].insert(value);
            }
    }
    for (const auto& [key, sets] : rows) {
        std::vector<std::string> row = {key};
        bool differs = false, filled = false;
        for (const std::set<std::string>& values : sets) {
            std::string text;
            for (const std::string& value : values)
                text += (text.empty() ? "" : " | ") + value;
            differs = differs || values != sets.front();
            filled = filled || !text.empty();
            row.push_back(text.empty() ? "–" : text);
        }
        if (!filled)
            continue;
        table.rows.push_back(row);
        table.marked.push_back(differs);
    }
    return table;
}

} // namespace

std::vector<const Arm::Run*> runs_of(const Report& report) {
    std::vector<const Arm::Run*> runs;
    for (const Comparison& c : report.comparisons) {
        if (runs.empty())
            for (const Arm::Run& run : c.baseline.runs)
                runs.push_back(&run);
        for (const Arm::Run& run : c.other.runs)
            runs.push_back(&run);
    }
    return runs;
}

std::vector<std::pair<std::string, double>> time_parts(const RunDetails& run) {
    if (!run.end)
        return {};
    const TimeAccount& time = run.end->time;
    return {{"start-up", time.startup},
            {"waiting for data", time.data},
            {"compute", time.compute},
            {"collectives", time.collective},
            {"host", time.host},
            {"evaluation", time.evaluation},
            {"checkpoints", time.checkpoint}};
}

std::string laps_text(double laps) {
    return std::fabs(laps) < 10    ? digits(laps, 1)
           : std::fabs(laps) < 1e5 ? digits(laps, 0)
                                   : with_prefix(laps, "");
}

std::string p_text(double p_value) {
    return p_value < 0.0001 ? "< 0.0001" : digits(p_value, 4);
}

std::string interval_text(const SpeedUp& speed) {
    if (!std::isfinite(speed.interval.low))
        return "–";
    return digits(speed.interval.low, 2) + "–" + ratio_text(speed.interval.high) +
           (speed.within_one_run ? " within one run" : "");
}

std::string verdict_text(const Comparison& comparison) {
    const SpeedUp& speed = comparison.speed;
    std::string text = word_of(speed.verdict);
    if (speed.within_one_run)
        text = "no claim (within one run)";
    else if (speed.verdict == Verdict::inconclusive)
        text += speed.more_runs > most_more_runs
                    ? ": more than " + std::to_string(most_more_runs) + " more runs would tell"
                    : ": about " + std::to_string(speed.more_runs) + " more runs would tell";
    if (comparison.quality.state == QualityGuard::State::lost)
        text += ", quality lost";
    if (comparison.confounded)
        text += ", confounded";
    return text;
}

std::vector<Table> tables_of(const Report& report) {
    const auto runs = runs_of(report);
    std::vector<Table> all = {
        verdicts(report),
        quality(report),
        target(report),
        where_time_goes(runs),
        run_table(runs),
        side_by_side(report, "Settings", [](const RunDetails& run) { return settings_of(run.experiment); }),
        side_by_side(report, "Machines", [](const RunDetails& run) {
            auto facts = run.machine;
            facts["data"] = run.data_fingerprint;
            return facts;
        })};
    std::erase_if(all, [](const Table& table) { return table.rows.empty(); });
    return all;
}

std::vector<std::string> method_notes() {
    return {"Speed is the samples per second of the median steady-state training step. The first max(5, 2·K) "
            "steps (K: steps "
            "per execution) and further ones until the step time settles are warm-up and left out.",
            "With two or more runs an arm the interval is Welch's on the logarithm of the time of a sample, "
            "at 95 %; with several "
            "settings compared, p-values and intervals carry Holm's correction. Same means that the whole "
            "interval lies within "
            "±1 %.",
            "With one run an arm the interval is a moving-block bootstrap over that run's steps (2000 "
            "replicates, blocks of "
            "n^(1/3) steps). It says how steady the run was, and makes no claim about the setting.",
            "Quality is a one-sided 95 % non-inferiority test of the final metric, with the margin shown. "
            "Runs that diverged count "
            "as lost quality. Runs that never reached the target are counted and not left out.",
            "Iterations a day = 24 h ÷ (start-up + training + evaluation, to the target or the end), the "
            "median of an arm's runs."};
}

} // namespace laptime
