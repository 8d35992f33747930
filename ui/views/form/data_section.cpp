// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds are the prefixes of data.dataset: a name alone, "idx:" with a folder, "synthetic:" with a shape.
#include "ui/views/form/data_section.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

#include "ui/models/numbers.h"
#include "ui/settings/icons.h"
#include "ui/settings/theme.h"
#include "ui/views/form/number_edit.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

QString datasetTitle(const QString& name) {
    return name == u"fashion-mnist"_s ? u"Fashion-MNIST"_s : name;
}

QString summaryText(const DataSummary& found) {
    QStringList parts;
    parts += DataSection::tr("%1 to train on, %2 to validate")
                 .arg(wholeNumber(found.train_size), wholeNumber(found.validation_size));
    QStringList sides;
    for (const std::int64_t side : found.sample.shape)
        sides += QString::number(side);
    parts += sides.join(u" × "_s);
    if (found.target.classes > 0)
        parts += DataSection::tr("%n class(es)", nullptr, found.target.classes);
    return parts.join(u" · "_s);
}

DataSection::DataSection(QWidget* parent)
    : FormSection(QString(), parent), m_kind(new QComboBox), m_place(new QLineEdit),
      m_browse(new QToolButton), m_validation(new NumberEdit) {
    for (const std::string& name : dataset_names()) {
        const QString word = QString::fromStdString(name);
        m_kind->addItem(datasetTitle(word), word);
    }
    m_kind->addItem(tr("Folder of IDX files"), u"idx:"_s);
    m_kind->addItem(tr("Made-up images"), u"synthetic:"_s);
    ignoreWheel(m_kind);
    addField(u"data.dataset"_s, tr("&Data"), m_kind);

    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gridUnit / 2);
    layout->addWidget(m_place);
    layout->addWidget(m_browse);
    m_browse->setIcon(themedIcon(u"open"_s));
    m_browse->setToolTip(tr("Choose a folder"));
    m_browse->setAccessibleName(m_browse->toolTip());
    row->setFocusProxy(m_place);
    addField(u"data.place"_s, QString(), row);

    m_validation->setToolTip(
        tr("The fraction split off for validation, where the data has no test part of its own"));
    addField(u"data.validation"_s, tr("Validation"), m_validation);

    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_showing)
            m_place->setText(m_kind->currentData() == u"synthetic:"_s ? u"28x28x1/10"_s : QString());
        showKind();
        edit();
    });
    connect(m_place, &QLineEdit::textChanged, this, [this] { edit(); });
    connect(m_validation, &QLineEdit::textChanged, this, [this] { edit(); });
    connect(m_browse, &QToolButton::clicked, this, &DataSection::browse);
    m_validation->setValue(Experiment::Data().validation);
    showKind();
}

void DataSection::show(const Experiment& experiment) {
    m_showing = true;
    const QString dataset = QString::fromStdString(experiment.data.dataset);
    const qsizetype colon = dataset.indexOf(u':');
    const QString kind = colon < 0 ? dataset : dataset.left(colon + 1);
    int index = m_kind->findData(kind);
    if (index < 0) {
        m_kind->addItem(dataset, dataset);
        index = m_kind->count() - 1;
    }
    m_kind->setCurrentIndex(index);
    m_place->setText(colon < 0 ? QString() : dataset.mid(colon + 1));
    m_validation->setValue(experiment.data.validation);
    showKind();
    clearFound();
    m_showing = false;
}

void DataSection::collect(Experiment& experiment) const {
    QString dataset = m_kind->currentData().toString();
    if (dataset.endsWith(u':'))
        dataset += m_place->text().trimmed();
    experiment.data.dataset = dataset.toStdString();
    if (const auto fraction = m_validation->value())
        experiment.data.validation = *fraction;
}

std::vector<Problem> DataSection::unreadable() const {
    std::vector<Problem> problems;
    if (m_kind->currentData() == u"idx:"_s && m_place->text().trimmed().isEmpty())
        problems.push_back({"data.place", 0, tr("Choose the folder that holds the IDX files").toStdString()});
    if (!m_validation->value())
        problems.push_back({"data.validation", 0, tr("Not a number").toStdString()});
    return problems;
}

void DataSection::showFound(const DataSummary& found) {
    field(u"data.dataset"_s)->setHint(summaryText(found));
}

void DataSection::clearFound() {
    field(u"data.dataset"_s)->setHint(QString());
}

void DataSection::showKind() {
    const QString kind = m_kind->currentData().toString();
    const bool folder = kind == u"idx:"_s, made = kind == u"synthetic:"_s;
    field(u"data.place"_s)->setVisible(folder || made);
    m_browse->setVisible(folder);
    m_place->setPlaceholderText(folder ? tr("Folder") : tr("height x width x channels / classes"));
    m_place->setAccessibleName(folder ? tr("Folder") : tr("Shape and classes"));
    // Data sets with a name bring a test part; the fraction would do nothing there.
    field(u"data.validation"_s)->setVisible(kind.endsWith(u':'));
}

void DataSection::browse() {
    auto* dialog = new QFileDialog(this, tr("Folder of IDX files"), m_folder);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_place->setText(path);
        emit folderChosen(path);
    });
    dialog->open();
}

} // namespace laptime::ui
