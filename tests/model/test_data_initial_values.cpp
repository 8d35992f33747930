// SPDX-License-Identifier: Apache-2.0
// Whitening kernels made of images: patches that went through them have no correlations left.
#include <QTest>
#include <cmath>

#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/model/data_initial_values.h"
#include "engine/model/library.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

const Shape shape{40, 9, 8, 3};

/// Smooth pictures in 0…1 whose channels go together, as those of the world do.
std::vector<double> pictures() {
    const auto noise = random_uniform(3, RandomUse::synthetic, 0, 40 * 8, 0, 1);
    const auto grain =
        random_uniform(3, RandomUse::synthetic, 1, static_cast<std::size_t>(shape.count()), -0.1, 0.1);
    std::vector<double> images;
    for (std::size_t n = 0; n < 40; ++n)
        for (std::size_t y = 0; y < 9; ++y)
            for (std::size_t x = 0; x < 8; ++x)
                for (std::size_t c = 0; c < 3; ++c) {
                    const double wave =
                        std::sin(noise[n * 8] * static_cast<double>(y) + noise[n * 8 + 1] * 6) *
                        std::cos(noise[n * 8 + 2] * static_cast<double>(x) + noise[n * 8 + 3] * 6);
                    images.push_back(0.4 + 0.1 * static_cast<double>(c) + 0.2 * wave + grain[images.size()]);
                }
    return images;
}

struct Whitening {
    std::vector<double> kernel, bias;
};

Whitening whitening(const std::vector<double>& images) {
    const Model model = make_model("airbench", {}, {{32, 32, 3}}, Task::of_classes(10));
    const auto parameters = build_forward(model, 1, Outputs::training, DType::f32).parameters;
    Whitening result;
    for (const Parameter& parameter : parameters) {
        if (parameter.name == "whitening/kernel")
            result.kernel = initial_values_from_images(parameter, images, shape);
        if (parameter.name == "whitening/bias")
            result.bias = initial_values_from_images(parameter, images, shape);
    }
    return result;
}

/// Output of filter f at a place: what the convolution computes.
double response(const Whitening& w, const std::vector<double>& images, std::size_t f, std::size_t n,
                std::size_t y, std::size_t x) {
    double sum = w.bias[f];
    for (std::size_t dy = 0; dy < 2; ++dy)
        for (std::size_t dx = 0; dx < 2; ++dx)
            for (std::size_t c = 0; c < 3; ++c)
                sum += w.kernel[((f * 2 + dy) * 2 + dx) * 3 + c] *
                       images[((n * 9 + y + dy) * 8 + x + dx) * 3 + c];
    return sum;
}

} // namespace

class TestDataInitialValues : public QObject {
    Q_OBJECT

private slots:
    void patches_become_white() {
        const auto images = pictures();
        const Whitening w = whitening(images);
        QCOMPARE(w.kernel.size(), std::size_t{24 * 12});
        QCOMPARE(w.bias.size(), std::size_t{24});
        std::vector<double> moments(12 * 12, 0.0);
        double patches = 0;
        for (std::size_t n = 0; n < 40; ++n)
            for (std::size_t y = 0; y < 8; ++y)
                for (std::size_t x = 0; x < 7; ++x, ++patches)
                    for (std::size_t i = 0; i < 12; ++i)
                        for (std::size_t j = 0; j < 12; ++j)
                            moments[i * 12 + j] +=
                                response(w, images, i, n, y, x) * response(w, images, j, n, y, x);
        double last = 2;
        for (std::size_t i = 0; i < 12; ++i)
            for (std::size_t j = 0; j < 12; ++j) {
                const double moment = moments[i * 12 + j] / patches;
                if (i != j) {
                    QVERIFY2(std::abs(moment) < 1e-9, qPrintable(QString::number(moment)));
                    continue;
                }
                // λ / (λ + 5e-4), the largest first: 1 but for directions of hardly any variance.
                QVERIFY(moment < 1 && moment <= last + 1e-12 && moment > 0.9);
                last = moment;
            }
    }

    void the_second_half_is_the_negative_of_the_first() {
        const Whitening w = whitening(pictures());
        for (std::size_t i = 0; i < 12 * 12; ++i)
            QCOMPARE(w.kernel[12 * 12 + i], -w.kernel[i]);
        for (std::size_t f = 0; f < 12; ++f)
            QCOMPARE(w.bias[12 + f], -w.bias[f]);
    }

    void a_channel_of_one_colour_is_survived() {
        auto images = pictures();
        for (std::size_t i = 2; i < images.size(); i += 3)
            images[i] = 0.25;
        for (const double value : whitening(images).kernel)
            QVERIFY(std::isfinite(value));
    }

    void only_what_asks_for_it() {
        const Model model = make_model("cnn", {}, {{32, 32, 3}}, Task::of_classes(10));
        QVERIFY(!need_images(build_forward(model, 1, Outputs::training, DType::f32).parameters));
        const Model airbench = make_model("airbench", {}, {{32, 32, 3}}, Task::of_classes(10));
        QVERIFY(need_images(build_forward(airbench, 1, Outputs::training, DType::f32).parameters));
        const std::vector<double> tiny(3, 0.5);
        const Parameter kernel{
            .name = "w/kernel", .shape = {24, 2, 2, 3}, .fan_in = 12, .from_data = "whitening"};
        VERIFY_CONTAINS(message_of<InvalidInput>([&] {
                            initial_values_from_images(kernel, tiny, {1, 1, 1, 3});
                        }),
                        "'w/kernel' starts from patches of [2, 2] pixels");
    }
};

QTEST_GUILESS_MAIN(TestDataInitialValues)
#include "test_data_initial_values.moc"
