// SPDX-License-Identifier: Apache-2.0
// Augmentations: each does what it says, and what it draws depends on seed, epoch and item alone. Class
// weights.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "engine/core/error.h"
#include "engine/data/augment.h"
#include "engine/data/augmented_dataset.h"
#include "engine/data/class_weights.h"
#include "engine/data/color_jitter.h"
#include "engine/data/memory_dataset.h"
#include "tests/data/all_items.h"
#include "tests/data/idx_writer.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;
using Augment = DataOptions::Augment;
using Flip = Augment::Flip;

namespace {

const std::vector<std::int64_t> row_of_five{1, 5, 1};

Bytes changed(const Augmentation& augmentation, Bytes picture, const std::vector<std::int64_t>& shape) {
    Augmenter(shape).apply(augmentation, picture.data());
    return picture;
}

Bytes changed_row(const Augmentation& augmentation) {
    return changed(augmentation, {10, 20, 30, 40, 50}, row_of_five);
}

std::shared_ptr<const Dataset> pictures(std::size_t count, std::vector<std::int64_t> shape,
                                        ElementType element = ElementType::u8) {
    auto stored = std::make_shared<StoredSamples>();
    stored->sample = {std::move(shape), element};
    stored->target = {TargetKind::class_label, 1, 2};
    const std::size_t bytes = count * stored->sample.bytes();
    stored->bytes.reset(new unsigned char[bytes]);
    const Bytes content = pattern(bytes, 5);
    std::copy(content.begin(), content.end(), stored->bytes.get());
    for (std::size_t i = 0; i < count; ++i)
        stored->labels.push_back(static_cast<std::int32_t>(i % 2));
    return std::make_shared<MemoryDataset>(stored);
}

Bytes read(const Dataset& data, std::vector<std::uint32_t> indices, Epoch epoch) {
    Bytes samples(indices.size() * data.sample().bytes());
    data.read(indices, epoch, samples.data(), nullptr);
    return samples;
}

QString refused(const Augment& options, const std::vector<std::int64_t>& shape = {8, 6, 3},
                ElementType element = ElementType::u8) {
    return message_of<InvalidInput>([&] { augmented(pictures(2, shape, element), options); });
}

/// How often each value comes.
template <typename Value>
std::map<Value, int> count(int draws, const Augment& options, Value (*value)(const Augmentation&)) {
    std::map<Value, int> counts;
    for (int item = 0; item < draws; ++item)
        ++counts[value(draw_augmentation(options, {32, 32, 3}, {3, 1}, static_cast<std::uint32_t>(item)))];
    return counts;
}

} // namespace

class TestAugment : public QObject {
    Q_OBJECT

private slots:
    void moves_pixels() {
        QCOMPARE(changed_row({}), (Bytes{10, 20, 30, 40, 50}));
        QCOMPARE(changed_row({.flip = true}), (Bytes{50, 40, 30, 20, 10}));
        QCOMPARE(changed_row({.shift_x = 2}), (Bytes{0, 0, 10, 20, 30}));
        QCOMPARE(changed_row({.shift_x = -1}), (Bytes{20, 30, 40, 50, 0}));
        QCOMPARE(changed_row({.flip = true, .shift_x = 1}), (Bytes{0, 50, 40, 30, 20}));
        QCOMPARE(changed_row({.crop_x = -2}), (Bytes{30, 20, 10, 20, 30}));
        QCOMPARE(changed_row({.crop_x = 2}), (Bytes{30, 40, 50, 40, 30}));
        QCOMPARE(changed_row({.shift_x = 1, .crop_x = -1}), (Bytes{10, 0, 10, 20, 30}));
        QCOMPARE(changed_row({.shift_y = 1}), (Bytes{0, 0, 0, 0, 0}));
        QCOMPARE(changed_row({.crop_y = 3}), (Bytes{10, 20, 30, 40, 50})); // one row is its own reflection
        const Bytes column{10, 20, 30, 40, 50};
        QCOMPARE(changed({.shift_y = -2}, column, {5, 1, 1}), (Bytes{30, 40, 50, 0, 0}));
        QCOMPARE(changed({.crop_y = 1}, column, {5, 1, 1}), (Bytes{20, 30, 40, 50, 40}));
        QCOMPARE(changed({.cutout = 2, .cutout_x = 1}, column, {1, 5, 1}), (Bytes{0, 0, 30, 40, 50}));
        QCOMPARE(changed({.cutout = 3, .cutout_x = 4}, column, {1, 5, 1}), (Bytes{10, 20, 30, 0, 0}));
    }

