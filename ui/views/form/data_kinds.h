// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of data sets as the form shows them: the prefix of data.dataset, a title, and how a place is
// chosen.
#pragma once

#include <QString>

#include <vector>

#include "ui/views/form/path_edit.h"

namespace laptime::ui {

struct DataKind {
    QString prefix; ///< "csv:"; a name without a colon stands for itself
    QString title;
    PathEdit::What what = PathEdit::What::Text;
    QString chooser;     ///< title of the dialog, and what is asked for where there is no place
    QString placeholder; ///< in the empty line
    QString filter = {};

    bool hasPlace() const { return prefix.endsWith(u':'); }
    bool isFiles() const { return hasPlace() && what != PathEdit::What::Text; }
    bool isImages() const { return prefix == u"images:"; }
    bool isTable() const { return prefix == u"csv:"; }
    bool isArrays() const { return prefix == u"npz:"; }
    bool isText() const { return prefix == u"text:"; }
    /// Samples may be pictures that can be augmented.
    bool mayBePictures() const { return !isTable() && !isText(); }
};

std::vector<DataKind> dataKinds();

/// The prefix of data.dataset: "csv:" of "csv:/data/houses.csv", the whole of a name without a colon.
QString kindOf(const QString& dataset);
/// What stands behind it.
QString placeOf(const QString& dataset);

/// A data set's name as the form writes it: "Fashion-MNIST".
QString datasetTitle(const QString& name);

} // namespace laptime::ui
