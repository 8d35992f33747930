// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of the runs table say, sort by and explain.
#include <QFont>
#include <QGuiApplication>

#include <cmath>

#include "ui/models/numbers.h"
#include "ui/models/run_colors.h"
#include "ui/models/runs_model.h"

namespace laptime::ui {
namespace {

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

QString joined(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words)
        list.append(text(word));
    return list.join(QStringLiteral(", "));
}

bool isNumeric(int column) {
    switch (column) {
    case RunsModel::Batch:
    case RunsModel::Throughput:
    case RunsModel::SpeedUp:
    case RunsModel::ValAccuracy:
    case RunsModel::ValLoss:
    case RunsModel::TimeToTarget:
    case RunsModel::WallTime:
    case RunsModel::Seed:
    case RunsModel::Steps:
        return true;
    default:
        return false;
    }
}

QString withSpread(const QString& value, const QString& spread) {
    return spread.isEmpty() ? value
                            : value + QStringLiteral(" ± ").replace(QLatin1Char(' '), QChar(0x00A0)) + spread;
}

} // namespace

RunId RunsModel::groupOf(const RunRow& row) {
    return row.group ? row.group : row.id;
}

QString RunsModel::statusText(RunStatus status) {
    switch (status) {
    case RunStatus::queued:
        return tr("queued");
    case RunStatus::running:
        return tr("running");
    case RunStatus::paused:
        return tr("paused");
    case RunStatus::finished:
        return tr("finished");
    case RunStatus::stopped:
        return tr("stopped");
    case RunStatus::diverged:
        return tr("diverged");
    case RunStatus::failed:
        return tr("failed");
    case RunStatus::interrupted:
        return tr("interrupted");
    }
    return {};
}

RunStatus RunsModel::status(const RunRow& row) const {
    const LiveRun* live = m_hub ? m_hub->live(row.id) : nullptr;
    return live ? live->status : row.status;
}

double RunsModel::liveRate(RunId run) const {
    const LiveRun* live = m_hub ? m_hub->live(run) : nullptr;
    return live ? live->samplesPerSecond : not_measured;
}

double RunsModel::baselineRate() const {
    return liveRate(baseline());
}

/// The member's mean over a set of repeats where the table shows sets, else the row's own.
RunsModel::Mean RunsModel::mean(const RunRow& row, double RunRow::*member) const {
    const QList<RunId> runs = m_grouped ? m_groups.value(groupOf(row)) : QList<RunId>{row.id};
    Mean mean;
    double squares = 0;
    for (const RunId run : runs) {
        const RunRow* one = this->row(run);
        if (!one || !std::isfinite(one->*member))
            continue;
        // Welford's update.
        const double value = one->*member, before = mean.value;
        mean.value += (value - mean.value) / ++mean.count;
        squares += (value - before) * (value - mean.value);
    }
    if (mean.count == 0)
        mean.value = not_measured;
    if (mean.count > 1)
        mean.deviation = std::sqrt(squares / (mean.count - 1));
    return mean;
}

double RunsModel::throughput(const RunRow& row) const {
    const double live = liveRate(row.id);
    return std::isfinite(live) ? live : mean(row, &RunRow::samples_per_second).value;
}

QString RunsModel::speedUpText(const RunRow& row) const {
    if (!baseline() || !this->row(baseline()))
        return {};
    if (isBaseline(row))
        return tr("baseline");
    const SpeedUpCell cell = m_speedUps.cell(row, liveRate(row.id), baselineRate());
    return ratioText(cell.ratio, cell.interval.low, cell.interval.high);
}

bool RunsModel::isBaseline(const RunRow& row) const {
    const RunRow* base = this->row(baseline());
    return base && groupOf(*base) == groupOf(row);
}

