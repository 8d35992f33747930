// SPDX-License-Identifier: Apache-2.0
// What a checkpoint keeps of its training data: everything comes back as it was, and what was not written by
// us is refused.
#include <QTest>

#include "engine/core/error.h"
#include "engine/data/preprocessing.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

Preprocessing picture() {
    return {{{32, 24, 3}}, {TargetKind::class_label, 1, 2}, {"Katze", "犬"}, "crop"};
}

Preprocessing table() {
    Preprocessing p{{{5}, ElementType::f32}, {TargetKind::values, 1, 0}};
    p.table = TablePreprocessing{
        {{"a \"b\"", false, 0.1, 1e-300}, {"c", true, 0, 1, {"", "x\ny", "é"}}}, "price", false, true};
    return p;
}

Preprocessing text(const std::string& tokens) {
    Preprocessing p{{{8}, ElementType::i32}, {TargetKind::tokens, 8, tokens == "bytes" ? 256 : 3}};
    p.tokens = tokens;
    p.vocabulary = tokens == "bytes" ? byte_vocabulary() : std::vector<std::string>{"\n", "a", "𝄞"};
    return p;
}

QString error_of(std::string json, const std::string& from = {}, const std::string& to = {}) {
    if (!from.empty()) {
        const std::size_t at = json.find(from);
        if (at == std::string::npos)
            return "\"" + QString::fromStdString(from) + "\" is not there";
        json.replace(at, from.size(), to);
    }
    return message_of<DataError>([&] { preprocessing_of(json); });
}

} // namespace

class TestPreprocessing : public QObject {
    Q_OBJECT

private slots:
    void comes_back_as_it_was() {
        for (const Preprocessing& p : {picture(), table(), text("characters"), text("bytes")})
            QVERIFY(preprocessing_of(to_json(p)) == p);
    }

    void names_of_features() {
        QCOMPARE(feature_names(table().table->columns),
                 (std::vector<std::string>{"a \"b\"", "c=", "c=x\ny", "c=é", "c=?"}));
        const TableColumn column = table().table->columns[1];
        QCOMPARE(category_place(column, "x\ny"), std::size_t{1});
        QCOMPARE(category_place(column, "é"), std::size_t{2});
        QCOMPARE(category_place(column, "x"), std::size_t{3});
        QCOMPARE(category_place(column, "z"), std::size_t{3});
    }

    void what_is_damaged_is_refused() {
        const std::string json = to_json(table());
        VERIFY_CONTAINS(error_of("{"), "use another checkpoint");
        VERIFY_CONTAINS(error_of("[]"), "cannot be read");
        VERIFY_CONTAINS(error_of(json, "\"version\":1", "\"version\":2"), "newer version");
        VERIFY_CONTAINS(error_of(json, "float32", "float31"), "'float31' is not known");
        VERIFY_CONTAINS(error_of(json, "\"shape\":[5]", "\"shape\":[6]"), "columns and features do not fit");
        VERIFY_CONTAINS(error_of(json, "\"shape\":[5]", "\"shape\":[0]"), "shape makes no sense");
        VERIFY_CONTAINS(error_of(json, "\"shape\":[5]", "\"shape\":[99999999999,99999999999]"),
                        "makes no sense");
        VERIFY_CONTAINS(error_of(json, "1e-300", "0"), "the deviation of 'a \"b\"' is not above 0");
        VERIFY_CONTAINS(error_of(json, "\"width\":1", "\"width\":0"), "the target makes no sense");
        VERIFY_CONTAINS(error_of(json, "\"target\":\"price\"", "\"target\":3"), "cannot be read");
        for (const char* number : {"-1", "1.5", "1e99", "18446744073709551615", "true", "\"1\"", "null"}) {
            const std::string value = std::string(":") + number;
            VERIFY_CONTAINS(error_of(json, "\"version\":1", "\"version\"" + value), "a whole number should");
            VERIFY_CONTAINS(error_of(json, "\"shape\":[5]", std::string("\"shape\":[") + number + "]"),
                            "a whole number should");
            VERIFY_CONTAINS(error_of(json, "\"width\":1", "\"width\"" + value), "a whole number should");
            VERIFY_CONTAINS(error_of(json, "\"classes\":0", "\"classes\"" + value), "a whole number should");
        }
        const std::string deep = "\"width\":" + std::string(1000000, '[') + std::string(1000000, ']');
        VERIFY_CONTAINS(error_of(json, "\"width\":1", deep), "array stands where a whole number should");
        const std::string words = to_json(text("characters"));
        VERIFY_CONTAINS(error_of(words, "\"a\",", ""), "vocabulary and target do not fit");
        VERIFY_CONTAINS(error_of(words, "\"a\",", "\"\","), "a token of its vocabulary is no character");
        VERIFY_CONTAINS(error_of(words, "\"a\",", "\"ab\","), "is no character");
        VERIFY_CONTAINS(error_of(words, "\"\\n\",", "\"b\","), "its vocabulary is out of order");
        VERIFY_CONTAINS(error_of(json, "\"x\\ny\"", "\"é\",\"a\""), "the categories of 'c' are out of order");
        VERIFY_CONTAINS(error_of(words, "\"tokens\":\"characters\"", "\"tokens\":\"words\""),
                        "tokens are 'words'");
    }
};

QTEST_GUILESS_MAIN(TestPreprocessing)
#include "test_preprocessing.moc"
