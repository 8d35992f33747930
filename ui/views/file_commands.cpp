// SPDX-License-Identifier: GPL-3.0-or-later
// Experiment files are a few hundred bytes and read at once; reports and exports go through the history's
// slow thread.
#include "ui/views/file_commands.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QImageWriter>
#include <QPointer>
#include <QRegularExpression>
#include <QSaveFile>
#include <QThreadPool>
#include <QUrl>

#include <map>

#include "engine/experiment/read_experiment.h"
#include "engine/report/report.h"
#include "ui/plots/plot_grid.h"
#include "ui/views/experiment_form.h"
#include "ui/views/message_bar.h"
#include "ui/views/runs_panel.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

/// A run's name as a file's: nothing that a shell or another system stumbles over.
QString fileName(const QString& name) {
    QString clean = name;
    clean.replace(QRegularExpression(u"[^\\w.-]+"_s), u"-"_s);
    return clean.isEmpty() ? u"laptime"_s : clean;
}

/// The repeats that belong to a run.
std::vector<RunId> groupOf(const RunRows& rows, const RunRow& run) {
    std::vector<RunId> group;
    for (const RunRow& row : *rows)
        if (row.id == run.id || (run.group && row.group == run.group))
            group.push_back(row.id);
    return group;
}

} // namespace

FileCommands::FileCommands(Services& services, Actions* actions, QWidget* window, RunsPanel* panel,
                           ExperimentForm* form, PlotGrid* plots, MessageBar* messages)
    : QObject(window), m_services(services), m_window(window), m_panel(panel), m_form(form), m_plots(plots),
      m_messages(messages) {
    const auto on = [&](Command command, auto slot) {
        connect((*actions)[command], &QAction::triggered, this, slot);
    };
    const auto filter = [] { return tr("Experiments (*.toml);;All files (*)"); };
    on(Command::NewExperiment, [this] {
        m_form->setExperiment(firstExperiment());
        m_form->focusFirst();
    });
    on(Command::OpenExperiment, [this, filter] {
        askFile(tr("Load an experiment"), filter(), u"toml"_s, {}, false,
                [this](const QString& file) { openExperiment(file); });
    });
    on(Command::SaveExperiment, [this, filter] {
        askFile(tr("Save the experiment"), filter(), u"toml"_s,
                fileName(QString::fromStdString(m_form->experiment().name)), true,
                [this](const QString& file) { saveExperiment(file); });
    });
    on(Command::ExportCsv, &FileCommands::exportCsv);
    on(Command::ExportReport, &FileCommands::exportReport);
    on(Command::ExportImage, &FileCommands::exportImage);
}

void FileCommands::openExperiment(const QString& file) {
    try {
        m_form->setExperiment(read_experiment(file.toStdString()));
        m_messages->remove(u"file"_s);
        m_form->focusFirst();
    } catch (const InvalidExperiment& error) {
        QStringList texts;
        for (const Problem& problem : error.problems())
            texts += (problem.line > 0 ? tr("line %1: ").arg(problem.line) : QString()) +
                     QString::fromStdString(problem.message);
        failed(file, texts.join(u'\n'));
    } catch (const std::exception& error) {
        failed(file, QString::fromStdString(error.what()));
    }
}

void FileCommands::saveExperiment(const QString& file) {
    QSaveFile out(file); // the old file stays until the new one is complete
    const std::string text = write_experiment(m_form->experiment());
    if (out.open(QIODevice::WriteOnly) &&
        out.write(text.data(), qint64(text.size())) == qint64(text.size()) && out.commit())
        written(file);
    else
        failed(file, out.errorString());
}

void FileCommands::exportCsv() {
    const RunRow* row = m_services.runs.row(m_panel->current());
    if (!row)
        return;
    askFile(tr("Export every point"), tr("Tables (*.csv);;JSON lines (*.jsonl)"), u"csv"_s,
            fileName(QString::fromStdString(row->name)), true, [this, run = row->id](const QString& file) {
                m_services.history.query(
                    this,
                    [run, file](History& history) {
                        export_run(history, run, file.toStdString());
                        return true;
                    },
                    [this, file](bool) { written(file); },
                    [this, file](const QString& why) { failed(file, why); });
            });
}

void FileCommands::exportReport() {
    const RunRows rows = m_services.history.rows();
    const RunRow* baseline = m_services.runs.row(m_services.runs.baseline());
    if (!baseline)
        return;
    std::map<RunId, std::vector<RunId>> others; // by group: repeats are one arm
    for (RunId run : m_panel->selected())
        if (const RunRow* row = m_services.runs.row(run);
            row && row->id != baseline->id && row->group != baseline->group)
            others[row->group ? row->group : row->id] = groupOf(rows, *row);
    if (others.empty())
        return;
    std::vector<std::vector<RunId>> arms;
    for (const auto& [group, runs] : others)
        arms.push_back(runs);
    askFile(tr("Export the comparison"),
            tr("Web page (*.html);;Markdown (*.md);;Table (*.csv);;JSON (*.json)"), u"html"_s,
            u"laptime-report"_s, true, [this, base = groupOf(rows, *baseline), arms](const QString& file) {
                m_services.history.query(
                    this,
                    [base, arms, file](History& history) {
                        write_report(make_report(history, base, arms), file.toStdString());
                        return true;
                    },
                    [this, file](bool) { written(file); },
                    [this, file](const QString& why) { failed(file, why); });
            });
}

void FileCommands::exportImage() {
    askFile(tr("Export the curves"), tr("Images (*.png)"), u"png"_s, u"curves"_s, true,
            [this](const QString& file) {
                // Drawing belongs to the window's thread; packing millions of pixels does not.
                QThreadPool::globalInstance()->start(
                    [guard = QPointer<FileCommands>(this), file, image = m_plots->picture()] {
                        QImageWriter writer(file, "png");
                        const bool done = writer.write(image);
                        const QString why = writer.errorString();
                        QMetaObject::invokeMethod(qApp, [guard, file, done, why] {
                            if (guard && done)
                                guard->written(file);
                            else if (guard)
                                guard->failed(file, why);
                        });
                    });
            });
}

void FileCommands::askFile(const QString& title, const QString& filter, const QString& suffix,
                           const QString& name, bool save, std::function<void(const QString&)> chosen) {
    auto* dialog = new QFileDialog(m_window, title, m_services.settings.folder(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(save ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    dialog->setFileMode(save ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    dialog->setDefaultSuffix(suffix);
    // "Web page (*.html)" → html, so that the ending follows the chosen kind.
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& kind) {
        static const QRegularExpression ending(u"\\*\\.(\\w+)"_s);
        if (const auto match = ending.match(kind); match.hasMatch())
            dialog->setDefaultSuffix(match.captured(1));
    });
    if (!name.isEmpty())
        dialog->selectFile(name + u'.' + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this, chosen](const QString& file) {
        m_services.settings.setFolder(QFileInfo(file).absolutePath());
        chosen(file);
    });
    dialog->open();
}

void FileCommands::written(const QString& file) {
    m_messages->show(MessageBar::Kind::Info, u"file"_s, tr("Written: %1").arg(file), 12,
                     {tr("Open"), [file] { QDesktopServices::openUrl(QUrl::fromLocalFile(file)); }});
}

void FileCommands::failed(const QString& file, const QString& why) {
    m_messages->show(MessageBar::Kind::Error, u"file"_s, tr("%1: %2").arg(file, why));
}

} // namespace laptime::ui
