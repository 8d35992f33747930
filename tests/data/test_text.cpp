// SPDX-License-Identifier: Apache-2.0
// Texts: which tokens there are, where contexts are cut, what validation sees, and text that is no UTF-8.
#include <QTest>
#include <set>

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "engine/data/preprocessing.h"
#include "engine/data/utf8.h"
#include "tests/data/all_items.h"
#include "tests/data/idx_writer.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

DataOptions options(const std::string& place, std::int64_t context = 4,
                    const std::string& tokens = "characters", double validation = 0.2) {
    DataOptions o = options_of("text:" + place, validation);
    o.context = context;
    o.tokens = tokens;
    return o;
}

QString error_of(const DataOptions& o) {
    return message_of<DataError>([&] { open_dataset(o); });
}

struct Pieces {
    std::vector<std::string> samples, targets;
    bool operator==(const Pieces&) const = default;
};

/// All samples of one epoch, as text.
Pieces pieces_of(const Dataset& data, const std::vector<std::string>& vocabulary, Epoch epoch) {
    const auto size = static_cast<std::size_t>(data.size());
    const auto context = static_cast<std::size_t>(data.sample().count());
    std::vector<std::uint32_t> indices(size);
    std::iota(indices.begin(), indices.end(), 0u);
    std::vector<std::int32_t> samples(size * context), targets(size * context);
    data.read(indices, epoch, samples.data(), targets.data());
    const auto texts = [&](const std::vector<std::int32_t>& tokens) {
        std::vector<std::string> all(size);
        for (std::size_t i = 0; i < tokens.size(); ++i)
            all[i / context] += vocabulary.at(static_cast<std::size_t>(tokens[i]));
        return all;
    };
    return {texts(samples), texts(targets)};
}

/// 'a' … 'z' over and over; every piece is known by its place.
std::string alphabet(std::size_t count) {
    std::string text(count, ' ');
    for (std::size_t i = 0; i < count; ++i)
        text[i] = static_cast<char>('a' + i % 26);
    return text;
}

} // namespace

class TestText : public QObject {
    Q_OBJECT

private slots:
    void reads_characters() {
        const Folder folder;
        const std::string file = folder.write("t.txt", std::string("ä€b𝄞a\nb€äa"));
        const DataSplit split = open_dataset(options(file, 2, "characters", 0.4));
        QCOMPARE(split.vocabulary, (std::vector<std::string>{"\n", "a", "b", "ä", "€", "𝄞"}));
        QVERIFY((split.train->target() == TargetType{TargetKind::tokens, 2, 6}));
        QVERIFY((split.train->sample() == SampleType{{2}, ElementType::i32}));
        // Ten characters: six to train on, four for validation.
        QCOMPARE(split.train->size(), 3);
        QCOMPARE(split.validation->size(), 1);
        const Pieces train = pieces_of(*split.train, split.vocabulary, {1, 0});
        QCOMPARE(train.samples, (std::vector<std::string>{"ä€", "b𝄞", "𝄞a"}));
        QCOMPARE(train.targets, (std::vector<std::string>{"€b", "𝄞a", "a\n"}));
        QCOMPARE(pieces_of(*split.validation, split.vocabulary, {1, 0}), (Pieces{{"b€"}, {"€ä"}}));
        const Preprocessing learned = preprocessing_of(split.preprocessing);
        QCOMPARE(learned.vocabulary, split.vocabulary);
        QCOMPARE(learned.tokens, std::string("characters"));
        QVERIFY(learned.target == split.train->target());
    }

    void reads_bytes() {
        const Folder folder;
        const std::string file = folder.write("t.txt", Bytes{0xEF, 0xBB, 0xBF, 0xFF, 0, 'a', 'b', 'c'});
        const DataSplit split = open_dataset(options(file, 2, "bytes", 0.4));
        QCOMPARE(split.train->classes(), 256);
        QCOMPARE(split.vocabulary.size(), std::size_t{256});
        QCOMPARE(split.vocabulary[255], std::string("\xFF"));
        QCOMPARE(pieces_of(*split.train, split.vocabulary, {1, 0}).samples[0], std::string("\xEF\xBB"));
        QCOMPARE(preprocessing_of(split.preprocessing).vocabulary, split.vocabulary);
    }

