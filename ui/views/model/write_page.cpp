// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model/write_page.h"

#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/models/model_work.h"
#include "ui/settings/style.h"
#include "ui/settings/theme.h"
#include "ui/views/model/work_bar.h"

namespace laptime::ui {

namespace {

constexpr int promptLines = 3, mostTokens = 100'000;

} // namespace

WritePage::WritePage(ModelWork* work, QWidget* parent)
    : QWidget(parent), m_work(work), m_prompt(new QPlainTextEdit), m_length(new QSpinBox),
      m_temperature(new QDoubleSpinBox), m_seed(new QSpinBox), m_button(new QPushButton),
      m_bar(new WorkBar(work)), m_text(new QPlainTextEdit) {
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    for (QPlainTextEdit* edit : {m_prompt, m_text})
        edit->setFont(fixed);
    m_prompt->setPlaceholderText(tr("The beginning of a text"));
    m_prompt->setAccessibleName(tr("The beginning of a text"));
    m_prompt->setTabChangesFocus(true);
    m_prompt->setFixedHeight(promptLines * QFontMetrics(fixed).lineSpacing() + 2 * gridUnit);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("The text with its continuation"));
    m_text->setPlaceholderText(tr("The continuation appears here."));
    const GenerateOptions plain;
    m_length->setRange(1, mostTokens);
    m_length->setValue(int(plain.tokens));
    m_length->setSuffix(tr(" tokens"));
    m_temperature->setRange(0, 5);
    m_temperature->setSingleStep(0.1);
    m_temperature->setDecimals(2);
    m_temperature->setValue(plain.temperature);
    m_temperature->setToolTip(tr("0: always the likeliest token; 1: as likely as the model says"));
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seed->setValue(int(plain.seed));
    m_seed->setToolTip(tr("Another seed gives another text"));
    m_button->setText(tr("Continue the text"));
    makePrimary(m_button);

    auto* line = new QHBoxLayout;
    line->setSpacing(gridUnit);
    const auto add = [&](const QString& text, QWidget* editor) {
        auto* label = new QLabel(text);
        label->setBuddy(editor);
        line->addWidget(label);
        line->addWidget(editor);
    };
    add(tr("Length"), m_length);
    add(tr("Temperature"), m_temperature);
    add(tr("Seed"), m_seed);
    line->addStretch(1);
    line->addWidget(m_button);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(gridUnit, 0, gridUnit, gridUnit);
    column->setSpacing(gridUnit);
    column->addWidget(m_prompt);
    column->addLayout(line);
    column->addWidget(m_bar);
    column->addWidget(m_text, 1);

    connect(m_button, &QPushButton::clicked, this, &WritePage::start);
    connect(m_prompt, &QPlainTextEdit::textChanged, this, &WritePage::update);
    connect(m_work, &ModelWork::busyChanged, this, &WritePage::update);
    connect(m_work, &ModelWork::wrote, this, &WritePage::append);
    connect(m_work, &ModelWork::failed, this, [this](const QString& why) {
        if (isVisible())
            m_bar->setProblem(why);
    });
    update();
}

void WritePage::setRun(const QString& artifacts) {
    m_artifacts = artifacts;
    m_text->clear();
    m_bar->setProblem({});
    update();
}

void WritePage::update() {
    m_button->setEnabled(!m_work->isBusy() && !m_artifacts.isEmpty() && !m_prompt->toPlainText().isEmpty());
}

void WritePage::start() {
    m_text->setPlainText(m_prompt->toPlainText());
    GenerateOptions options;
    options.tokens = m_length->value();
    options.temperature = m_temperature->value();
    options.seed = std::uint64_t(m_seed->value());
    m_work->generate(m_artifacts, m_prompt->toPlainText(), options);
}

void WritePage::append(const QString& piece) {
    // Whoever scrolled up to read stays there.
    const QScrollBar* bar = m_text->verticalScrollBar();
    const bool atEnd = bar->value() >= bar->maximum();
    QTextCursor end(m_text->document());
    end.movePosition(QTextCursor::End);
    end.insertText(piece);
    if (atEnd)
        m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
}

} // namespace laptime::ui