    void moves_all_channels_data() {
        QTest::addColumn<int>("channels");
        for (const int channels : {1, 2, 3, 4})
            QTest::addRow("%d", channels) << channels;
    }
    void moves_all_channels() {
        QFETCH(int, channels);
        const std::int64_t h = 4, w = 5, n = channels;
        const Bytes picture = pattern(static_cast<std::size_t>(h * w * n), 3);
        const Bytes moved = changed({.flip = true, .shift_y = 1, .cutout = 1, .cutout_x = 2, .cutout_y = 3},
                                    picture, {h, w, n});
        for (std::int64_t y = 0; y < h; ++y)
            for (std::int64_t x = 0; x < w; ++x)
                for (std::int64_t c = 0; c < n; ++c) {
                    const bool zero = y == 0 || (x == 2 && y == 3);
                    const auto from = static_cast<std::size_t>(((y - 1) * w + w - 1 - x) * n + c);
                    QCOMPARE(moved[static_cast<std::size_t>((y * w + x) * n + c)], zero ? 0 : picture[from]);
                }
    }

    void rotates() {
        const double quarter = std::acos(0.0);
        for (const std::int64_t n : {1, 2, 3}) {
            const std::int64_t side = 6;
            const Bytes picture = pattern(static_cast<std::size_t>(side * side * n), 7);
            const auto value = [&](const Bytes& bytes, std::int64_t x, std::int64_t y, std::int64_t c) {
                return static_cast<int>(bytes[static_cast<std::size_t>((y * side + x) * n + c)]);
            };
            const Bytes right = changed({.angle = quarter}, picture, {side, side, n});
            const Bytes half = changed({.angle = 2 * quarter}, picture, {side, side, n});
            for (std::int64_t y = 0; y < side; ++y)
                for (std::int64_t x = 0; x < side; ++x)
                    for (std::int64_t c = 0; c < n; ++c) {
                        // Clockwise: what was at the left goes up.
                        QVERIFY(std::abs(value(right, x, y, c) - value(picture, y, side - 1 - x, c)) <= 1);
                        QVERIFY(std::abs(value(half, x, y, c) -
                                         value(picture, side - 1 - x, side - 1 - y, c)) <= 1);
                    }
        }
        // A slope stays a slope, and the middle its middle.
        Bytes slope(21 * 21);
        for (std::size_t i = 0; i < slope.size(); ++i)
            slope[i] = static_cast<unsigned char>(10 * (i % 21));
        const double angle = 0.3;
        const Bytes turned = changed({.angle = angle}, slope, {21, 21, 1});
        for (int y = 6; y < 15; ++y)
            for (int x = 6; x < 15; ++x) {
                const double expected = 100 + 10 * (std::cos(angle) * (x - 10) + std::sin(angle) * (y - 10));
                QVERIFY(std::abs(turned[static_cast<std::size_t>(y * 21 + x)] - expected) < 1.5);
            }
        // The corners come from inside: a picture of one colour keeps it.
        const Bytes flat(21 * 21, 77);
        QCOMPARE(changed({.angle = angle}, flat, {21, 21, 1}), flat);
    }

