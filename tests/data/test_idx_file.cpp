// SPDX-License-Identifier: Apache-2.0
// The IDX reader against files made byte by byte: what it reads, and what it says about every kind of damage.
#include <QTest>

#include "engine/core/error.h"
#include "engine/data/idx_file.h"
#include "tests/data/idx_writer.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

Bytes bytes_of(const IdxArray& array) {
    std::size_t count = 1;
    for (const std::int64_t dim : array.dims)
        count *= static_cast<std::size_t>(dim);
    return {array.data.get(), array.data.get() + count};
}

QString error_of(const std::string& file) {
    return message_of<DataError>([&] { read_idx(file); });
}

} // namespace

class TestIdxFile : public QObject {
    Q_OBJECT

private slots:
    void reads_hand_written_bytes() {
        // Two images of 2 × 3, spelt out.
        const Bytes file{0, 0, 8, 3, 0, 0, 0, 2, 0,   0,   0,   2,   0,   0,
                         0, 3, 1, 2, 3, 4, 5, 6, 250, 251, 252, 253, 254, 255};
        const IdxArray array = read_idx(folder_.write("hand", file));
        QCOMPARE(array.dims, (std::vector<std::int64_t>{2, 2, 3}));
        QCOMPARE(bytes_of(array), (Bytes{1, 2, 3, 4, 5, 6, 250, 251, 252, 253, 254, 255}));
        QCOMPARE(read_idx_dims(folder_.file("hand")), array.dims);
    }

    void reads_every_number_of_dimensions_data() {
        QTest::addColumn<int>("rank");
        for (const int rank : {1, 2, 3, 4, 5})
            QTest::addRow("%d", rank) << rank;
    }
    void reads_every_number_of_dimensions() {
        QFETCH(int, rank);
        std::vector<std::uint32_t> dims;
        std::size_t count = 1;
        for (int i = 0; i < rank; ++i) {
            dims.push_back(static_cast<std::uint32_t>(3 + i));
            count *= dims.back();
        }
        const Bytes data = pattern(count, 7);
        const IdxArray array = read_idx(folder_.write("rank", idx_bytes(dims, data)));
        QCOMPARE(array.dims, std::vector<std::int64_t>(dims.begin(), dims.end()));
        QCOMPARE(bytes_of(array), data);
    }

    void packed_and_plain_are_the_same() {
        // More than the reader's piece and input buffer, and bytes that hardly pack.
        const Bytes data = pattern(1'300'007, 3);
        const Bytes file = idx_bytes({1'300'007}, data);
        const IdxArray plain = read_idx(folder_.write("plain", file));
        const IdxArray packed = read_idx(folder_.write("packed", gzipped(file)));
        QCOMPARE(bytes_of(plain), data);
        QCOMPARE(bytes_of(packed), data);
        QCOMPARE(packed.hash, plain.hash);
    }

    void reads_gzip_of_several_members() {
        const Bytes data = pattern(5000, 4);
        const Bytes file = idx_bytes({5000}, data);
        Bytes packed = gzipped(Bytes(file.begin(), file.begin() + 1234));
        const Bytes rest = gzipped(Bytes(file.begin() + 1234, file.end()));
        packed.insert(packed.end(), rest.begin(), rest.end());
        QCOMPARE(bytes_of(read_idx(folder_.write("members", packed))), data);
    }

    void hash_tells_contents_apart() {
        const Bytes data = pattern(1000, 5);
        const auto hash_of = [&](const std::vector<std::uint32_t>& dims, const Bytes& bytes) {
            return read_idx(folder_.write("hashed", idx_bytes(dims, bytes))).hash;
        };
        const std::uint64_t hash = hash_of({1000}, data);
        QCOMPARE(hash_of({1000}, data), hash);
        QVERIFY(hash_of({10, 100}, data) != hash);
        for (const std::size_t at : {0, 31, 32, 500, 999}) {
            Bytes changed = data;
            changed[at] ^= 1;
            QVERIFY2(hash_of({1000}, changed) != hash, qPrintable(QString::number(at)));
        }
    }