QVariant RunsModel::display(const RunRow& row, int column) const {
    const LiveRun* live = m_hub ? m_hub->live(row.id) : nullptr;
    switch (column) {
    case Name: {
        const qsizetype size = m_grouped ? m_groups.value(groupOf(row)).size() : 1;
        return size > 1 ? tr("%1 (%n runs)", nullptr, static_cast<int>(size)).arg(text(row.name))
                        : text(row.name);
    }
    case State:
        return statusText(status(row));
    case Precision:
        return text(row.precision);
    case Devices:
        return joined(row.devices);
    case Batch:
        return row.global_batch > 0 ? wholeNumber(row.global_batch) : noNumber();
    case Throughput: {
        const Mean rate = mean(row, &RunRow::samples_per_second);
        const QString value = siNumber(throughput(row));
        return rate.count > 1 && !live ? withSpread(value, siNumber(rate.deviation, 2)) : value;
    }
    case SpeedUp:
        return speedUpText(row);
    case ValAccuracy: {
        if (live && live->lastEpoch)
            return percent(live->lastEpoch->val_accuracy);
        const Mean accuracy = mean(row, &RunRow::val_accuracy);
        return withSpread(percent(accuracy.value),
                          accuracy.count > 1 ? fixedNumber(accuracy.deviation * 100, 2) : QString());
    }
    case ValLoss: {
        if (live && live->lastEpoch)
            return lossText(live->lastEpoch->val_loss);
        const Mean loss = mean(row, &RunRow::val_loss);
        return withSpread(lossText(loss.value), loss.count > 1 ? lossText(loss.deviation) : QString());
    }
    case TimeToTarget:
        return duration(mean(row, &RunRow::time_to_target_s).value);
    case When:
        return localTime(row.started ? row.started : row.created);
    case WallTime:
        return live ? duration(live->last.wall_s) : row.started ? duration(row.wall_s) : noNumber();
    case Model:
        return text(row.model);
    case Dataset:
        return text(row.dataset);
    case Optimizer:
        return text(row.optimizer);
    case Seed:
        return QString::number(row.seed);
    case Steps:
        return wholeNumber(live && live->last.step > 0 ? live->last.step : row.steps);
    case Tags:
        return joined(row.tags);
    case Note:
        return text(row.note).section(QLatin1Char('\n'), 0, 0);
    default:
        return {};
    }
}

QVariant RunsModel::sortValue(const RunRow& row, int column) const {
    const LiveRun* live = m_hub ? m_hub->live(row.id) : nullptr;
    switch (column) {
    case State:
        return static_cast<int>(status(row));
    case Batch:
        return static_cast<qlonglong>(row.global_batch);
    case Throughput:
        return throughput(row);
    case SpeedUp:
        return isBaseline(row) ? 1.0 : m_speedUps.ratio(row, liveRate(row.id), baselineRate());
    case ValAccuracy:
        return live && live->lastEpoch ? live->lastEpoch->val_accuracy
                                       : mean(row, &RunRow::val_accuracy).value;
    case ValLoss:
        return live && live->lastEpoch ? live->lastEpoch->val_loss : mean(row, &RunRow::val_loss).value;
    case TimeToTarget:
        return mean(row, &RunRow::time_to_target_s).value;
    case When:
        return static_cast<qlonglong>(row.started ? row.started : row.created);
    case WallTime:
        return live ? live->last.wall_s : row.wall_s;
    case Seed:
        return static_cast<qulonglong>(row.seed);
    case Steps:
        return static_cast<qlonglong>(live && live->last.step > 0 ? live->last.step : row.steps);
    case Name:
        return text(row.name);
    default:
        return display(row, column);
    }
}

