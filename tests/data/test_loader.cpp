// SPDX-License-Identifier: Apache-2.0
// The loader's order: the same whatever the timing, each item once an epoch, and the same again from the
// middle on.
#include <QTest>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <set>
#include <thread>

#include "engine/core/error.h"
#include "engine/data/loader.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

/// Item i is the two bytes of i, and label i % 7. Reading can be slow, and can fail at one item.
class Numbered : public Dataset {
public:
    explicit Numbered(std::int64_t size, std::int64_t failing = -1, int delay_us = 0)
        : size_(size), failing_(failing), delay_us_(delay_us) {}
    SampleType sample() const override { return {{2}}; }
    TargetType target() const override { return {TargetKind::class_label, 1, 7}; }
    std::int64_t size() const override { return size_; }
    void read(std::span<const std::uint32_t> indices, Epoch, void* samples, void* targets) const override {
        if (delay_us_ > 0)
            std::this_thread::sleep_for(std::chrono::microseconds(delay_us_));
        ++reads;
        auto* to = static_cast<unsigned char*>(samples);
        auto* labels = static_cast<std::int32_t*>(targets);
        for (const std::uint32_t index : indices) {
            if (static_cast<std::int64_t>(index) == failing_)
                throw DataError("item " + std::to_string(index) + " cannot be read");
            *to++ = static_cast<unsigned char>(index & 255);
            *to++ = static_cast<unsigned char>(index >> 8);
            *labels++ = static_cast<std::int32_t>(index % 7);
        }
    }
    mutable std::atomic<int> reads{0};

private:
    std::int64_t size_, failing_;
    int delay_us_;
};

std::vector<int> items_of(const Batch& batch) {
    std::vector<int> items;
    for (std::size_t i = 0; i < batch.samples.size(); i += 2)
        items.push_back(batch.samples[i] | batch.samples[i + 1] << 8);
    return items;
}

std::vector<std::int32_t> labels_of(const Batch& batch) {
    std::vector<std::int32_t> labels(batch.targets.size() / sizeof(std::int32_t));
    std::memcpy(labels.data(), batch.targets.data(), batch.targets.size());
    return labels;
}

/// Everything that a trainer would see in the next batches.
struct Seen {
    std::vector<int> items;
    std::vector<std::int32_t> labels;
    std::int64_t epoch, number;
    bool last;
    bool operator==(const Seen&) const = default;
};

std::vector<Seen> take(Loader& loader, int batches, int delay_us = 0) {
    std::vector<Seen> seen;
    for (int i = 0; i < batches; ++i) {
        auto batch = loader.next();
        if (delay_us > 0)
            std::this_thread::sleep_for(std::chrono::microseconds(delay_us));
        seen.push_back(
            {items_of(*batch), labels_of(*batch), batch->epoch, batch->number, batch->last_of_epoch});
        loader.recycle(std::move(batch));
    }
    return seen;
}

std::vector<Seen> run(std::int64_t size, std::uint64_t seed, std::int64_t batch, int batches,
                      std::int64_t epoch = 1, std::int64_t number = 0, int depth = 8, int data_us = 0,
                      int trainer_us = 0) {
    Loader loader(std::make_shared<Numbered>(size, -1, data_us), seed, batch, epoch, number, depth);
    return take(loader, batches, trainer_us);
}

} // namespace

class TestLoader : public QObject {
    Q_OBJECT

private slots:
    void every_item_once_an_epoch() {
        const auto seen = run(1000, 1, 64, 3 * 16);
        for (int epoch = 0; epoch < 3; ++epoch) {
            std::multiset<int> items;
            for (int number = 0; number < 16; ++number) {
                const Seen& batch = seen[static_cast<std::size_t>(epoch * 16 + number)];
                QCOMPARE(batch.epoch, epoch + 1);
                QCOMPARE(batch.number, number);
                QCOMPARE(batch.last, number == 15);
                QCOMPARE(batch.items.size(), std::size_t(number == 15 ? 1000 - 15 * 64 : 64));
                QCOMPARE(batch.labels.size(), batch.items.size());
                for (std::size_t i = 0; i < batch.items.size(); ++i)
                    QCOMPARE(batch.labels[i], batch.items[i] % 7);
                items.insert(batch.items.begin(), batch.items.end());
            }
            QCOMPARE(items.size(), std::size_t{1000});
            QCOMPARE(std::set<int>(items.begin(), items.end()).size(), std::size_t{1000});
            QCOMPARE(*items.rbegin(), 999);
        }
    }

    void order_depends_on_seed_and_epoch() {
        const auto one = run(500, 1, 500, 2);
        QVERIFY(one[0].items != one[1].items);
        QVERIFY(run(500, 2, 500, 1)[0].items != one[0].items);
        QVERIFY(!std::is_sorted(one[0].items.begin(), one[0].items.end()));
    }

