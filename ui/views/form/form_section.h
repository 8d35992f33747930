// SPDX-License-Identifier: GPL-3.0-or-later
// A part of the experiment form with a heading: fills its fields from an experiment, writes them into one,
// and knows which field a key of the experiment file belongs to.
#pragma once

#include <QHash>
#include <QWidget>

#include <vector>

#include "engine/core/error.h"
#include "engine/experiment/experiment.h"
#include "ui/views/form/field.h"

class QVBoxLayout;

namespace laptime::ui {

class FormSection : public QWidget {
    Q_OBJECT

public:
    explicit FormSection(const QString& title, QWidget* parent = nullptr);

    virtual void show(const Experiment& experiment) = 0;
    /// Writes what the fields hold; a field whose text is no value leaves the experiment as it was.
    virtual void collect(Experiment& experiment) const = 0;
    /// Texts that are no value at all, which an Experiment cannot hold.
    virtual std::vector<Problem> unreadable() const { return {}; }

    /// The field of a key, as "speed.global_batch"; null if it is not in this section.
    Field* field(const QString& key) const { return m_fields.value(key); }
    const QHash<QString, Field*>& fields() const { return m_fields; }

signals:
    /// The user changed something; not emitted while show() fills the fields.
    void edited();

protected:
    Field* addField(const QString& key, const QString& label, QWidget* editor,
                    Field::Place place = Field::Place::Beside);
    void removeField(const QString& key);
    /// Problems of this key are shown at a field that has another key of its own.
    void setFieldOf(const QString& key, Field* field) { m_fields.insert(key, field); }
    QVBoxLayout* rows() const { return m_rows; }
    /// To be connected to the editors.
    void edit();

    bool m_showing = false;

private:
    QVBoxLayout* m_rows;
    QHash<QString, Field*> m_fields;
};

} // namespace laptime::ui
