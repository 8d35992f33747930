// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model/work_bar.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/models/model_work.h"
#include "ui/models/numbers.h"
#include "ui/settings/icons.h"
#include "ui/settings/theme.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

namespace {

constexpr int mostWarnings = 3;

} // namespace

WorkBar::WorkBar(ModelWork* work, QWidget* parent)
    : QWidget(parent), m_work(work), m_line(new QWidget), m_bar(new QProgressBar),
      m_state(new ToneLabel(Tone::Muted)), m_cancel(new QToolButton), m_problem(new ToneLabel(Tone::Bad)),
      m_warnings(new ToneLabel(Tone::Warning)) {
    auto* line = new QHBoxLayout(m_line);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(gridUnit);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(gridUnit);
    m_bar->setAccessibleName(tr("Progress"));
    m_state->setMinimumWidth(18 * gridUnit); // numbers that grow do not move the bar
    m_state->setFont(tabularFont(m_state->font()));
    m_cancel->setIcon(themedIcon(QStringLiteral("stop")));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("End this; what is done by then is shown"));
    m_cancel->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    line->addWidget(m_bar, 1);
    line->addWidget(m_state);
    line->addWidget(m_cancel);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gridUnit / 2);
    column->addWidget(m_line);
    for (ToneLabel* label : {m_problem, m_warnings}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
        label->hide();
    }
    connect(m_cancel, &QToolButton::clicked, m_work, &ModelWork::cancel);
    connect(m_work, &ModelWork::busyChanged, this, &WorkBar::setBusy);
    connect(m_work, &ModelWork::progressed, this, &WorkBar::setProgress);
    setBusy(false);
}

void WorkBar::setBusy(bool busy) {
    if (busy) {
        setProblem({});
        setWarnings({});
    }
    m_line->setVisible(busy);
    update();
}

void WorkBar::setProgress(qint64 done, qint64 all) {
    // Thousandths: more items than an int can count are possible, more pixels are not.
    m_bar->setRange(0, all > 0 ? 1000 : 0);
    m_bar->setValue(all > 0 ? int(double(done) / double(all) * 1000) : 0);
    m_state->setText(all > 0 ? tr("%1 of %2").arg(wholeNumber(done), wholeNumber(all)) : tr("Loading…"));
}

void WorkBar::setProblem(const QString& text) {
    m_problem->setTextOrHide(text);
    update();
}

void WorkBar::setWarnings(const QStringList& warnings) {
    QStringList shown = warnings.mid(0, mostWarnings);
    if (warnings.size() > mostWarnings)
        shown += tr("and %n more", nullptr, int(warnings.size() - mostWarnings));
    m_warnings->setTextOrHide(shown.join(u'\n'));
    m_warnings->setToolTip(warnings.join(u'\n'));
    update();
}

QString WorkBar::problem() const {
    return m_problem->text();
}

void WorkBar::update() {
    setVisible(!m_line->isHidden() || !m_problem->text().isEmpty() || !m_warnings->text().isEmpty());
}

} // namespace laptime::ui