    void order_does_not_depend_on_timing() {
        const auto expected = run(300, 9, 32, 40);
        QCOMPARE(run(300, 9, 32, 40), expected);
        QCOMPARE(run(300, 9, 32, 40, 1, 0, 1), expected);
        QCOMPARE(run(300, 9, 32, 40, 1, 0, 3, 300, 0), expected);
        QCOMPARE(run(300, 9, 32, 40, 1, 0, 64, 0, 300), expected);
    }

    void resumes_in_the_middle_data() {
        QTest::addColumn<int>("done");
        for (const int done : {0, 1, 9, 10, 11, 19, 25})
            QTest::addRow("after %d", done) << done;
    }
    void resumes_in_the_middle() {
        QFETCH(int, done);
        // Ten batches an epoch, the last one short.
        const auto whole = run(300, 5, 32, 40);
        const auto rest = run(300, 5, 32, 40 - done, 1 + done / 10, done % 10);
        QCOMPARE(rest, std::vector<Seen>(whole.begin() + done, whole.end()));
    }

    void the_end_of_an_epoch_is_the_start_of_the_next() {
        QCOMPARE(run(300, 5, 32, 5, 2, 10), run(300, 5, 32, 5, 3, 0));
    }

    void batch_may_be_larger_than_the_data() {
        const auto seen = run(10, 1, 64, 2);
        QCOMPARE(seen[0].items.size(), std::size_t{10});
        QVERIFY(seen[0].last);
        QCOMPARE(seen[1].epoch, 2);
        Loader loader(std::make_shared<Numbered>(10), 1, 64);
        QCOMPARE(loader.batches_per_epoch(), 1);
    }

    void batches_of_an_epoch() {
        QCOMPARE(Loader(std::make_shared<Numbered>(300), 1, 32).batches_per_epoch(), 10);
        QCOMPARE(Loader(std::make_shared<Numbered>(320), 1, 32).batches_per_epoch(), 10);
    }

    void memory_is_used_again() {
        Loader loader(std::make_shared<Numbered>(1000), 1, 100, 1, 0, 2);
        std::set<const unsigned char*> places;
        for (int i = 0; i < 200; ++i) {
            auto batch = loader.next();
            places.insert(batch->samples.data());
            loader.recycle(std::move(batch));
        }
        // Two ready, one being filled, one at the trainer's.
        QVERIFY2(places.size() <= 4, qPrintable(QString::number(places.size())));
        loader.recycle(nullptr);
    }

    void never_runs_further_ahead_than_its_depth() {
        const auto data = std::make_shared<Numbered>(1000);
        Loader loader(data, 1, 10, 1, 0, 4);
        loader.next();
        for (int i = 0; i < 50 && data->reads < 4; ++i)
            QTest::qWait(10);
        QTest::qWait(50);
        QVERIFY2(data->reads <= 5, qPrintable(QString::number(data->reads)));
    }

    void errors_reach_the_trainer() {
        // Item 250 fails; batches before it arrive whole, in their order.
        const auto whole = run(300, 3, 32, 10);
        const auto bad = std::find_if(whole.begin(), whole.end(), [](const Seen& batch) {
            return std::find(batch.items.begin(), batch.items.end(), 250) != batch.items.end();
        });
        const int good = static_cast<int>(bad - whole.begin());
        Loader loader(std::make_shared<Numbered>(300, 250), 3, 32);
        QCOMPARE(take(loader, good), std::vector<Seen>(whole.begin(), bad));
        for (int again = 0; again < 2; ++again)
            QCOMPARE(message_of<DataError>([&] { loader.next(); }), QString("item 250 cannot be read"));
    }

    void can_be_left_at_any_moment() {
        for (int batches = 0; batches < 12; ++batches)
            run(1000, 1, 10, batches, 1, 0, 1 + batches % 4, batches % 3 * 100);
        // Also while the failed thread has ended already.
        Loader failed(std::make_shared<Numbered>(10, 3), 1, 10);
        QTest::qWait(20);
    }

    void refuses_what_makes_no_sense() {
        VERIFY_CONTAINS(message_of<InvalidInput>([] { Loader(std::make_shared<Numbered>(10), 1, 0); }),
                        "at least one");
        VERIFY_CONTAINS(message_of<DataError>([] { Loader(std::make_shared<Numbered>(0), 1, 8); }), "empty");
        VERIFY_CONTAINS(message_of<DataError>([] { Loader(std::make_shared<Numbered>(1LL << 33), 1, 8); }),
                        "at most");
    }
};

QTEST_GUILESS_MAIN(TestLoader)
#include "test_loader.moc"
