// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/predictions_model.h"

#include <algorithm>

#include "ui/models/numbers.h"

namespace laptime::ui {

namespace {

constexpr qsizetype mostValues = 16;

QString guessText(const PredictionResult::Guess& guess) {
    return QStringLiteral("%1 %2").arg(guess.name, percent(guess.probability, 1));
}

} // namespace

void PredictionsModel::setResult(const PredictionResult& result) {
    beginResetModel();
    m_result = result;
    qsizetype guesses = 0, values = 0;
    for (const PredictionResult::Row& row : result.rows) {
        guesses = std::max(guesses, row.guesses.size());
        values = std::max(values, std::min(mostValues, row.values.size()));
    }
    m_columns = result.kind == TargetKind::class_label ? int(guesses ? guesses + 2 : 3) : int(1 + values);
    endResetModel();
}

bool PredictionsModel::isNumber(int column) const {
    return m_result.kind == TargetKind::class_label ? column == FirstProbability : column != Item;
}

int PredictionsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_result.rows.size());
}

int PredictionsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_columns;
}

QVariant PredictionsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    const PredictionResult::Row& row = m_result.rows[index.row()];
    const int column = index.column();
    if (column == Item) {
        if (role == Qt::DisplayRole) // the folder is the same for all, mostly; the tool tip has it
            return row.item.section(QLatin1Char('/'), -1);
        return role == SortRole || role == Qt::ToolTipRole ? row.item : QVariant();
    }
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    if (m_result.kind != TargetKind::class_label) {
        const double value = row.values.value(column - 1);
        return role == SortRole ? QVariant(value) : QVariant(lossText(value));
    }
    if (row.guesses.isEmpty())
        return {};
    switch (column) {
    case First:
        return row.guesses[0].name;
    case FirstProbability:
        return role == SortRole ? QVariant(row.guesses[0].probability)
                                : QVariant(percent(row.guesses[0].probability, 1));
    default:
        return column - 2 < row.guesses.size() ? guessText(row.guesses[column - 2]) : QVariant();
    }
}

QVariant PredictionsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section == Item)
        return tr("File");
    if (m_result.kind != TargetKind::class_label)
        return m_columns == 2 ? tr("Value") : tr("Value %1").arg(section);
    switch (section) {
    case First:
        return tr("Class");
    case FirstProbability:
        return tr("Probability");
    case Second:
        return tr("Second");
    default:
        return tr("Third");
    }
}

} // namespace laptime::ui