    void changes_colors() {
        const auto jittered = [](const ColorFactors& factors, Bytes picture, std::int64_t channels) {
            jitter_colors(factors, static_cast<std::int64_t>(picture.size()) / channels, channels,
                          picture.data());
            return picture;
        };
        const Bytes two{100, 50, 200, 20, 90, 160};
        QCOMPARE(jittered({}, two, 3), two);
        QCOMPARE(jittered({.brightness = 1.5}, two, 3), (Bytes{150, 75, 255, 30, 135, 240}));
        QCOMPARE(jittered({.brightness = 0}, two, 3), Bytes(6, 0));
        // No contrast: the mean grey. (82.05 + 77.05) / 2 = 79.55.
        QCOMPARE(jittered({.contrast = 0}, two, 3), Bytes(6, 80));
        QCOMPARE(jittered({.contrast = 2}, two, 3), (Bytes{120, 20, 255, 0, 100, 240}));
        // No saturation: each pixel's grey.
        QCOMPARE(jittered({.saturation = 0}, two, 3), (Bytes{82, 82, 82, 77, 77, 77}));
        QCOMPARE(jittered({.saturation = 2}, {100, 100, 100}, 3), (Bytes{100, 100, 100}));
        // Grey pictures have brightness and contrast.
        QCOMPARE(jittered({.contrast = 0, .saturation = 0}, {10, 30}, 1), (Bytes{20, 20}));
        QCOMPARE(jittered({.brightness = 2, .saturation = 0}, {10, 30}, 1), (Bytes{20, 60}));
    }

    void draws_evenly() {
        const auto near = [](int got, int expected) { return std::abs(got - expected) < expected / 4; };
        const auto flips =
            count<bool>(2000, {.flip = Flip::random}, [](const Augmentation& a) { return a.flip; });
        QVERIFY(near(flips.at(true), 1000));
        for (auto* part : {+[](const Augmentation& a) { return a.shift_x; },
                           +[](const Augmentation& a) { return a.shift_y; },
                           +[](const Augmentation& a) { return a.crop_x; },
                           +[](const Augmentation& a) { return a.crop_y; }}) {
            const auto counts = count<std::int64_t>(5000, {.shift = 2, .crop_padding = 2}, part);
            QCOMPARE(counts.size(), std::size_t{5});
            for (std::int64_t value = -2; value <= 2; ++value)
                QVERIFY(near(counts.at(value), 1000));
        }
        double least = 0, most = 0;
        for (std::uint32_t item = 0; item < 1000; ++item) {
            const Augmentation a =
                draw_augmentation({.rotation = 90, .color_jitter = 0.5}, {4, 4, 3}, {1, 1}, item);
            least = std::min(least, a.angle);
            most = std::max(most, a.angle);
            for (const double factor : {a.brightness, a.contrast, a.saturation})
                QVERIFY(factor >= 0.5 && factor < 1.5);
        }
        QVERIFY(std::abs(least + std::acos(0.0)) < 0.05 && std::abs(most - std::acos(0.0)) < 0.05);
    }

    void alternating_flips_every_other_epoch() {
        int flipped = 0;
        for (std::uint32_t item = 0; item < 1000; ++item) {
            const auto flip = [&](std::int64_t epoch) {
                return draw_augmentation({.flip = Flip::alternate}, {4, 4, 3}, {9, epoch}, item).flip;
            };
            const bool first = flip(1);
            flipped += first;
            for (std::int64_t epoch = 2; epoch < 6; ++epoch)
                QCOMPARE(flip(epoch), first != (epoch % 2 == 0));
        }
        QVERIFY(flipped > 400 && flipped < 600);
    }

    void a_change_has_its_own_numbers() {
        const Augment all{Flip::random, 3, 4, 10, 2, 0.3};
        Augment shift_only;
        shift_only.shift = 3;
        for (std::uint32_t item = 0; item < 20; ++item) {
            const Augmentation a = draw_augmentation(all, {32, 32, 3}, {1, 2}, item);
            const Augmentation b = draw_augmentation(shift_only, {32, 32, 3}, {1, 2}, item);
            QCOMPARE(a.shift_x, b.shift_x);
            QCOMPARE(a.shift_y, b.shift_y);
        }
    }

