// SPDX-License-Identifier: Apache-2.0
// docs/models.md names the same layers, models, keys and defaults as the code, and its examples and the
// shipped model files can be read.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include "engine/model/layer_type.h"
#include "engine/model/library.h"
#include "engine/model/model_file.h"

using namespace laptime;

namespace {

QString page() {
    QFile file(LAPTIME_MODELS_PAGE);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The text between "## <title>" and the next title of that rank.
QString chapter(const QString& title) {
    const QString all = page();
    const auto from = all.indexOf("\n## " + title + "\n");
    return from < 0 ? QString() : all.mid(from, all.indexOf("\n## ", from + 3) - from);
}

/// "### `name`" sections of a chapter: name, then "key: default" of each row of the table.
QStringList documented(const QString& title) {
    static const QRegularExpression line(R"(^### `([^`]+)`$|^\| `([a-z_0-9]+)` \| ([^|]*) \| .* \|$)",
                                         QRegularExpression::MultilineOption);
    QStringList found;
    auto matches = line.globalMatch(chapter(title));
    while (matches.hasNext()) {
        const auto match = matches.next();
        found << (match.captured(1).isEmpty() ? "  " + match.captured(2) + ": " + match.captured(3)
                                              : match.captured(1));
    }
    return found;
}

QString default_text(const OptionInfo& info) {
    if (info.required)
        return "required";
    const auto quoted = [](const QString& text) { return "`" + text + "`"; };
    if (const auto* whole = std::get_if<std::int64_t>(&info.default_value))
        return quoted(QString::number(*whole));
    if (const auto* number = std::get_if<double>(&info.default_value))
        return quoted(QString::number(*number));
    if (const auto* flag = std::get_if<bool>(&info.default_value))
        return quoted(*flag ? "true" : "false");
    if (const auto* text = std::get_if<std::string>(&info.default_value))
        return quoted("\"" + QString::fromStdString(*text) + "\"");
    QStringList numbers;
    for (const std::int64_t value : std::get<std::vector<std::int64_t>>(info.default_value))
        numbers << QString::number(value);
    return quoted("[" + numbers.join(", ") + "]");
}

void compare(const QStringList& page_says, const QStringList& code_says) {
    for (int i = 0; i < std::max(page_says.size(), code_says.size()); ++i)
        QCOMPARE(page_says.value(i), code_says.value(i));
}

} // namespace

class TestDocumented : public QObject {
    Q_OBJECT

private slots:
    void layers() {
        QStringList code;
        for (const LayerType* type : layer_types()) {
            code << QString::fromStdString(type->kind);
            for (const OptionInfo& info : type->keys)
                code << "  " + QString::fromStdString(info.name) + ": " + default_text(info);
            for (const LayerType::Part& part : type->parts)
                code << "  " + QString::fromStdString(part.key) + ": " +
                            (part.required ? "required" : "none");
            QVERIFY(!type->help.empty());
        }
        compare(documented("Layers"), code);
    }

    void library() {
        QStringList code;
        for (const std::string& name : model_names()) {
            code << QString::fromStdString(name);
            for (const ModelOptionInfo& info : model_options(name))
                code << "  " + QString::fromStdString(info.name) + ": " + default_text(info);
        }
        compare(documented("Library"), code);
    }

    void words_and_initializers() {
        const QString all = page();
        for (const LayerType* type : layer_types())
            for (const OptionInfo& info : type->keys)
                for (const std::string& word : info.words)
                    QVERIFY2(word.empty() || all.contains("`\"" + QString::fromStdString(word) + "\"`"),
                             word.c_str());
        for (const std::string& name : initializer_names())
            QVERIFY2(chapter("Initializers").contains("`" + QString::fromStdString(name)), name.c_str());
    }

    void examples_of_the_page() {
        static const QRegularExpression block("```toml\n(.*?)```",
                                              QRegularExpression::DotMatchesEverythingOption);
        int count = 0;
        auto matches = block.globalMatch(page());
        while (matches.hasNext()) {
            const std::string toml = matches.next().captured(1).toStdString();
            parse_model(toml, "docs/models.md", {{32, 32, 3}}, Task::of_classes(10));
            ++count;
        }
        QVERIFY(count >= 2);
    }

    void shipped_model_files() {
        const QDir folder(LAPTIME_MODEL_FILES);
        const QStringList names = folder.entryList({"*.toml"});
        QVERIFY(names.size() >= 2);
        for (const QString& name : names) {
            const std::string path = folder.filePath(name).toStdString();
            if (name.contains("text"))
                read_model_file(path, {{64}, DType::i32}, Task::of_tokens(65));
            else
                read_model_file(path, {{32, 32, 3}}, Task::of_classes(10));
        }
    }
};

QTEST_GUILESS_MAIN(TestDocumented)
#include "test_documented.moc"
