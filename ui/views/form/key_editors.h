// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that are described rather than written out: an editor for one key of the experiment, how its value
// is read and written, whether it means anything beside the other choices, and whether it is unfolded.
#pragma once

#include <QSpinBox>
#include <QStringList>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "engine/core/error.h"
#include "engine/experiment/experiment.h"
#include "ui/views/form/field.h"

namespace laptime::ui {

class KeyEditors {
public:
    using AddField = std::function<Field*(const QString& key, const QString& label, QWidget* editor)>;
    template <class T>
    using Ref = std::function<T&(Experiment&)>;

    /// `add` puts a field into the section; `edited` is called when the user changes a value.
    KeyEditors(AddField add, std::function<void()> edited);

    Field* number(const QString& key, const QString& label, Ref<double> ref);
    /// `zero`: what is shown for 0, where that has a meaning of its own ("any").
    template <class T>
    Field* whole(const QString& key, const QString& label, Ref<T> ref, int least, const QString& zero = {}) {
        QSpinBox* editor = makeSpin(least, zero);
        return custom(
            key, label, editor,
            [editor, ref](const Experiment& experiment) {
                Experiment copy = experiment;
                editor->setValue(int(std::min<std::int64_t>(ref(copy), editor->maximum())));
            },
            [editor, ref](Experiment& experiment) {
                ref(experiment) = editor->value();
                return QString();
            },
            copier(ref));
    }
    Field* text(const QString& key, const QString& label, Ref<std::string> ref, const QString& placeholder);
    Field* flag(const QString& key, const QString& text, Ref<bool> ref);
    /// One of several values, under their names. A value that is none of them is kept and shown as it is.
    template <class T>
    Field* choice(const QString& key, const QString& label, std::vector<std::pair<T, QString>> names,
                  Ref<T> ref) {
        QStringList texts;
        for (const auto& [value, name] : names)
            texts += name;
        const auto place = [names, ref](const Experiment& experiment) {
            Experiment copy = experiment;
            for (std::size_t i = 0; i < names.size(); ++i)
                if (names[i].first == ref(copy))
                    return int(i);
            return -1;
        };
        const auto set = [names, ref](Experiment& experiment, int chosen) {
            if (chosen >= 0)
                ref(experiment) = names[std::size_t(chosen)].first;
        };
        return chosen(key, label, texts, place, set, copier(ref));
    }
    /// An editor of its own kind. `write` gives what is wrong with the text, or nothing.
    Field* custom(const QString& key, const QString& label, QWidget* editor,
                  std::function<void(const Experiment&)> read, std::function<QString(Experiment&)> write,
                  std::function<void(const Experiment&, Experiment&)> copy);
    void edited() { m_edited(); }

    /// A key that does not apply is not shown, and is left as it is.
    void setApplies(const QString& key, bool applies);
    bool applies(const QString& key) const;
    /// Whether any of them applies.
    bool anyApplies() const;
    /// Folds all of them away, or shows those that apply.
    void setOpen(bool open);

    void show(const Experiment& experiment);
    /// Writes the keys that apply. `reset`: those that do not apply get the value of a new experiment.
    void collect(Experiment& experiment, bool reset = false) const;
    std::vector<Problem> unreadable() const;
    /// All of the experiment's values are those of a new one.
    bool isPlain(const Experiment& experiment) const;

private:
    using Copy = std::function<void(const Experiment&, Experiment&)>;
    struct Key {
        Field* field = nullptr;
        std::function<void(const Experiment&)> read;
        std::function<QString(Experiment&)> write;
        Copy copy;
        bool applies = true;
    };

    template <class T>
    static Copy copier(Ref<T> ref) {
        return [ref](const Experiment& from, Experiment& to) {
            Experiment source = from;
            ref(to) = ref(source);
        };
    }
    QSpinBox* makeSpin(int least, const QString& zero);
    Field* chosen(const QString& key, const QString& label, const QStringList& texts,
                  std::function<int(const Experiment&)> place, std::function<void(Experiment&, int)> set,
                  Copy copy);
    void update(Key& key) const;

    AddField m_add;
    std::function<void()> m_edited;
    std::map<QString, Key> m_keys;
    bool m_open = true;
};

} // namespace laptime::ui
