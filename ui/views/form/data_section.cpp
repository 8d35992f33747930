// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of another kind of data keep what a file or run said while the kind stays, and are plain after a
// change of it.
#include "ui/views/form/data_section.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLineEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "ui/models/numbers.h"
#include "ui/models/sample_picture.h"
#include "ui/settings/theme.h"
#include "ui/views/form/data_found.h"
#include "ui/views/form/disclosure.h"
#include "ui/views/form/number_edit.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;
using Data = Experiment::Data;

namespace {

/// A key of [data] as the editors want it.
template <class T>
KeyEditors::Ref<T> key(T Data::*member) {
    return [member](Experiment& experiment) -> T& { return experiment.data.*member; };
}

template <class T>
KeyEditors::Ref<T> key(T Augment::*member) {
    return [member](Experiment& experiment) -> T& { return experiment.data.augment.*member; };
}

/// "32 x 48" as [32, 48], one number as a square; nothing for other text.
std::optional<std::vector<std::int64_t>> sizeOf(const QString& text) {
    static const QRegularExpression form(u"^\\s*(\\d{1,6})\\s*(?:[x×*,]?\\s*(\\d{1,6}))?\\s*$"_s);
    if (text.trimmed().isEmpty())
        return std::vector<std::int64_t>();
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const std::int64_t height = match.captured(1).toLongLong();
    return std::vector<std::int64_t>{height,
                                     match.captured(2).isEmpty() ? height : match.captured(2).toLongLong()};
}

QString textOf(const std::vector<std::int64_t>& size) {
    QStringList sides;
    for (const std::int64_t side : size)
        sides += QString::number(side);
    return sides.join(u" × "_s);
}

} // namespace

QString summaryText(const DataSummary& found) {
    QStringList parts;
    parts += DataSection::tr("%1 to train on, %2 to validate")
                 .arg(wholeNumber(found.train_size), wholeNumber(found.validation_size));
    switch (found.target.kind) {
    case TargetKind::class_label:
        parts += textOf(found.sample.shape);
        if (found.target.classes > 0)
            parts += DataSection::tr("%n class(es)", nullptr, found.target.classes);
        break;
    case TargetKind::values:
        parts += textOf(found.sample.shape);
        parts += DataSection::tr("%n number(s) to learn", nullptr, int(found.target.width));
        break;
    case TargetKind::tokens:
        parts += DataSection::tr("%n token(s) each", nullptr, int(found.sample.count()));
        parts += DataSection::tr("vocabulary of %1").arg(wholeNumber(found.target.classes));
        break;
    }
    return parts.join(u" · "_s);
}

DataSection::DataSection(QWidget* parent)
    : FormSection(QString(), parent), m_kinds(dataKinds()), m_kind(new QComboBox), m_place(new PathEdit),
      m_found(new DataFound), m_keys([this](const QString& key, const QString& label,
                                            QWidget* editor) { return addField(key, label, editor); },
                                     [this] { edit(); }),
      m_augment([this](const QString& key, const QString& label,
                       QWidget* editor) { return addField(key, label, editor); },
                [this] { edit(); }),
      m_disclose(new Disclosure(tr("Augmentation"))) {
    for (const DataKind& kind : m_kinds)
        m_kind->addItem(kind.title, kind.prefix);
    ignoreWheel(m_kind);
    addField(u"data.kind"_s, tr("&Data"), m_kind);
    addField(u"data.place"_s, QString(), m_place);
    rows()->addWidget(m_found);
    addKeys();

    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_showing)
            m_place->setPath(kind().prefix == u"synthetic:"_s ? u"28x28x1/10"_s : QString());
        m_summary.reset();
        showKind();
        edit();
    });
    connect(m_place, &PathEdit::edited, this, [this] { edit(); });
    connect(m_place, &PathEdit::chosen, this, [this](const QString& path) {
        emit folderChosen(kind().what == PathEdit::What::Folder ? path : QFileInfo(path).absolutePath());
    });
    connect(m_disclose, &Disclosure::toggledOpen, this, &DataSection::unfold);
    show(Experiment());
}