QString RunsModel::toolTip(const RunRow& row, int column) const {
    switch (column) {
    case Name:
        return tr("%1 – %2 on %3, %4, run %5")
            .arg(text(row.name), text(row.model), text(row.dataset), text(row.optimizer))
            .arg(row.id);
    case State:
        return text(row.error);
    case SpeedUp: {
        if (!baseline() || isBaseline(row))
            return {};
        const SpeedUpCell cell = m_speedUps.cell(row, liveRate(row.id), baselineRate());
        QStringList lines;
        if (!cell.summary.isEmpty())
            lines.append(cell.summary);
        if (!cell.compared && std::isfinite(cell.ratio))
            lines.append(tr("Plain ratio of samples/s; the interval follows when both runs have ended."));
        if (cell.withinOneRun)
            lines.append(
                tr("Interval within one run: it says how steady the runs were. Repeat both to claim more."));
        if (cell.confounded)
            lines.append(tr("Something else differs too: see the comparison."));
        return lines.join(QLatin1Char('\n'));
    }
    case When:
        return localTimeLong(row.started ? row.started : row.created);
    case Throughput:
        return tr("Samples per second: median over the training steps, start-up left out");
    case Note:
        return text(row.note);
    default:
        return {};
    }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    const RunRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!row)
        return {};
    const int column = index.column();
    const LiveRun* live = m_hub ? m_hub->live(row->id) : nullptr;
    switch (role) {
    case Qt::DisplayRole:
        return display(*row, column);
    case Qt::EditRole:
        return column == Name ? text(row->name) : column == Note ? text(row->note) : display(*row, column);
    case Qt::ToolTipRole: {
        const QString tip = toolTip(*row, column);
        return tip.isEmpty() ? QVariant() : tip;
    }
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    case Qt::DecorationRole:
        return column == Name ? QVariant(runColor(row->color, isDark(QGuiApplication::palette())))
                              : QVariant();
    case Qt::CheckStateRole:
        return column == Name ? QVariant(m_shown.contains(row->id) ? Qt::Checked : Qt::Unchecked)
                              : QVariant();
    case Qt::FontRole: {
        if (column != Name || !isBaseline(*row))
            return {};
        QFont font;
        font.setBold(true);
        return font;
    }
    case SortRole:
        return sortValue(*row, column);
    case RunIdRole:
        return static_cast<qlonglong>(row->id);
    case StatusRole:
        return static_cast<int>(status(*row));
    case ColorRole:
        return row->color;
    case BaselineRole:
        return isBaseline(*row);
    case GroupRole:
        return static_cast<qlonglong>(groupOf(*row));
    case GroupSizeRole:
        return static_cast<int>(m_groups.value(groupOf(*row)).size());
    case ProgressRole:
        return live && live->start.total_steps > 0 && live->last.step > 0
                   ? static_cast<double>(live->last.step) / static_cast<double>(live->start.total_steps)
                   : not_measured;
    case LowRole:
        return isBaseline(*row) ? not_measured
                                : m_speedUps.cell(*row, liveRate(row->id), baselineRate()).interval.low;
    case HighRole:
        return isBaseline(*row) ? not_measured
                                : m_speedUps.cell(*row, liveRate(row->id), baselineRate()).interval.high;
    case VerdictRole: {
        const SpeedUpCell cell = m_speedUps.cell(*row, liveRate(row->id), baselineRate());
        return cell.compared ? static_cast<int>(cell.verdict) : -1;
    }
    case ResumableRole:
        return row->resumable;
    case TagsRole: {
        QStringList tags;
        for (const std::string& tag : row->tags)
            tags.append(text(tag));
        return tags;
    }
    case ErrorRole:
        return text(row->error);
    default:
        return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case SpeedUp:
            return tr("Throughput against the pinned baseline, with its 95 % interval");
        case ValAccuracy:
            return tr("Accuracy on the validation data after the last epoch");
        case ValLoss:
            return tr("Loss on the validation data after the last epoch");
        case TimeToTarget:
            return tr("Time from the start until the target was reached");
        case Throughput:
            return tr("Median over the training steps, start-up and evaluation left out");
        default:
            return {};
        }
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Run");
    case State:
        return tr("State");
    case Precision:
        return tr("Precision");
    case Devices:
        return tr("Devices");
    case Batch:
        return tr("Batch");
    case Throughput:
        return tr("Samples/s");
    case SpeedUp:
        return tr("Speed-up");
    case ValAccuracy:
        return tr("Val. accuracy");
    case ValLoss:
        return tr("Val. loss");
    case TimeToTarget:
        return tr("To target");
    case When:
        return tr("When");
    case WallTime:
        return tr("Took");
    case Model:
        return tr("Model");
    case Dataset:
        return tr("Data");
    case Optimizer:
        return tr("Optimizer");
    case Seed:
        return tr("Seed");
    case Steps:
        return tr("Steps");
    case Tags:
        return tr("Tags");
    case Note:
        return tr("Note");
    default:
        return {};
    }
}

} // namespace laptime::ui
