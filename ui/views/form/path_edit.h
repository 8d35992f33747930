// SPDX-License-Identifier: GPL-3.0-or-later
// A line for a path with a button that opens a chooser; a file or folder can be dropped on it, too.
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace laptime::ui {

class PathEdit : public QWidget {
    Q_OBJECT

public:
    explicit PathEdit(QWidget* parent = nullptr);

    enum class What { Text, Folder, File };
    /// `title`: of the chooser; `filter`: kinds of files. Text: no path at all, the button is hidden.
    void setWhat(What what, const QString& title, const QString& placeholder, const QString& filter = {});
    QString path() const;
    void setPath(const QString& path);
    /// Where the chooser starts while the line is empty.
    void setFolder(const QString& folder) { m_folder = folder; }
    QLineEdit* line() const { return m_line; }

signals:
    void edited();
    /// A path was chosen in the dialog.
    void chosen(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void browse();

    QLineEdit* m_line;
    QToolButton* m_button;
    What m_what = What::Text;
    QString m_title, m_filter, m_folder;
};

} // namespace laptime::ui
