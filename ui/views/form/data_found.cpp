// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/form/data_found.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/settings/theme.h"
#include "ui/views/form/class_bars.h"
#include "ui/views/picture_strip.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

namespace {

constexpr int pictureSide = 5 * gridUnit, mostLines = 6, mostWarnings = 3;

} // namespace

DataFound::DataFound(QWidget* parent)
    : QWidget(parent), m_state(new ToneLabel(Tone::Muted)), m_classes(new ToneLabel(Tone::Muted)),
      m_bars(new ClassBars), m_pictures(new PictureStrip(pictureSide)), m_text(new QLabel),
      m_rows(new QTableWidget), m_warnings(new ToneLabel(Tone::Warning)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gridUnit / 2);
    for (QWidget* part :
         {static_cast<QWidget*>(m_pictures), static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_rows),
          static_cast<QWidget*>(m_bars), static_cast<QWidget*>(m_classes), static_cast<QWidget*>(m_warnings),
          static_cast<QWidget*>(m_state)})
        column->addWidget(part);
    for (ToneLabel* label : {m_state, m_classes, m_warnings}) {
        label->setFont(scaledFont(-1));
        label->setWordWrap(true);
    }
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_pictures->setAccessibleName(tr("Samples"));
    m_rows->setAccessibleName(tr("First rows"));
    m_rows->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_rows->setSelectionMode(QAbstractItemView::NoSelection);
    m_rows->setFocusPolicy(Qt::NoFocus);
    m_rows->setFont(scaledFont(-1));
    m_rows->verticalHeader()->hide();
    m_rows->verticalHeader()->setDefaultSectionSize(QFontMetrics(m_rows->font()).height() + gridUnit / 2);
    m_rows->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_rows->horizontalHeader()->setFont(scaledFont(-1));
    m_rows->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_rows->setWordWrap(false);
    clear();
}

void DataFound::clear() {
    setPreview({});
}

void DataFound::setBusy() {
    clear();
    m_state->setTextOrHide(tr("Reading samples…"));
    show();
}

void DataFound::setPreview(const DataPreview& preview) {
    QList<PictureStrip::Item> items;
    for (const DataPreview::Picture& picture : preview.pictures)
        items.append({picture.image, picture.caption, {}, {}});
    m_pictures->setItems(items);
    m_pictures->setVisible(!items.isEmpty());

    const QStringList lines = preview.text.split(u'\n').mid(0, mostLines);
    m_text->setText(lines.join(u'\n'));
    m_text->setVisible(!preview.text.isEmpty());

    showRows(preview);
    m_bars->setCounts(preview.classes, preview.counts);
    m_classes->setTextOrHide(classesText(preview.classes, preview.counts));

    QStringList warnings = preview.warnings.mid(0, mostWarnings);
    if (preview.warnings.size() > mostWarnings)
        warnings += tr("and %n more", nullptr, int(preview.warnings.size() - mostWarnings));
    m_warnings->setTextOrHide(warnings.join(u'\n'));
    m_warnings->setToolTip(preview.warnings.join(u'\n'));
    m_state->setTone(preview.problem.isEmpty() ? Tone::Muted : Tone::Bad);
    m_state->setTextOrHide(preview.problem);
    setVisible(!items.isEmpty() || !preview.text.isEmpty() || !preview.rows.isEmpty() ||
               !preview.counts.isEmpty() || !warnings.isEmpty() || !preview.problem.isEmpty());
}

void DataFound::showRows(const DataPreview& preview) {
    m_rows->setVisible(!preview.rows.isEmpty());
    if (preview.rows.isEmpty())
        return;
    m_rows->clear();
    m_rows->setColumnCount(int(preview.header.size()));
    m_rows->setRowCount(int(preview.rows.size()));
    m_rows->setHorizontalHeaderLabels(preview.header);
    for (int row = 0; row < preview.rows.size(); ++row)
        for (int column = 0; column < std::min(preview.rows[row].size(), preview.header.size()); ++column)
            m_rows->setItem(row, column, new QTableWidgetItem(preview.rows[row][column]));
    m_rows->resizeColumnsToContents();
    const int scrollBar = m_rows->horizontalScrollBar()->sizeHint().height();
    m_rows->setFixedHeight(m_rows->horizontalHeader()->sizeHint().height() +
                           int(preview.rows.size()) * m_rows->verticalHeader()->defaultSectionSize() +
                           scrollBar + 2);
}

QString DataFound::classesLine() const {
    return m_classes->text();
}

QString DataFound::textShown() const {
    return m_text->text();
}

} // namespace laptime::ui