void DataSection::addKeys() {
    auto* size = new QLineEdit;
    size->setPlaceholderText(tr("as they are"));
    connect(size, &QLineEdit::textChanged, this, [this] { edit(); });
    m_keys
        .custom(
            u"data.image_size"_s, tr("Size"), size,
            [size](const Experiment& experiment) { size->setText(textOf(experiment.data.image_size)); },
            [size](Experiment& experiment) {
                const auto sides = sizeOf(size->text());
                if (!sides)
                    return tr("Write height and width in pixels, as 32 x 32");
                experiment.data.image_size = *sides;
                return QString();
            },
            [](const Experiment& from, Experiment& to) { to.data.image_size = from.data.image_size; })
        ->setToolTip(tr("Height and width that every picture is brought to, in pixels"));
    m_keys.choice<std::string>(
        u"data.resize"_s, tr("Fit by"),
        {{"stretch", tr("stretching")}, {"crop", tr("cropping")}, {"pad", tr("padding")}},
        key(&Data::resize));
    m_keys.choice<std::int64_t>(u"data.channels"_s, tr("Colours"),
                                {{0, tr("colour")}, {1, tr("grey")}, {3, tr("colour (3 channels)")}},
                                key(&Data::channels));
    m_keys.text(u"data.target"_s, tr("Column to learn"), key(&Data::target), tr("the last one"));
    m_keys.choice<std::string>(
        u"data.task"_s, tr("To learn"),
        {{"", tr("as the data suggests")}, {"classification", tr("classes")}, {"regression", tr("numbers")}},
        key(&Data::task));
    m_keys.flag(u"data.header"_s, tr("the first line names the columns"), key(&Data::header));
    m_keys.whole<std::int64_t>(u"data.context"_s, tr("Context"), key(&Data::context), 1)
        ->setToolTip(tr("Tokens that the model sees at once"));
    m_keys.choice<std::string>(u"data.tokens"_s, tr("Tokens"),
                               {{"characters", tr("characters")}, {"bytes", tr("bytes")}},
                               key(&Data::tokens));
    m_keys.number(u"data.validation"_s, tr("Validation"), key(&Data::validation))
        ->setToolTip(tr("The fraction split off for validation, where the data has no test part of its own"));
    ClassWeights balanced;
    balanced.kind = ClassWeights::Kind::balanced;
    m_keys
        .choice<ClassWeights>(u"data.class_weights"_s, tr("Classes weigh"),
                              {{ClassWeights(), tr("all the same")}, {balanced, tr("more where rare")}},
                              key(&Data::class_weights))
        ->setToolTip(tr("How much a class counts in the loss"));

    rows()->addWidget(m_disclose);
    m_augment.choice<Augment::Flip>(u"data.augment.flip"_s, tr("Flip"),
                                    {{Augment::Flip::none, tr("never")},
                                     {Augment::Flip::random, tr("by chance")},
                                     {Augment::Flip::alternate, tr("every other epoch")}},
                                    key(&Augment::flip));
    m_augment.whole<std::int64_t>(u"data.augment.shift"_s, tr("Shift"), key(&Augment::shift), 0, tr("none"))
        ->setToolTip(tr("Pixels in each direction"));
    m_augment
        .whole<std::int64_t>(u"data.augment.crop_padding"_s, tr("Crop padding"), key(&Augment::crop_padding),
                             0, tr("none"))
        ->setToolTip(tr("Pixels mirrored around the picture before a part of its old size is cut out"));
    m_augment.number(u"data.augment.rotation"_s, tr("Rotation"), key(&Augment::rotation))
        ->setToolTip(tr("Degrees to either side"));
    m_augment
        .whole<std::int64_t>(u"data.augment.cutout"_s, tr("Cut-out"), key(&Augment::cutout), 0, tr("none"))
        ->setToolTip(tr("Side of a black square at a random place, in pixels"));
    m_augment.number(u"data.augment.color_jitter"_s, tr("Colour jitter"), key(&Augment::color_jitter))
        ->setToolTip(tr("Share by which brightness, contrast and saturation change, 0 to 1"));
}