    void damage_data() {
        QTest::addColumn<Bytes>("file");
        QTest::addColumn<QString>("says");
        const Bytes good = idx_bytes({4, 5}, pattern(20, 1));
        const auto cut = [](Bytes bytes, std::size_t size) {
            bytes.resize(size);
            return bytes;
        };
        const auto with = [](Bytes bytes, std::size_t at, unsigned char value) {
            bytes[at] = value;
            return bytes;
        };
        const auto longer = [](Bytes bytes) {
            bytes.push_back(0);
            return bytes;
        };
        QTest::newRow("empty") << Bytes{} << "is empty";
        QTest::newRow("first byte") << with(good, 0, 1) << "magic number is wrong";
        QTest::newRow("second byte") << with(good, 1, 0x8b) << "magic number is wrong";
        QTest::newRow("text") << Bytes{'h', 'e', 'l', 'l', 'o'} << "magic number is wrong";
        QTest::newRow("three bytes") << cut(good, 3) << "magic number is wrong";
        QTest::newRow("unknown type") << with(good, 2, 0x55) << "magic number is wrong";
        QTest::newRow("float32") << with(good, 2, 0x0D) << "holds float32 numbers; only unsigned bytes";
        QTest::newRow("int8") << with(good, 2, 0x09) << "holds int8 numbers";
        QTest::newRow("no dimensions") << with(good, 3, 0) << "claims 0 dimensions";
        QTest::newRow("too many dimensions") << with(good, 3, 200) << "claims 200 dimensions";
        QTest::newRow("header cut") << cut(good, 10) << "is truncated: it ends inside its header";
        QTest::newRow("a dimension of 0") << with(good, 7, 0) << "dimension 1 is 0";
        QTest::newRow("one byte short")
            << cut(good, good.size() - 1) << "is truncated: its header promises 20 bytes, 19 are there";
        QTest::newRow("header promises 2^32")
            << with(good, 4, 255) << "is truncated: its header promises more";
        QTest::newRow("one byte long") << longer(good) << "is longer than its header says (20 bytes of data)";
        const Bytes packed = gzipped(good);
        QTest::newRow("gzip header only") << cut(packed, 12) << "gzip stream ends in the middle";
        QTest::newRow("gzip cut") << cut(packed, packed.size() - 10) << "gzip stream ends in the middle";
        QTest::newRow("gzip trailer cut")
            << cut(packed, packed.size() - 1) << "gzip stream ends in the middle";
        QTest::newRow("gzip check sum") << with(packed, packed.size() - 6, packed[packed.size() - 6] ^ 0xff)
                                        << "is damaged: incorrect data check";
        QTest::newRow("gzip stream") << with(packed, 10, packed[10] ^ 0xff) << "is damaged";
        QTest::newRow("gzip rubbish behind") << longer(packed) << "gzip stream ends in the middle";
        QTest::newRow("gzip holds less") << gzipped(cut(good, good.size() - 3)) << "17 are there";
        QTest::newRow("gzip holds more") << gzipped(longer(good)) << "is longer than its header says";
        QTest::newRow("gzip promises 2^56") << gzipped(idx_bytes({0xffffffff, 0xffffffff, 0xffffffff}, {}))
                                            << "promises more than a file of this size";
    }
    void damage() {
        QFETCH(Bytes, file);
        QFETCH(QString, says);
        const std::string path = folder_.write("broken", file);
        VERIFY_CONTAINS(error_of(path), says);
        VERIFY_CONTAINS(error_of(path), QString::fromStdString(path));
    }

    void unreadable() {
        VERIFY_CONTAINS(error_of(folder_.file("nothing")), "No such file");
        VERIFY_CONTAINS(error_of(folder_.path()), "it is a folder");
    }

private:
    Folder folder_;
};

QTEST_GUILESS_MAIN(TestIdxFile)
#include "test_idx_file.moc"
