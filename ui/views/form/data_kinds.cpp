// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/form/data_kinds.h"

#include <QCoreApplication>

#include "engine/data/dataset.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("laptime::ui::DataSection", text);
}

} // namespace

QString datasetTitle(const QString& name) {
    return name == u"fashion-mnist"_s ? u"Fashion-MNIST"_s : name;
}

QString kindOf(const QString& dataset) {
    const qsizetype colon = dataset.indexOf(u':');
    return colon < 0 ? dataset : dataset.left(colon + 1);
}

QString placeOf(const QString& dataset) {
    const qsizetype colon = dataset.indexOf(u':');
    return colon < 0 ? QString() : dataset.mid(colon + 1);
}

std::vector<DataKind> dataKinds() {
    using What = PathEdit::What;
    std::vector<DataKind> kinds;
    for (const std::string& name : dataset_names()) {
        const QString word = QString::fromStdString(name);
        kinds.push_back({word, datasetTitle(word), What::Text, {}, {}});
    }
    const QString folder = translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "Folder"));
    const QString file = translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "File"));
    kinds.push_back(
        {u"images:"_s, translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "Folder of pictures")),
         What::Folder,
         translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection",
                                      "Choose the folder that holds a folder of pictures for each class")),
         folder});
    kinds.push_back({u"csv:"_s, translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "Table (CSV)")),
                     What::File,
                     translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "Choose the table")), file,
                     translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection",
                                                  "Tables (*.csv *.tsv *.txt *.csv.gz);;All files (*)"))});
    kinds.push_back(
        {u"text:"_s, translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "Text file")), What::File,
         translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "Choose the text")), file,
         translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "Texts (*.txt *.gz);;All files (*)"))});
    kinds.push_back(
        {u"npz:"_s, translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "NumPy arrays")), What::File,
         translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "Choose the archive of arrays")), file,
         translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "NumPy arrays (*.npz);;All files (*)"))});
    kinds.push_back({u"cifar10:"_s,
                     translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "CIFAR-10, binary files")),
                     What::Folder,
                     translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection",
                                                  "Choose the folder that holds data_batch_1.bin")),
                     folder});
    kinds.push_back({u"idx:"_s,
                     translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "Folder of IDX files")),
                     What::Folder,
                     translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection",
                                                  "Choose the folder that holds the IDX files")),
                     folder});
    kinds.push_back(
        {u"synthetic:"_s,
         translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "Made-up images")),
         What::Text,
         {},
         translated(QT_TRANSLATE_NOOP("laptime::ui::DataSection", "height x width x channels / classes"))});
    return kinds;
}

} // namespace laptime::ui