const DataKind& DataSection::kind() const {
    static const DataKind unknown;
    const int index = m_kind->currentIndex();
    return index >= 0 && std::size_t(index) < m_kinds.size() ? m_kinds[std::size_t(index)] : unknown;
}

void DataSection::show(const Experiment& experiment) {
    m_showing = true;
    const QString dataset = QString::fromStdString(experiment.data.dataset);
    m_shownKind = kindOf(dataset);
    int index = m_kind->findData(m_shownKind);
    if (index < 0) {
        // From a file or an older run: kept as it is, and the check says what is wrong with it.
        m_kinds.push_back({m_shownKind, dataset, PathEdit::What::Text, {}, {}});
        m_kind->addItem(dataset, m_shownKind);
        index = m_kind->count() - 1;
    }
    m_kind->setCurrentIndex(index);
    m_place->setPath(placeOf(dataset));
    m_keys.show(experiment);
    m_augment.show(experiment);
    m_summary.reset();
    showKind();
    unfold(!m_augment.isPlain(experiment));
    clearFound();
    m_showing = false;
}

void DataSection::collect(Experiment& experiment) const {
    QString dataset = kind().prefix;
    if (kind().hasPlace())
        dataset += m_place->path();
    experiment.data.dataset = dataset.toStdString();
    const bool other = kind().prefix != m_shownKind;
    m_keys.collect(experiment, other);
    m_augment.collect(experiment, other);
}

std::vector<Problem> DataSection::unreadable() const {
    std::vector<Problem> problems;
    if (kind().isFiles() && m_place->path().isEmpty())
        problems.push_back({"data.place", 0, kind().chooser.toStdString()});
    for (const KeyEditors* keys : {&m_keys, &m_augment}) {
        const std::vector<Problem> more = keys->unreadable();
        problems.insert(problems.end(), more.begin(), more.end());
    }
    return problems;
}

void DataSection::showFound(const DataSummary& found) {
    field(u"data.dataset"_s)->setHint(summaryText(found));
    m_summary = found;
    showKind();
}

void DataSection::clearFound() {
    for (const QString& key : {u"data.kind"_s, u"data.place"_s})
        field(key)->setHint(QString());
}

void DataSection::setFolder(const QString& path) {
    m_place->setFolder(path);
}

void DataSection::showKind() {
    const DataKind& now = kind();
    m_place->setWhat(now.what, now.chooser, now.placeholder, now.filter);
    Field* place = field(u"data.place"_s);
    place->setVisible(now.hasPlace());
    setFieldOf(u"data.dataset"_s, now.hasPlace() ? place : field(u"data.kind"_s));
    for (const char* name : {"data.image_size", "data.resize", "data.channels"})
        m_keys.setApplies(QLatin1String(name), now.isImages());
    m_keys.setApplies(u"data.target"_s, now.isTable());
    m_keys.setApplies(u"data.header"_s, now.isTable());
    m_keys.setApplies(u"data.task"_s, now.isTable() || now.isArrays());
    m_keys.setApplies(u"data.context"_s, now.isText());
    m_keys.setApplies(u"data.tokens"_s, now.isText());
    // Data sets with a name bring a test part; the fraction would do nothing there.
    m_keys.setApplies(u"data.validation"_s, now.hasPlace());
    const bool classes = m_summary ? m_summary->target.kind == TargetKind::class_label : !now.isText();
    m_keys.setApplies(u"data.class_weights"_s, classes);
    const bool pictures =
        now.mayBePictures() &&
        (!m_summary || (isPicture(m_summary->sample) && m_summary->sample.element == ElementType::u8));
    for (const char* name : {"data.augment.flip", "data.augment.shift", "data.augment.crop_padding",
                             "data.augment.rotation", "data.augment.cutout", "data.augment.color_jitter"})
        m_augment.setApplies(QLatin1String(name), pictures);
    m_disclose->setVisible(pictures);
}

void DataSection::unfold(bool open) {
    m_disclose->setOpen(open);
    m_augment.setOpen(open);
}

} // namespace laptime::ui