    void validation_is_the_tail() {
        const Folder folder;
        const std::string text = alphabet(1000);
        const DataSplit split = open_dataset(options(folder.write("t.txt", text), 8));
        QCOMPARE(split.train->size(), 100);
        QCOMPARE(split.validation->size(), 24); // 199 targets hold 24 contexts of 8
        const Pieces first = pieces_of(*split.validation, split.vocabulary, {1, 0});
        for (std::size_t i = 0; i < 24; ++i) {
            QCOMPARE(first.samples[i], text.substr(800 + 8 * i, 8));
            QCOMPARE(first.targets[i], text.substr(801 + 8 * i, 8));
        }
        QCOMPARE(pieces_of(*split.validation, split.vocabulary, {9, 0}), first);
        const DataSummary summary = summarize_dataset(options(folder.file("t.txt"), 8));
        QCOMPARE(summary.train_size, 100);
        QCOMPARE(summary.validation_size, 24);
        QCOMPARE(summary.target.classes, 26);
    }

    void cuts_depend_on_seed_epoch_and_index() {
        const Folder folder;
        const DataSplit split = open_dataset(options(folder.write("t.txt", alphabet(26 * 400)), 16));
        const Pieces one = pieces_of(*split.train, split.vocabulary, {7, 1});
        QCOMPARE(pieces_of(*split.train, split.vocabulary, {7, 1}), one);
        QVERIFY(!(pieces_of(*split.train, split.vocabulary, {7, 2}) == one));
        QVERIFY(!(pieces_of(*split.train, split.vocabulary, {8, 1}) == one));
        for (std::size_t i = 0; i < one.samples.size(); ++i)
            QCOMPARE(one.samples[i].substr(1), one.targets[i].substr(0, 15));
        // A sample read by itself is the same.
        const std::vector<std::uint32_t> index{33};
        std::vector<std::int32_t> sample(16);
        split.train->read(index, {7, 1}, sample.data(), nullptr);
        std::string text;
        for (const std::int32_t token : sample)
            text += split.vocabulary[static_cast<std::size_t>(token)];
        QCOMPARE(text, one.samples[33]);
        // Everywhere: all 26 first letters come up among 520 cuts, none far too often.
        std::map<char, int> count;
        for (const std::string& piece : one.samples)
            ++count[piece[0]];
        QCOMPARE(count.size(), std::size_t{26});
        for (const auto& [letter, times] : count)
            QVERIFY2(times < 50, qPrintable(QString("%1: %2").arg(letter).arg(times)));
    }

    void cuts_reach_both_ends_and_no_further() {
        const Folder folder;
        // Six tokens to train on, a context of four: it begins at place 0 or 1.
        const DataSplit split =
            open_dataset(options(folder.write("t.txt", std::string("abcdefghijkl")), 4, "characters", 0.5));
        std::set<std::string> targets;
        for (int epoch = 1; epoch < 40; ++epoch)
            targets.insert(pieces_of(*split.train, split.vocabulary, {1, epoch}).targets[0]);
        QCOMPARE(targets, (std::set<std::string>{"bcde", "cdef"}));
    }

    void folders_of_files() {
        const Folder folder;
        QVERIFY(QDir(QString::fromStdString(folder.path())).mkdir("sub"));
        folder.write("b.txt", std::string("bbb\n"));
        folder.write("a.txt", std::string("aaa"));
        folder.write("sub/c.txt", std::string("\xEF\xBB\xBF"
                                              "ccc"));
        folder.write("readme.md", std::string("zzz"));
        const DataSplit split = open_dataset(options(folder.path(), 1, "characters", 0.2));
        QCOMPARE(split.vocabulary, (std::vector<std::string>{"\n", "a", "b", "c"}));
        std::string all;
        for (const auto& part : {split.train, split.validation})
            for (const std::string& piece : pieces_of(*part, split.vocabulary, {1, 0}).samples)
                all += piece;
        // Nine tokens to train on give nine samples, but none can begin at the last of them.
        QCOMPARE(all, std::string("aaa\nbbb\n"
                                  "\n"
                                  "c"));
    }

    void pieces_of_a_long_file_fit() {
        // Characters of three bytes never end where a piece of the file does; gzip must not matter.
        const Folder folder;
        std::string text = "x";
        for (int i = 0; i < 200000; ++i)
            text += i % 7 ? "€" : "ü";
        const DataSplit plain = open_dataset(options(folder.write("t.txt", text), 50));
        QVERIFY(plain.warnings.empty());
        const DataSplit packed =
            open_dataset(options(folder.write("t.gz", gzipped(Bytes(text.begin(), text.end()))), 50));
        QCOMPARE(plain.vocabulary, (std::vector<std::string>{"x", "ü", "€"}));
        QCOMPARE(plain.train->size() + plain.validation->size(), 3999);
        QCOMPARE(all_of(*packed.train).samples, all_of(*plain.train).samples);
        QCOMPARE(packed.fingerprint, plain.fingerprint);
        QVERIFY(open_dataset(options(folder.file("t.txt"), 51)).fingerprint != plain.fingerprint);
    }

