// SPDX-License-Identifier: Apache-2.0
// The reference's own kernels, where the answer can be worked out by hand: the oracle needs one as well.
// (That the gradient operations fit the forward ones is shown by test_op_gradients.)
#include <QtTest>

#include <cmath>

#include "engine/backends/reference/reference_device.h"
#include "engine/core/error.h"
#include "tests/backends/op_harness.h"

using namespace laptime;
using namespace laptime::test;

namespace {

constexpr DType f64 = DType::f64;

Operand tensor(Shape shape, std::vector<double> values, DType type = f64) {
    return Values::of(type, std::move(shape), std::move(values));
}
Operand vector(std::vector<double> values, DType type = f64) {
    const auto count = static_cast<std::int64_t>(values.size());
    return tensor({count}, std::move(values), type);
}
Operand scalar(double value) {
    return Values::scalar(f64, value);
}

const Operand counting_image = tensor({1, 4, 4, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
const Operand nine_ones = tensor({1, 3, 3, 1}, std::vector<double>(9, 1.0));
const std::string same = "same";
using List = std::vector<std::int64_t>;

struct Known {
    OpCase op_case;
    std::vector<std::vector<double>> expected; ///< updated operands first, then outputs
};

std::vector<Known> known_answers() {
    const double ln3 = std::log(3.0), ln4 = std::log(4.0), pi = std::acos(-1.0);
    const Attributes adam = {{"beta1", 0.9}, {"beta2", 0.999}, {"epsilon", 1e-8}};
    Attributes adam_decay = adam, adamw = adam;
    adam_decay.set("weight_decay", 0.5);
    adamw.set("weight_decay", 0.1);
    adamw.set("decoupled", true);
    const double normal = 1 / std::sqrt(1 + 1e-3);
    return {
        // As Keras: with stride 2 over 4 elements, padding is at the bottom and right only.
        {{"conv2d", "same padding", {counting_image, nine_ones}, {{"padding", same}, {"stride", List{2, 2}}}},
         {{45, 39, 66, 50}}},
        {{"conv2d", "valid", {counting_image, nine_ones}, {}}, {{45, 54, 81, 90}}},
        // Not flipped: the kernel's last column meets the image's last column.
        {{"conv2d", "orientation", {counting_image, tensor({1, 3, 3, 1}, {0, 0, 1, 0, 0, 0, 0, 0, 0})}, {}},
         {{2, 3, 6, 7}}},
        {{"conv2d",
          "dilation",
          {counting_image, tensor({1, 2, 2, 1}, {1, 0, 0, 1})},
          {{"dilation", List{3, 3}}}},
         {{15}}},
        {{"conv2d",
          "depthwise",
          {tensor({1, 1, 2, 2}, {1, 10, 2, 20}), tensor({2, 1, 1, 1}, {3, 5})},
          {{"groups", std::int64_t{2}}}},
         {{3, 50, 6, 100}}},
        {{"conv2d",
          "bias and relu",
          {tensor({1, 1, 2, 1}, {1, -1}), tensor({2, 1, 1, 1}, {2, 3}), vector({0.5, -2})},
          {{"activation", std::string("relu")}}},
         {{2.5, 1, 0, 0}}},
        {{"matmul", "plain", {tensor({2, 2}, {1, 2, 3, 4}), tensor({2, 2}, {5, 6, 7, 8})}, {}},
         {{19, 22, 43, 50}}},
        {{"matmul",
          "a transposed",
          {tensor({2, 2}, {1, 2, 3, 4}), tensor({2, 2}, {5, 6, 7, 8})},
          {{"transpose_a", true}}},
         {{26, 30, 38, 44}}},
        {{"matmul",
          "b transposed",
          {tensor({2, 2}, {1, 2, 3, 4}), tensor({2, 2}, {5, 6, 7, 8})},
          {{"transpose_b", true}}},
         {{17, 23, 39, 53}}},
        {{"leaky_relu", "both sides", {vector({-2, 0, 3})}, {{"slope", 0.25}}}, {{-0.5, 0, 3}}},
        {{"leaky_relu_grad", "both sides", {vector({8, 8, 8}), vector({-2, 0, 3})}, {{"slope", 0.25}}},
         {{2, 2, 8}}},
        {{"sigmoid", "odds of 3 to 1", {vector({0, ln3, -ln3})}, {}}, {{0.5, 0.75, 0.25}}},
        {{"silu", "odds of 3 to 1", {vector({0, ln3, -ln3})}, {}}, {{0, 0.75 * ln3, -0.25 * ln3}}},
        {{"tanh", "half of ln 3", {vector({0, ln3 / 2, -ln3 / 2})}, {}}, {{0, 0.5, -0.5}}},
        // 0.8413447460685429 is the standard normal distribution at 1.
        {{"gelu", "exact", {vector({-1, 0, 1})}, {}}, {{-0.15865525393145707, 0, 0.8413447460685429}}},
        {{"gelu", "approximate", {vector({0, 1})}, {{"approximate", true}}},
         {{0, 0.5 + 0.5 * std::tanh(1.044715 * std::sqrt(2 / pi))}}},
        {{"max_pool",
          "the first of equals",
          {tensor({1, 2, 4, 1}, {1, 1, 2, 5, 0, 1, 7, 3})},
          {{"window", List{2, 2}}}},
         {{1, 7}, {0, 2}}},
        {{"max_pool_grad",
          "overlapping windows add up",
          {tensor({1, 1, 2, 1}, {10, 100}), tensor({1, 1, 2, 1}, {1, 0}, DType::u8)},
          {{"window", List{1, 2}}, {"stride", List{1, 1}}, {"input_shape", List{1, 1, 3, 1}}}},
         {{0, 110, 0}}},
        {{"batch_norm", "two items", {tensor({2, 1}, {1, 3}), vector({2}), vector({5})}, {{"epsilon", 1e-3}}},
         {{5 - 2 * normal, 5 + 2 * normal}, {2}, {1}}},
        {{"batch_norm",
          "two items and relu",
          {tensor({2, 1}, {1, 3}), vector({2}), vector({0})},
          {{"epsilon", 1e-3}, {"activation", std::string("relu")}}},
         {{0, 2 * normal}, {2}, {1}}},
        // Only the second passes: dy is 0, 4. Its mean is 2, and normal·dy's mean 2·normal.
        {{"batch_norm_grad",
          "relu",
          {tensor({2, 1}, {7, 4}), tensor({2, 1}, {1, 3}), vector({2}), vector({2}), vector({1}),
           vector({0})},
          {{"epsilon", 1e-3}, {"activation", std::string("relu")}}},
         {{2 * normal * (-2 + 2 * normal * normal), 2 * normal * (2 - 2 * normal * normal)},
          {4 * normal},
          {4}}},
        {{"add", "relu", {vector({1, -3}), vector({1, 1})}, {{"activation", std::string("relu")}}}, {{2, 0}}},
        {{"batch_norm_inference",
          "one item",
          {tensor({1, 1}, {7}), vector({2}), vector({5}), vector({3}), vector({4})},
          {{"epsilon", 0.0}}},
         {{9}}},
        {{"layer_norm",
          "two of a row",
          {tensor({2, 2}, {1, 3, 0, 2}), vector({2, 2}), vector({5, 6})},
          {{"epsilon", 1e-3}}},
         {{5 - 2 * normal, 6 + 2 * normal, 5 - 2 * normal, 6 + 2 * normal}, {2, 1}, {normal, normal}}},
        {{"group_norm",
          "two groups of one item",
          {tensor({1, 1, 2, 2}, {1, 10, 3, 12}), vector({2, 1}), vector({5, 0})},
          {{"epsilon", 1e-3}, {"groups", std::int64_t{2}}}},
         {{5 - 2 * normal, -normal, 5 + 2 * normal, normal}, {2, 11}, {normal, normal}}},
        // As Keras: padding is not counted.
        {{"avg_pool",
          "same padding",
          {tensor({1, 3, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9})},
          {{"window", List{2, 2}}, {"padding", same}}},
         {{3, 4.5, 7.5, 9}}},
        {{"avg_pool_grad",
          "same padding",
          {tensor({1, 1, 2, 1}, {4, 3})},
          {{"window", List{1, 2}}, {"padding", same}, {"input_shape", List{1, 1, 3, 1}}}},
         {{2, 2, 3}}},
        {{"global_avg_pool", "two channels", {tensor({1, 1, 2, 2}, {1, 10, 3, 20})}, {}}, {{2, 15}}},
        {{"global_avg_pool_grad",
          "two channels",
          {tensor({1, 2}, {1, 10})},
          {{"input_shape", List{1, 1, 2, 2}}}},
         {{0.5, 5, 0.5, 5}}},
        {{"moving_average", "skipped", {vector({1}), vector({2}), scalar(0)}, {{"momentum", 0.75}}}, {{1}}},
        {{"moving_average", "running", {vector({1}), vector({2})}, {{"momentum", 0.75}}}, {{1.25}}},
        {{"softmax_cross_entropy",
          "two classes",
          {tensor({2, 2}, {0, ln3, ln3, 0}), vector({0, 0}, DType::i32), scalar(0.5)},
          {}},
         {{0.5 * (ln4 + ln4 - ln3)}, {0.25, 0.75, 0.75, 0.25}}},
        {{"softmax_cross_entropy_grad",
          "two classes",
          {scalar(8), tensor({1, 2}, {0.25, 0.75}), vector({0}, DType::i32), scalar(0.5)},
          {}},
         {{-3, 3}}},
        {{"correct_count",
          "ties go to the first",
          {tensor({3, 2}, {1, 1, 1, 1, 0, 2}), vector({0, 1, 1}, DType::i32)},
          {}},
         {{2}}},
        {{"top_k_count",
          "second of three",
          {tensor({3, 3}, {3, 2, 1, 3, 2, 1, 1, 1, 1}), vector({1, 2, 2}, DType::i32)},
          {{"k", std::int64_t{2}}}},
         {{1}}},
        // (1 - 0.4) of the label's 1, and 0.4 / 2 of each.
        {{"softmax_cross_entropy",
          "smoothed",
          {tensor({1, 2}, {0, ln3}), vector({0}, DType::i32), scalar(0.5)},
          {{"label_smoothing", 0.4}}},
         {{0.5 * (0.8 * ln4 + 0.2 * (ln4 - ln3))}, {0.25, 0.75}}},
        {{"softmax_cross_entropy",
          "weighted",
          {tensor({2, 2}, {0, ln3, ln3, 0}), vector({0, 1}, DType::i32), scalar(1)},
          {{"class_weights", std::vector<double>{2, 3}}}},
         {{5 * ln4}, {0.25, 0.75, 0.75, 0.25}}},
        {{"softmax_cross_entropy",
          "soft labels",
          {tensor({1, 2}, {0, ln3}), tensor({1, 2}, {0.5, 0.5}, DType::f32), scalar(1)},
          {}},
         {{0.5 * ln4 + 0.5 * (ln4 - ln3)}, {0.25, 0.75}}},
        {{"softmax_cross_entropy_grad",
          "smoothed and weighted",
          {scalar(1), tensor({1, 2}, {0.25, 0.75}), vector({0}, DType::i32), scalar(1)},
          {{"label_smoothing", 0.5}, {"class_weights", std::vector<double>{2, 3}}}},
         {{-1, 1}}},
        {{"softmax", "odds of 3 to 1", {tensor({2, 2}, {0, ln3, 1000, 1000})}, {}}, {{0.25, 0.75, 0.5, 0.5}}},
        {{"softmax_grad", "one row", {tensor({1, 2}, {4, 8}), tensor({1, 2}, {0.25, 0.75})}, {}},
         {{-0.75, 0.75}}},
        {{"binary_cross_entropy",
          "odds of 3 to 1",
          {tensor({1, 2}, {ln3, ln3}), tensor({1, 2}, {1, 0}, DType::f32), scalar(2)},
          {}},
         {{ln4 - ln3 + ln4}}},
        {{"binary_cross_entropy_grad",
          "odds of 3 to 1",
          {scalar(8), tensor({1, 2}, {ln3, ln3}), tensor({1, 2}, {1, 0}, DType::f32), scalar(0.5)},
          {}},
         {{-0.5, 1.5}}},
        {{"binary_correct_count",
          "three of four",
          {tensor({2, 2}, {1, -1, 2, 3}), tensor({2, 2}, {1, 0, 1, 0}, DType::f32)},
          {}},
         {{1.5}}},
        {{"regression_loss",
          "mse",
          {tensor({2, 2}, {1, 2, 3, 4}), tensor({2, 2}, {1, 0, 0, 4}, DType::f32), scalar(0.5)},
          {{"kind", std::string("mse")}}},
         {{3.25}}},
        {{"regression_loss",
          "mae",
          {tensor({2, 2}, {1, 2, 3, 4}), tensor({2, 2}, {1, 0, 0, 4}, DType::f32), scalar(0.5)},
          {{"kind", std::string("mae")}}},
         {{1.25}}},
        {{"regression_loss",
          "huber",
          {tensor({2, 1}, {1, 4}), tensor({2, 1}, {0, 0}, DType::f32), scalar(1)},
          {{"kind", std::string("huber")}, {"delta", 2.0}}},
         {{0.5 + 6}}},
        {{"regression_loss_grad",
          "huber",
          {scalar(2), tensor({3, 1}, {1, 4, -4}), tensor({3, 1}, {0, 0, 0}, DType::f32), scalar(0.5)},
          {{"kind", std::string("huber")}, {"delta", 2.0}}},
         {{1, 2, -2}}},
        {{"regression_sums", "two rows", {tensor({2, 1}, {1, 5}), tensor({2, 1}, {2, 3}, DType::f32)}, {}},
         {{3}, {5}, {5}, {13}}},
        {{"global_norm", "3, 4, 12", {vector({3, 4}), vector({12})}, {}}, {{13}}},
        {{"clip_factor", "too long", {scalar(8)}, {{"max_norm", 2.0}}}, {{0.25}}},
        {{"clip_factor", "zero", {scalar(0)}, {{"max_norm", 2.0}}}, {{1}}},
        {{"clamp", "both sides", {vector({-3, 0, 3})}, {{"least", -1.0}, {"most", 2.0}}}, {{-1, 0, 2}}},
        {{"sgd", "decay", {vector({1}), vector({2}), scalar(0.1), scalar(1)}, {{"weight_decay", 0.5}}},
         {{0.75}}},
        {{"momentum",
          "plain",
          {vector({1}), vector({1}), vector({0.5}), scalar(0.1), scalar(1)},
          {{"momentum", 0.9}}},
         {{0.855}, {1.45}}},
        {{"momentum",
          "nesterov",
          {vector({1}), vector({1}), vector({0.5}), scalar(0.1), scalar(1)},
          {{"momentum", 0.9}, {"nesterov", true}}},
         {{0.7695}, {1.45}}},
        {{"rmsprop",
          "plain",
          {vector({1}), vector({3}), vector({0}), scalar(0.1), scalar(1)},
          {{"rho", 0.75}, {"epsilon", 0.5}}},
         {{0.85}, {2.25}}},
        // The first step of Adam goes by the rate, whatever the gradient's size.
        {{"adam",
          "first step",
          {vector({1}), vector({0.5}), vector({0}), vector({0}), scalar(0.1), Values::integers({}, {0}),
           scalar(1)},
          adam},
         {{1 - 0.1 * 0.5 / (0.5 + 1e-8)}, {0.05}, {0.00025}}},
        {{"adam",
          "decay in the gradient",
          {vector({1}), vector({0}), vector({0}), vector({0}), scalar(0.1), Values::integers({}, {0}),
           scalar(1)},
          adam_decay},
         {{1 - 0.1 * 0.5 / (0.5 + 1e-8)}, {0.05}, {0.00025}}},
        {{"adam",
          "decoupled decay",
          {vector({1}), vector({0.5}), vector({0}), vector({0}), scalar(0.1), Values::integers({}, {0}),
           scalar(1)},
          adamw},
         {{0.99 - 0.1 * 0.5 / (0.5 + 1e-8)}, {0.05}, {0.00025}}},
        {{"increment", "done", {Values::integers({}, {4}), scalar(1)}, {}}, {{5}}},
        {{"loss_scale_update",
          "doubles",
          {scalar(8), Values::integers({}, {2}), scalar(1)},
          {{"interval", std::int64_t{3}}}},
         {{16}, {0}}},
        {{"loss_scale_update",
          "halves",
          {scalar(8), Values::integers({}, {2}), scalar(0)},
          {{"interval", std::int64_t{3}}}},
         {{4}, {0}}},
        {{"rescale",
          "pixels",
          {tensor({1, 2}, {0, 255}, DType::u8)},
          {{"scale", 1.0 / 255}, {"offset", -0.5}, {"dtype", std::string("float64")}}},
         {{-0.5, 0.5}}},
        {{"cast", "to bfloat16", {vector({1.00390625, 1.01171875})}, {{"dtype", std::string("bfloat16")}}},
         {{1, 1.015625}}},
        {{"concat",
          "columns",
          {tensor({2, 1}, {1, 2}), tensor({2, 2}, {3, 4, 5, 6})},
          {{"axis", std::int64_t{1}}}},
         {{1, 3, 4, 2, 5, 6}}},
        {{"slice", "a corner", {counting_image}, {{"begin", List{0, 2, 1, 0}}, {"size", List{1, -1, 2, 1}}}},
         {{9, 10, 13, 14}}},
        {{"pad", "around", {tensor({1, 2}, {1, 2})}, {{"before", List{1, 0}}, {"after", List{0, 1}}}},
         {{0, 0, 0, 1, 2, 0}}},
        {{"transpose", "three axes", {tensor({1, 2, 3}, {1, 2, 3, 4, 5, 6})}, {{"perm", List{2, 0, 1}}}},
         {{1, 4, 2, 5, 3, 6}}},
        {{"embedding", "rows", {vector({2, 0}, DType::i32), tensor({3, 2}, {1, 2, 3, 4, 5, 6})}, {}},
         {{5, 6, 1, 2}}},
        {{"embedding_grad",
          "a row that is used twice",
          {tensor({3, 1}, {1, 2, 4}), vector({1, 0, 1}, DType::i32)},
          {{"rows", std::int64_t{3}}}},
         {{2, 5, 0}}},
        {{"argmax", "the first of equals", {tensor({2, 3}, {0, 7, 7, -1, -2, -1})}, {}}, {{1, 0}}},
        // Scores q·k: 0 for the first query, 0 and ln 3 for the second (whose width is 1, so the scale is 1).
        {{"attention", "two tokens", {tensor({1, 2, 3}, {0, 0, 4, ln3, 1, 8})}, {{"heads", std::int64_t{1}}}},
         {{6, 7}, {std::log(2.0), ln4}}},
        {{"attention",
          "two tokens, causal",
          {tensor({1, 2, 3}, {5, 2, 4, ln3, 1, 8})},
          {{"heads", std::int64_t{1}}, {"causal", true}}},
         {{4, 4 * 0.75 + 8 * 0.25}, {10, std::log(9.0 + 3.0)}}},
        {{"upsample", "nearest", {tensor({1, 1, 2, 1}, {1, 2})}, {{"size", List{2, 2}}}},
         {{1, 1, 2, 2, 1, 1, 2, 2}}},
        // As Keras: pixel centres are half a pixel in, and the border is repeated.
        {{"upsample",
          "bilinear",
          {tensor({1, 1, 2, 1}, {0, 4})},
          {{"size", List{1, 2}}, {"interpolation", std::string("bilinear")}}},
         {{0, 1, 3, 4}}},
    };
}

} // namespace

class TestReferenceValues : public QObject {
    Q_OBJECT

private slots:
    void agreeWithKnownAnswers_data() {
        QTest::addColumn<int>("row");
        int row = 0;
        for (const Known& known : known_answers())
            QTest::addRow("%s, %s", known.op_case.op.c_str(), known.op_case.name.c_str()) << row++;
    }

    void agreeWithKnownAnswers() {
        QFETCH(int, row);
        const Known known = known_answers()[static_cast<std::size_t>(row)];
        const std::vector<Outcome> got = run_case(*make_reference_device(), known.op_case);
        QCOMPARE(got.size(), known.expected.size());
        for (std::size_t k = 0; k < got.size(); ++k) {
            QCOMPARE(got[k].values.size(), known.expected[k].size());
            for (std::size_t i = 0; i < got[k].values.size(); ++i)
                QVERIFY2(std::abs(got[k].values[i] - known.expected[k][i]) < 1e-14,
                         (got[k].name + ": " + std::to_string(got[k].values[i]) + " instead of " +
                          std::to_string(known.expected[k][i]))
                             .c_str());
        }
    }

    void labelsOutsideTheClassesStopTheRun() {
        for (const double label : {-1.0, 2.0}) {
            const OpCase c{"softmax_cross_entropy",
                           "",
                           {tensor({2, 2}, {0, 1, 2, 3}), vector({0, label}, DType::i32), scalar(1)},
                           {}};
            try {
                run_case(*make_reference_device(), c);
                QFAIL("nothing was thrown");
            } catch (const RunError& error) {
                QVERIFY2(QString(error.what()).contains("of item 1 of the batch is outside 0 to 1"),
                         error.what());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestReferenceValues)
#include "test_reference_values.moc"
