// SPDX-License-Identifier: Apache-2.0
// What the shape rules make of good operands, and what they say of bad ones. One row is one way to be wrong.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/graph/op.h"

using namespace laptime;

namespace {

using List = std::vector<std::int64_t>;

struct Request {
    const char* op;
    std::vector<TensorType> inputs;
    Attributes attrs;
};

const TensorType image = {DType::f32, {2, 9, 8, 6}};
const TensorType kernel = {DType::f32, {4, 3, 3, 6}};
const TensorType scalar = {DType::f32, {}};
const TensorType counter = {DType::i64, {}};
const TensorType labels = {DType::i32, {4}};

TensorType f32(Shape shape) {
    return {DType::f32, std::move(shape)};
}
TensorType bf16(Shape shape) {
    return {DType::bf16, std::move(shape)};
}

struct Bad {
    Request request;
    const char* says;
};

const std::vector<Bad>& bad_requests() {
    static const std::vector<Bad> list = {
        {{"constant", {scalar}, {}}, "takes 0 inputs, not 1"},
        {{"constant", {}, {{"shape", List{2, 0}}}}, "positive sizes only"},
        {{"constant", {}, {{"dtype", std::string("float8")}}}, "'float8' is not a type"},
        {{"cast", {labels}, {{"dtype", std::string("float32")}}}, "must be of a floating type"},
        {{"cast", {scalar}, {{"dtype", std::string("int32")}}}, "must be a floating type, not int32"},
        {{"rescale", {labels}, {}}, "must be uint8 or of a floating type"},
        {{"reshape", {image}, {{"shape", List{-1, -1}}}}, "at most one -1"},
        {{"reshape", {image}, {{"shape", List{7, -1}}}}, "864 elements cannot be arranged as [7, -1]"},
        {{"add", {image, kernel}, {}}, "must have the same shape"},
        {{"add", {f32({3}), bf16({3})}, {}}, "must have the same type"},
        {{"mul", {image, counter}, {}}, "input 1 (b) must be of a floating type"},
        {{"bias_add", {image, f32({5})}, {}}, "input 1 (b) must have shape [6], not [5]"},
        {{"bias_add", {scalar, f32({1})}, {}}, "must not be a scalar"},
        {{"relu", {labels}, {}}, "must be of a floating type"},
        {{"relu_grad", {image, kernel}, {}}, "must have the same shape"},
        {{"concat", {}, {}}, "at least one input"},
        {{"concat", {image, f32({2, 9, 8, 6})}, {{"axis", std::int64_t{4}}}}, "no axis 4 in [2, 9, 8, 6]"},
        {{"concat", {image, f32({2, 9, 7, 6})}, {{"axis", std::int64_t{-1}}}}, "same sizes but for axis 3"},
        {{"concat", {image, f32({2, 9})}, {}}, "same sizes but for axis 0"},
        {{"concat", {image, bf16({2, 9, 8, 6})}, {}}, "must have the same type"},
        {{"slice", {image}, {{"begin", List{0, 0}}, {"size", List{1, 1}}}}, "must be 4 numbers, one an axis"},
        {{"slice", {f32({3, 4})}, {{"begin", List{1, 2}}, {"size", List{2, 3}}}},
         "the box of size [2, 3] at [1, 2] must lie inside [3, 4]"},
        {{"slice", {f32({3, 4})}, {{"begin", List{3, 0}}, {"size", List{-1, 4}}}}, "hold an element"},
        {{"pad", {f32({3})}, {{"before", List{-1}}, {"after", List{0}}}}, "none below 0"},
        {{"transpose", {image}, {{"perm", List{0, 1, 2, 2}}}},
         "perm [0, 1, 2, 2] must name each of the 4 axes"},
        {{"transpose", {image}, {{"perm", List{1, 0}}}}, "must name each of the 4 axes once"},
        {{"embedding", {image, f32({5, 3})}, {}}, "input 0 (ids) must be int32"},
        {{"embedding", {labels, f32({5})}, {}}, "input 1 (table) must have 2 dimensions"},
        {{"embedding", {labels, f32({5, 3})}, {{"dtype", std::string("float64")}}},
         "dtype must be the table's, or a half type"},
        {{"embedding_grad", {f32({5, 3}), labels}, {{"rows", std::int64_t{7}}}},
         "input 0 (dy) must have shape [4, 3]"},
        {{"embedding_grad", {f32({4, 3}), labels}, {}}, "rows must be at least 1"},
        {{"argmax", {image}, {}}, "must have 2 dimensions"},
        {{"attention", {f32({2, 5, 12})}, {{"heads", std::int64_t{3}}}},
         "the last axis, 12, must hold queries, keys and values of 3 equal heads"},
        {{"attention", {f32({2, 5, 12})}, {{"heads", std::int64_t{0}}}}, "of 0 equal heads"},
        {{"attention", {f32({5, 12})}, {}}, "must have 3 dimensions"},
        {{"attention_grad", {f32({2, 5, 4}), f32({2, 5, 12}), f32({2, 5, 4}), f32({2, 1, 4})}, {}},
         "input 3 (logsumexp) must have shape [2, 1, 5]"},
        {{"attention_grad", {bf16({2, 5, 4}), bf16({2, 5, 12}), bf16({2, 5, 4}), bf16({2, 1, 5})}, {}},
         "input 3 (logsumexp) must be float32"},
        {{"upsample", {image}, {{"size", List{2}}}}, "size [2] must be two positive numbers"},
        {{"upsample", {image}, {{"size", List{2, 2}}, {"interpolation", std::string("cubic")}}},
         "interpolation 'cubic'"},
        {{"upsample_grad", {image}, {{"size", List{2, 2}}}}, "must be a multiple of size [2, 2]"},
        {{"leaky_relu", {image}, {{"slope", -0.1}}}, "slope = -0.1 must lie between 0 and 1"},
        {{"gelu", {labels}, {}}, "input 0 (x) must be of a floating type"},
        {{"silu_grad", {image, bf16({2, 9, 8, 6})}, {}}, "must have the same type"},
        {{"conv2d", {f32({2, 9}), kernel}, {}}, "[batch, height, width, channels]"},
        {{"conv2d", {image, f32({4, 3, 3})}, {}}, "[filters, height, width, channels / groups]"},
        {{"conv2d", {image, f32({4, 3, 3, 5})}, {}}, "made for 5 channels, the image has 6"},
        {{"conv2d", {image, bf16({4, 3, 3, 6})}, {}}, "must have the same type"},
        {{"conv2d", {image, kernel}, {{"stride", List{2}}}}, "stride must be two positive numbers"},
        {{"conv2d", {image, kernel}, {{"dilation", List{1, 0}}}}, "dilation must be two positive numbers"},
        {{"conv2d", {image, kernel}, {{"padding", std::string("full")}}}, "padding 'full'"},
        {{"conv2d", {image, kernel}, {{"groups", std::int64_t{4}}}}, "4 groups must divide"},
        {{"conv2d", {image, f32({4, 10, 3, 6})}, {}}, "height 10 does not fit in an image of height 9"},
        {{"conv2d", {image, kernel}, {{"dilation", List{1, 4}}}}, "width 3 and dilation 4 does not fit"},
        {{"conv2d", {image, kernel, f32({3})}, {}}, "input 2 (bias) must have shape [4]"},
        {{"conv2d", {image, kernel, bf16({4})}, {}}, "input 2 (bias) must be of the type of input 0"},
        {{"conv2d", {image, kernel}, {{"activation", std::string("gelu")}}}, "activation 'gelu'"},
        {{"conv2d_grad_input", {f32({2, 7, 7, 4}), kernel}, {{"input_shape", List{2, 9, 8, 6}}}},
         "input 0 (dy) must have shape [2, 7, 6, 4]"},
        {{"conv2d_grad_kernel", {image, f32({2, 7, 7, 4})}, {{"kernel_shape", List{4, 3, 3, 6}}}},
         "input 1 (dy) must have shape [2, 7, 6, 4]"},
        {{"matmul", {image, kernel}, {}}, "must have 2 dimensions, not 4"},
        {{"matmul", {f32({2, 3}), f32({3, 4})}, {{"transpose_a", true}}}, "inner sizes 2 and 3"},
        {{"matmul", {f32({2, 3}), f32({3, 4}), f32({2})}, {}}, "input 2 (bias) must have shape [4]"},
        {{"max_pool", {image}, {}}, "window is missing"},
        {{"max_pool", {image}, {{"window", List{17, 17}}, {"padding", std::string("same")}}},
         "at most 256 positions, not 17 x 17"},
        {{"max_pool", {image}, {{"window", List{10, 2}}}}, "does not fit"},
        {{"max_pool_grad",
          {f32({2, 4, 4, 6}), {DType::u8, {2, 4, 4, 5}}},
          {{"window", List{2, 2}}, {"input_shape", List{2, 9, 8, 6}}}},
         "input 1 (index) must have shape"},
        {{"max_pool_grad",
          {f32({2, 4, 4, 6}), {DType::i32, {2, 4, 4, 6}}},
          {{"window", List{2, 2}}, {"input_shape", List{2, 9, 8, 6}}}},
         "input 1 (index) must be uint8"},
        {{"batch_norm", {image, f32({6}), f32({5})}, {}}, "input 2 (beta) must have shape [6]"},
        {{"batch_norm", {bf16({2, 6}), bf16({6}), bf16({6})}, {}}, "input 1 (gamma) must be float32"},
        {{"batch_norm", {f32({6}), f32({6}), f32({6})}, {}}, "a batch and a channel dimension"},
        {{"batch_norm", {image, f32({6}), f32({6})}, {{"epsilon", -1.0}}}, "epsilon = -1 must lie between"},
        {{"avg_pool", {image}, {{"window", List{10, 2}}}}, "does not fit"},
        {{"avg_pool_grad", {f32({2, 4, 4, 5})}, {{"window", List{2, 2}}, {"input_shape", List{2, 9, 8, 6}}}},
         "input 0 (dy) must have shape [2, 4, 4, 6]"},
        {{"global_avg_pool", {f32({2, 6})}, {}}, "must have 4 dimensions, not 2"},
        {{"global_avg_pool_grad", {f32({2, 6})}, {{"input_shape", List{2, 6}}}},
         "input_shape must be [batch, height, width, channels]"},
        {{"layer_norm", {f32({6}), f32({6}), f32({6})}, {}}, "a batch dimension and one to normalise"},
        {{"layer_norm", {bf16({2, 6}), f32({5}), f32({6})}, {}}, "input 1 (gamma) must have shape [6]"},
        {{"layer_norm_grad", {image, image, f32({6}), f32({2, 9, 6}), f32({2, 9, 8})}, {}},
         "input 3 (mean) must have shape [2, 9, 8]"},
        {{"group_norm", {image, f32({6}), f32({6})}, {{"groups", std::int64_t{4}}}},
         "4 groups must divide the 6 channels"},
        {{"group_norm", {f32({2, 6}), f32({6}), f32({6})}, {}}, "must have 4 dimensions, not 2"},
        {{"batch_norm", {image, f32({6}), f32({6})}, {{"activation", std::string("tanh")}}},
         "activation 'tanh'"},
        {{"batch_norm_grad",
          {image, image, f32({6}), f32({6}), f32({6})},
          {{"activation", std::string("relu")}}},
         "takes 6 inputs, not 5"},
        {{"add", {image, image}, {{"activation", std::string("tanh")}}}, "activation 'tanh'"},
        {{"moving_average", {f32({6}), f32({6})}, {{"momentum", 1.5}}}, "momentum = 1.5 must lie between"},
        {{"dropout", {image, {DType::i64, {3}}}, {}}, "input 1 (rng) must have shape [4]"},
        {{"dropout", {image, {DType::i64, {4}}}, {{"rate", 1.0}}},
         "rate = 1 must lie between 0 and 1 (exclusive)"},
        {{"softmax_cross_entropy", {f32({5, 3}), labels, scalar}, {}},
         "input 1 (labels) must have shape [5], not [4]"},
        {{"softmax_cross_entropy", {bf16({4, 3}), labels, scalar}, {}}, "must be float32 or float64"},
        {{"softmax_cross_entropy", {f32({4, 3}), labels, f32({1})}, {}}, "input 2 (scale) must be a scalar"},
        {{"softmax_cross_entropy", {f32({4, 3}), {DType::i64, {4}}, scalar}, {}},
         "input 1 (labels) must be int32"},
        {{"softmax_cross_entropy", {f32({4, 3}), f32({4, 2}), scalar}, {}},
         "input 1 (labels) must have shape [4, 3], not [4, 2]"},
        {{"softmax_cross_entropy", {f32({4, 3}), labels, scalar}, {{"label_smoothing", 1.0}}},
         "label_smoothing = 1 must lie between 0 and 1 (exclusive)"},
        {{"softmax_cross_entropy",
          {f32({4, 3}), labels, scalar},
          {{"class_weights", std::vector<double>{1, 2}}}},
         "class_weights has 2 numbers for 3 classes"},
        {{"softmax_cross_entropy",
          {f32({4, 3}), labels, scalar},
          {{"class_weights", std::vector<double>{1, 2, -1}}}},
         "class_weights must be finite and not negative"},
        {{"softmax_cross_entropy",
          {f32({4, 3}), f32({4, 3}), scalar},
          {{"class_weights", std::vector<double>{1, 2, 3}}}},
         "they need int32 labels"},
        {{"top_k_count", {f32({4, 3}), labels}, {{"k", std::int64_t{0}}}}, "k must be at least 1"},
        {{"softmax", {bf16({4, 3})}, {}}, "must be float32 or float64"},
        {{"softmax", {scalar}, {}}, "input 0 (x) must not be a scalar"},
        {{"binary_cross_entropy", {f32({4, 3}), f32({4}), scalar}, {}},
         "input 1 (targets) must have shape [4, 3], not [4]"},
        {{"binary_cross_entropy", {f32({4, 3}), labels, scalar}, {}}, "input 1 (targets) must be float32"},
        {{"regression_loss", {f32({4, 3}), f32({4, 3}), scalar}, {{"kind", std::string("l2")}}}, "kind 'l2'"},
        {{"regression_loss", {f32({4, 3}), f32({4, 3}), scalar}, {{"delta", 0.0}}},
         "delta must be more than 0"},
        {{"regression_sums", {f32({4}), f32({4})}, {}}, "must have 2 dimensions, not 1"},
        {{"global_norm", {}, {}}, "at least one input"},
        {{"global_norm", {f32({3}), {DType::f64, {3}}}, {}}, "must have the same type"},
        {{"clip_factor", {scalar}, {}}, "max_norm must be more than 0"},
        {{"clamp", {image}, {{"least", 1.0}, {"most", -1.0}}}, "least must not be more than most"},
        {{"moving_average", {f32({6}), f32({6}), f32({1})}, {}}, "input 2 (ok) must be a scalar"},
        {{"correct_count", {f32({4}), labels}, {}}, "must have 2 dimensions"},
        {{"all_finite", {}, {}}, "at least one input"},
        {{"all_finite", {scalar, counter}, {}}, "must be of a floating type"},
        {{"learning_rate", {scalar}, {}}, "input 0 (counter) must be int64"},
        {{"learning_rate", {counter}, {{"schedule", std::string("poly")}}}, "schedule 'poly'"},
        {{"learning_rate", {counter}, {{"schedule", std::string("cosine")}}}, "needs total_steps"},
        {{"learning_rate", {counter}, {{"schedule", std::string("step")}}}, "needs every_steps"},
        {{"learning_rate", {counter}, {{"dtype", std::string("bfloat16")}}},
         "dtype must be float32 or float64"},
        {{"sgd", {f32({3}), f32({4}), scalar, scalar}, {}}, "must have the same shape"},
        {{"sgd", {f32({3}), f32({3}), f32({1}), scalar}, {}}, "input 2 (rate) must be a scalar"},
        {{"sgd", {f32({3}), f32({3}), scalar}, {}}, "takes 4 inputs, not 3"},
        {{"momentum", {f32({3}), f32({3}), f32({3}), scalar, scalar}, {{"momentum", 1.0}}},
         "momentum = 1 must lie"},
        {{"rmsprop", {bf16({3}), bf16({3}), bf16({3}), scalar, scalar}, {}}, "must be float32 or float64"},
        {{"adam", {f32({3}), f32({3}), f32({3}), f32({3}), scalar, scalar, scalar}, {}},
         "input 5 (counter) must be int64"},
        {{"increment", {scalar, scalar}, {}}, "input 0 (counter) must be int64"},
        {{"loss_scale_update", {scalar, counter, scalar}, {{"interval", std::int64_t{0}}}},
         "interval must be at least 1"},
        {{"reciprocal", {f32({2})}, {}}, "must be a scalar"},
        {{"accumulate", {bf16({2}), bf16({2})}, {}}, "must be float32 or float64"},
        {{"accumulate", {f32({2}), f32({3})}, {}}, "must have the same shape"},
    };
    return list;
}

struct Good {
    Request request;
    std::vector<TensorType> outputs;
};

const std::vector<Good>& good_requests() {
    static const std::vector<Good> list = {
        {{"constant", {}, {{"dtype", std::string("float64")}}}, {{DType::f64, {}}}},
        {{"rescale", {{DType::u8, {2, 3}}}, {{"dtype", std::string("float16")}}}, {{DType::f16, {2, 3}}}},
        {{"reshape", {image}, {{"shape", List{2, -1}}}}, {f32({2, 432})}},
        {{"mul", {bf16({4, 4}), scalar}, {}}, {bf16({4, 4})}},
        {{"bias_grad", {bf16({5, 6})}, {}}, {f32({6})}},
        {{"concat", {image, f32({2, 9, 3, 6})}, {{"axis", std::int64_t{-2}}}}, {f32({2, 9, 11, 6})}},
        {{"slice", {image}, {{"begin", List{0, 1, 0, 2}}, {"size", List{2, -1, 3, 1}}}}, {f32({2, 8, 3, 1})}},
        {{"pad", {image}, {{"before", List{0, 1, 0, 0}}, {"after", List{0, 2, 0, 4}}}},
         {f32({2, 12, 8, 10})}},
        {{"transpose", {image}, {{"perm", List{0, 3, 1, 2}}}}, {f32({2, 6, 9, 8})}},
        {{"embedding", {labels, f32({5, 3})}, {{"dtype", std::string("bfloat16")}}}, {bf16({4, 3})}},
        {{"embedding_grad", {bf16({4, 3}), labels}, {{"rows", std::int64_t{7}}}}, {f32({7, 3})}},
        {{"argmax", {bf16({7, 3})}, {}}, {{DType::i32, {7}}}},
        {{"attention", {bf16({2, 5, 12})}, {{"heads", std::int64_t{2}}}}, {bf16({2, 5, 4}), f32({2, 2, 5})}},
        {{"attention_grad", {bf16({2, 5, 4}), bf16({2, 5, 12}), bf16({2, 5, 4}), f32({2, 1, 5})}, {}},
         {bf16({2, 5, 12})}},
        {{"upsample", {image}, {{"size", List{2, 3}}}}, {f32({2, 18, 24, 6})}},
        {{"gelu", {bf16({5, 6})}, {}}, {bf16({5, 6})}},
        {{"conv2d", {image, kernel}, {}}, {f32({2, 7, 6, 4})}},
        {{"conv2d", {image, kernel}, {{"stride", List{2, 2}}, {"padding", std::string("same")}}},
         {f32({2, 5, 4, 4})}},
        {{"conv2d", {bf16({1, 5, 5, 2}), bf16({4, 3, 3, 1}), f32({4})}, {{"groups", std::int64_t{2}}}},
         {bf16({1, 3, 3, 4})}},
        {{"conv2d_grad_input", {bf16({2, 7, 6, 4}), bf16({4, 3, 3, 6})}, {{"input_shape", List{2, 9, 8, 6}}}},
         {bf16({2, 9, 8, 6})}},
        {{"conv2d_grad_kernel",
          {bf16({2, 9, 8, 6}), bf16({2, 7, 6, 4})},
          {{"kernel_shape", List{4, 3, 3, 6}}, {"with_bias", true}}},
         {f32({4, 3, 3, 6}), f32({4})}},
        {{"matmul", {bf16({3, 2}), bf16({4, 3})}, {{"transpose_a", true}, {"transpose_b", true}}},
         {bf16({2, 4})}},
        {{"matmul", {bf16({2, 3}), bf16({3, 4})}, {{"accumulate_output", true}}}, {f32({2, 4})}},
        {{"max_pool", {bf16({2, 9, 8, 6})}, {{"window", List{2, 2}}}},
         {bf16({2, 4, 4, 6}), {DType::u8, {2, 4, 4, 6}}}},
        {{"batch_norm", {bf16({2, 6}), f32({6}), f32({6})}, {}}, {bf16({2, 6}), f32({6}), f32({6})}},
        {{"avg_pool", {bf16({2, 9, 8, 6})}, {{"window", List{2, 2}}}}, {bf16({2, 4, 4, 6})}},
        {{"global_avg_pool", {bf16({2, 9, 8, 6})}, {}}, {bf16({2, 6})}},
        {{"layer_norm", {bf16({2, 5, 6}), f32({6}), f32({6})}, {}},
         {bf16({2, 5, 6}), f32({2, 5}), f32({2, 5})}},
        {{"group_norm", {bf16({2, 9, 8, 6}), f32({6}), f32({6})}, {{"groups", std::int64_t{3}}}},
         {bf16({2, 9, 8, 6}), f32({2, 3}), f32({2, 3})}},
        {{"softmax_cross_entropy", {f32({4, 3}), labels, scalar}, {}}, {scalar, f32({4, 3})}},
        {{"softmax_cross_entropy", {{DType::f64, {4, 3}}, f32({4, 3}), {DType::f64, {}}}, {}},
         {{DType::f64, {}}, {DType::f64, {4, 3}}}},
        {{"regression_sums", {f32({4, 2}), f32({4, 2})}, {}}, {scalar, scalar, scalar, scalar}},
        {{"global_norm", {f32({4}), scalar}, {}}, {scalar}},
        {{"clamp", {bf16({4})}, {{"most", 1.0}}}, {bf16({4})}},
        {{"all_finite", {bf16({4}), scalar}, {}}, {scalar}},
        {{"learning_rate", {counter}, {{"dtype", std::string("float64")}}}, {{DType::f64, {}}}},
        {{"adam", {f32({3}), f32({3}), f32({3}), f32({3}), scalar, counter, scalar}, {}}, {}},
    };
    return list;
}

std::vector<ValueId> apply(Graph& graph, const Request& request) {
    std::vector<ValueId> inputs;
    for (std::size_t i = 0; i < request.inputs.size(); ++i)
        inputs.push_back(graph.add_input("input" + std::to_string(i), request.inputs[i]));
    return graph.apply(request.op, inputs, request.attrs, "some_layer");
}

} // namespace