    void depends_on_seed_epoch_and_item_alone() {
        const auto base = pictures(40, {8, 6, 3});
        const auto data = augmented(base, {Flip::random, 1, 2, 10, 3, 0.3});
        const Bytes all = read(*data, {0, 1, 2, 3, 4, 5}, {1, 1});
        const Bytes swapped = read(*data, {5, 4}, {1, 1});
        const std::ptrdiff_t bytes = 8 * 6 * 3;
        QVERIFY(std::equal(swapped.begin(), swapped.begin() + bytes, all.begin() + 5 * bytes));
        QVERIFY(std::equal(swapped.begin() + bytes, swapped.end(), all.begin() + 4 * bytes));
        QVERIFY(read(*data, {0, 1, 2, 3, 4, 5}, {1, 2}) != all);
        QVERIFY(read(*data, {0, 1, 2, 3, 4, 5}, {2, 1}) != all);
        // Evaluation sees the pictures as they are.
        QCOMPARE(read(*data, {3, 1}, {1, 0}), read(*base, {3, 1}, {1, 0}));
        QCOMPARE(data->size(), 40);
        QCOMPARE(data->sample(), base->sample());
        QCOMPARE(data->target(), base->target());
    }

    void large_batches_are_shared_between_threads() {
        // Above the size from which helpers take part: the same bytes as one by one.
        const auto data = augmented(pictures(40, {160, 160, 3}), {Flip::random, 4, 4, 10, 30, 0.3});
        std::vector<std::uint32_t> indices(40);
        std::iota(indices.begin(), indices.end(), 0u);
        const Bytes together = read(*data, indices, {1, 3});
        const std::ptrdiff_t bytes = 160 * 160 * 3;
        for (std::uint32_t i = 0; i < 40; ++i) {
            const Bytes one = read(*data, {i}, {1, 3});
            QVERIFY(std::equal(one.begin(), one.end(), together.begin() + i * bytes));
        }
    }

    void nothing_asked_for_costs_nothing() {
        const auto base = pictures(4, {8, 6, 3});
        QCOMPARE(augmented(base, {}), base);
    }

    void refuses_what_makes_no_sense() {
        const Augment flip{.flip = Flip::random};
        VERIFY_CONTAINS(refused(flip, {8, 6}), "only pictures of bytes");
        VERIFY_CONTAINS(refused(flip, {8, 6, 3}, ElementType::f32), "8 x 6 x 3 numbers");
        VERIFY_CONTAINS(refused({.shift = 7}), "shift must be 0 to 6 pixels");
        VERIFY_CONTAINS(refused({.crop_padding = -1}), "crop padding must be");
        VERIFY_CONTAINS(refused({.cutout = 9}), "cutout must be");
        VERIFY_CONTAINS(refused({.rotation = 181}), "0 to 180 degrees");
        VERIFY_CONTAINS(refused({.rotation = std::nan("")}), "0 to 180 degrees");
        VERIFY_CONTAINS(refused({.color_jitter = 1.5}), "0 to 1");
    }

    void synthetic_data_opens_with_augmentation() {
        DataOptions options = options_of("synthetic:8x8x3/2/20");
        const Items plain = all_of(*open_dataset(options).train);
        options.augment.shift = 2;
        const DataSplit split = open_dataset(options);
        QCOMPARE(all_of(*split.train).samples, plain.samples); // epoch 0
        QVERIFY(read(*split.train, {0, 1, 2, 3}, {1, 1}) != read(*split.train, {0, 1, 2, 3}, {1, 0}));
    }

    void balanced_weights() {
        QCOMPARE(balanced_class_weights({10, 10}), (std::vector<double>{1, 1}));
        QCOMPARE(balanced_class_weights({30, 10}), (std::vector<double>{40.0 / 60, 2}));
        QCOMPARE(balanced_class_weights({30, 0, 10}), (std::vector<double>{40.0 / 60, 0, 2}));
        QVERIFY(balanced_class_weights({}).empty());
    }
};

QTEST_GUILESS_MAIN(TestAugment)
#include "test_augment.moc"