    void large_vocabularies() {
        const Folder folder;
        std::string text;
        for (char32_t code = 0x4E00; code < 0x4E00 + 700; ++code)
            append_utf8(text, code);
        const DataSplit split = open_dataset(options(folder.write("t.txt", text), 10));
        QCOMPARE(split.train->classes(), 700);
        const Pieces pieces = pieces_of(*split.train, split.vocabulary, {1, 0});
        QCOMPARE(pieces.samples[30], text.substr(300 * 3, 30));
    }

    void text_that_is_not_utf8() {
        const Folder folder;
        std::string text = alphabet(1000);
        text[10] = '\xFF';
        text[500] = '\xC3';
        const DataSplit split = open_dataset(options(folder.write("t.txt", text)));
        QCOMPARE(split.vocabulary.size(), std::size_t{26});
        VERIFY_CONTAINS(QString::fromStdString(split.warnings.at(0)),
                        "2 of 1000 characters cannot be used and are left out");
        VERIFY_CONTAINS(QString::fromStdString(split.warnings.at(0)),
                        "t.txt: byte 10 (counted from 0) is not UTF-8");
        for (std::size_t i = 0; i < 1000; i += 50)
            text[i] = '\xFC';
        VERIFY_CONTAINS(error_of(options(folder.write("t.txt", text))), "more than 1 %");
        VERIFY_CONTAINS(error_of(options(folder.file("t.txt"))), "byte 0 (counted from 0) is not UTF-8");
        VERIFY_CONTAINS(error_of(options(folder.file("t.txt"))), "data.tokens = \"bytes\"");
        QVERIFY(open_dataset(options(folder.file("t.txt"), 4, "bytes")).warnings.empty());
        folder.write("t.txt", Bytes{0xFF, 0xFE, 'a', 0, 'b', 0});
        VERIFY_CONTAINS(error_of(options(folder.file("t.txt"))), "is UTF-16");
        // Ends in the middle of a character.
        text = alphabet(1000) + "\xE2\x82";
        QCOMPARE(open_dataset(options(folder.write("t.txt", text))).warnings.size(), std::size_t{1});
    }

    void strict_utf8_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("length");
        QTest::newRow("ascii") << QByteArray("a") << 1;
        QTest::newRow("two") << QByteArray("\xC2\x80") << 2;
        QTest::newRow("three") << QByteArray("\xE0\xA0\x80") << 3;
        QTest::newRow("before surrogates") << QByteArray("\xED\x9F\xBF") << 3;
        QTest::newRow("four") << QByteArray("\xF4\x8F\xBF\xBF") << 4;
        QTest::newRow("over-long two") << QByteArray("\xC1\xBF") << 0;
        QTest::newRow("over-long three") << QByteArray("\xE0\x9F\xBF") << 0;
        QTest::newRow("over-long four") << QByteArray("\xF0\x8F\xBF\xBF") << 0;
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << 0;
        QTest::newRow("too large") << QByteArray("\xF4\x90\x80\x80") << 0;
        QTest::newRow("lone continuation") << QByteArray("\x80") << 0;
        QTest::newRow("broken") << QByteArray("\xE2\x82g") << 0;
        QTest::newRow("begun") << QByteArray("\xE2\x82") << -1;
        QTest::newRow("begun, already wrong") << QByteArray("\xE0\x80") << 0;
    }
    void strict_utf8() {
        QFETCH(QByteArray, text);
        QFETCH(int, length);
        const CodePoint point = first_code_point({text.data(), std::size_t(text.size())});
        QCOMPARE(point.length, length);
        if (length <= 0)
            return;
        std::string again;
        append_utf8(again, point.code);
        QCOMPARE(again, text.toStdString());
        QCOMPARE(point.code, QString::fromUtf8(text).toUcs4().at(0));
    }

    void what_cannot_be() {
        const Folder folder;
        VERIFY_CONTAINS(error_of(options(folder.path())), "has no .txt files");
        VERIFY_CONTAINS(error_of(options("/nowhere.txt")), "cannot read the data file /nowhere.txt");
        folder.write("t.txt", std::string("123456789"));
        VERIFY_CONTAINS(
            error_of(options(folder.file("t.txt"))),
            "has 9 characters; with data.context = 4 training and validation need at least 5 each");
        VERIFY_CONTAINS(error_of(options(folder.file("t.txt"), 0)), "data.context is 0");
        VERIFY_CONTAINS(error_of(options(folder.file("t.txt"), 4, "words")), "data.tokens is \"words\"");
    }
};

QTEST_GUILESS_MAIN(TestText)
#include "test_text.moc"