class TestShapeRules : public QObject {
    Q_OBJECT

private slots:
    void giveTypesOfOutputs() {
        for (const Good& good : good_requests()) {
            Graph graph;
            const std::vector<ValueId> outputs = apply(graph, good.request);
            QCOMPARE(outputs.size(), good.outputs.size());
            for (std::size_t i = 0; i < outputs.size(); ++i)
                QCOMPARE(graph.value(outputs[i]).type.text(), good.outputs[i].text());
        }
    }

    void sayWhatIsWrong_data() {
        QTest::addColumn<int>("row");
        int row = 0;
        for (const Bad& bad : bad_requests()) {
            QTest::addRow("%s: %s", bad.request.op, bad.says) << row;
            ++row;
        }
    }

    void sayWhatIsWrong() {
        QFETCH(int, row);
        const Bad& bad = bad_requests()[static_cast<std::size_t>(row)];
        Graph graph;
        QString text = "nothing";
        try {
            apply(graph, bad.request);
        } catch (const ShapeError& error) {
            text = QString::fromUtf8(error.what());
        }
        QVERIFY2(text.contains(bad.says), qPrintable("it said: " + text));
        QVERIFY2(text.startsWith(QString("layer 'some_layer': ") + bad.request.op + " cannot take"),
                 qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(TestShapeRules)
#include "test_shape_rules.moc"
