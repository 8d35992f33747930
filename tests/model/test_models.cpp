// SPDX-License-Identifier: Apache-2.0
// The library's larger models: parameters as published, shapes on the way, and what their options change.
#include <QTest>
#include <algorithm>

#include "engine/core/error.h"
#include "engine/model/library.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

using Options = std::map<std::string, ModelOptionValue>;
using List = std::vector<std::int64_t>;

ForwardGraph images(const std::string& name, Shape image, int classes, const Options& options = {},
                    Outputs outputs = Outputs::training) {
    return build_forward(make_model(name, options, {std::move(image)}, Task::of_classes(classes)), 2, outputs,
                         DType::f32);
}

ForwardGraph text(const std::string& name, std::int64_t length, int vocabulary, const Options& options = {}) {
    return build_forward(make_model(name, options, {{length}, DType::i32}, Task::of_tokens(vocabulary)), 2,
                         Outputs::training, DType::f32);
}

const LayerRow& row_of(const ForwardGraph& forward, const std::string& layer) {
    for (const auto& row : forward.table)
        if (row.layer == layer)
            return row;
    throw std::logic_error("no layer " + layer);
}

const Parameter& parameter_of(const ForwardGraph& forward, const std::string& name) {
    for (const auto& parameter : forward.parameters)
        if (parameter.name == name)
            return parameter;
    throw std::logic_error("no parameter " + name);
}

} // namespace

class TestModels : public QObject {
    Q_OBJECT

private slots:
    void published_parameter_counts() {
        QCOMPARE(trainable_count(images("resnet50", {224, 224, 3}, 1000).parameters), 25'557'032);
        QCOMPARE(trainable_count(images("resnet18", {224, 224, 3}, 1000).parameters), 11'689'512);
        // He et al. give 0.27 million; with option A it is 269,722, with projections 272,474.
        QCOMPARE(trainable_count(images("resnet20", {32, 32, 3}, 10).parameters), 269'722);
        QCOMPARE(
            trainable_count(
                images("resnet20", {32, 32, 3}, 10, {{"shortcut", std::string("projection")}}).parameters),
            272'474);
        QCOMPARE(trainable_count(text("gpt2-124m", 1024, 50257).parameters), 124'439'808);
        // DeiT-Ti has 5,717,416 with a class token and its position, of 192 numbers each.
        QCOMPARE(trainable_count(images("vit-tiny", {224, 224, 3}, 1000).parameters), 5'717'416 - 2 * 192);
    }

    void mini_xception_as_in_the_book() {
        const ForwardGraph forward = images("mini-xception", {180, 180, 3}, 2);
        // Convolutions, norms and shortcuts as the code in the book lists them; its last layer has one unit,
        // this one two.
        std::int64_t expected = 5 * 5 * 3 * 32, channels = 32;
        for (const std::int64_t width : {32, 64, 128, 256, 512}) {
            expected += 2 * channels + 9 * channels + channels * width; // norm, separable convolution
            expected += 2 * width + 9 * width + width * width;
            expected += channels * width; // shortcut
            channels = width;
        }
        QCOMPARE(trainable_count(forward.parameters), expected + 2 * 512 + 2);
        QCOMPARE(row_of(forward, "conv").output, (Shape{2, 176, 176, 32}));
        QCOMPARE(row_of(forward, "block1").output, (Shape{2, 88, 88, 32}));
        QCOMPARE(row_of(forward, "block5").output, (Shape{2, 6, 6, 512}));
        QCOMPARE(row_of(forward, "pool").output, (Shape{2, 512}));
    }

    void shapes_of_the_residual_networks() {
        const ForwardGraph fifty = images("resnet50", {224, 224, 3}, 1000);
        QCOMPARE(row_of(fifty, "conv").output, (Shape{2, 112, 112, 64}));
        QCOMPARE(row_of(fifty, "max_pool").output, (Shape{2, 56, 56, 64}));
        QCOMPARE(row_of(fifty, "stage1/block3").output, (Shape{2, 56, 56, 256}));
        QCOMPARE(row_of(fifty, "stage4/block1").output, (Shape{2, 7, 7, 2048}));
        // The usual figure is 4.1 billion multiply-adds; the stride in the 3 × 3 convolution makes it so.
        double flops = 0;
        for (const LayerRow& row : fifty.table)
            flops += row.flops_per_sample;
        QVERIFY2(flops > 8.1e9 && flops < 8.3e9, qPrintable(QString::number(flops)));
        const ForwardGraph small = images("resnet18", {32, 32, 3}, 10);
        QCOMPARE(row_of(small, "conv").output, (Shape{2, 32, 32, 64}));
        QCOMPARE(row_of(small, "stage4/block2").output, (Shape{2, 4, 4, 512}));
        const ForwardGraph twenty = images("resnet20", {32, 32, 3}, 10);
        QCOMPARE(row_of(twenty, "stage2/block1/every_other").output, (Shape{2, 16, 16, 16}));
        QCOMPARE(row_of(twenty, "stage2/block1/more_channels").output, (Shape{2, 16, 16, 32}));
        QCOMPARE(row_of(twenty, "stage3/block3").output, (Shape{2, 8, 8, 64}));
    }

    void zero_gamma_is_the_last_norm_of_a_block() {
        const ForwardGraph forward = images("resnet50", {64, 64, 3}, 10);
        QCOMPARE(parameter_of(forward, "stage2/block1/norm3/gamma").initializer.kind, Initializer::zeros);
        QCOMPARE(parameter_of(forward, "stage2/block1/norm2/gamma").initializer.kind, Initializer::ones);
        QCOMPARE(parameter_of(forward, "stage2/block1/shortcut_norm/gamma").initializer.kind,
                 Initializer::ones);
        const ForwardGraph plain = images("resnet50", {64, 64, 3}, 10, {{"zero_gamma", false}});
        QCOMPARE(parameter_of(plain, "stage2/block1/norm3/gamma").initializer.kind, Initializer::ones);
    }

    void airbench_is_the_published_network() {
        const ForwardGraph forward = images("airbench", {32, 32, 3}, 10);
        QCOMPARE(row_of(forward, "whitening").output, (Shape{2, 31, 31, 24}));
        QCOMPARE(row_of(forward, "block1/pool").output, (Shape{2, 15, 15, 64}));
        QCOMPARE(row_of(forward, "block3/norm2").output, (Shape{2, 3, 3, 256}));
        QCOMPARE(row_of(forward, "flatten").output, (Shape{2, 256}));
        // The paper says 1.97 million; the whitening kernel of 288 is not trained.
        const std::int64_t convolutions =
            9 * (24 * 64 + 64 * 64 + 64 * 256 + 256 * 256 + 256 * 256 + 256 * 256);
        QCOMPARE(trainable_count(forward.parameters), 24 + convolutions + 2 * (64 + 256 + 256) + 256 * 10);
        QVERIFY(!parameter_of(forward, "whitening/kernel").trainable);
        QCOMPARE(parameter_of(forward, "whitening/bias").from_data, std::string("whitening_bias"));
        QVERIFY(!parameter_of(forward, "whitening/bias").fast_bias);
        QVERIFY(parameter_of(forward, "block1/norm1/beta").fast_bias);
        QCOMPARE(parameter_of(forward, "block2/conv1/kernel").initializer.kind, Initializer::dirac);
        QCOMPARE(forward.layer_dtypes,
                 (std::map<std::string, DType>{
                     {"whitening", DType::f32}, {"logits", DType::f32}, {"scaling", DType::f32}}));
    }

    void a_gpt_ties_its_head_to_its_tokens() {
        const ForwardGraph tied = text("char-gpt", 64, 65, {{"tied", true}});
        const ForwardGraph untied = text("char-gpt", 64, 65);
        QCOMPARE(trainable_count(untied.parameters) - trainable_count(tied.parameters), 65 * 128);
        QCOMPARE(tied.graph.find("logits/kernel"), no_value);
        // 65·128 tokens, 64·128 positions, four blocks of 12·128² + 13·128, a last norm, and the head.
        QCOMPARE(trainable_count(untied.parameters),
                 65 * 128 + 64 * 128 + 4 * (12 * 128 * 128 + 13 * 128) + 2 * 128 + 65 * 128);
        QCOMPARE(row_of(tied, "logits").output, (Shape{2, 64, 65}));
        QCOMPARE(tied.graph.value(tied.logits).type.shape, (Shape{128, 65}));
        const double deviation = parameter_of(tied, "block1/attention/output_kernel").initializer.spread;
        QVERIFY(std::abs(deviation - 0.02 / std::sqrt(8.0)) < 1e-15);
        QCOMPARE(parameter_of(tied, "block1/dense1/kernel").initializer.spread, 0.02);
    }

    void what_weight_decay_spares() {
        for (const ForwardGraph& forward : {images("resnet20", {32, 32, 3}, 10), text("char-gpt", 16, 20)})
            for (const Parameter& parameter : forward.parameters) {
                const bool kernel = parameter.name.ends_with("kernel") || parameter.name == "tokens/table";
                QVERIFY2(parameter.decays == kernel, parameter.name.c_str());
                const bool bias = parameter.name.ends_with("bias") || parameter.name.ends_with("beta");
                QVERIFY2(parameter.fast_bias == bias, parameter.name.c_str());
            }
    }

    void layer_names_are_paths_and_parameters_begin_with_them() {
        for (const ForwardGraph& forward :
             {images("mini-xception", {32, 32, 3}, 10), images("vit-tiny", {32, 32, 3}, 10),
              images("resnet20", {32, 32, 3}, 10), images("airbench", {32, 32, 3}, 10),
              text("char-gpt", 16, 20)}) {
            std::vector<std::string> layers;
            for (const LayerRow& row : forward.table)
                layers.push_back(row.layer);
            std::int64_t in_rows = 0;
            for (const LayerRow& row : forward.table)
                in_rows += row.parameters;
            QCOMPARE(in_rows, trainable_count(forward.parameters));
            for (const Parameter& parameter : forward.parameters)
                QVERIFY2(std::ranges::count(layers, parameter.name.substr(0, parameter.name.rfind('/'))) == 1,
                         parameter.name.c_str());
            std::ranges::sort(layers);
            QVERIFY(std::ranges::adjacent_find(layers) == layers.end());
        }
    }

    void evaluation_has_the_same_parameters() {
        for (const char* name : {"mini-xception", "resnet20", "airbench", "vit-tiny"}) {
            const ForwardGraph training = images(name, {32, 32, 3}, 10);
            for (const Outputs outputs : {Outputs::evaluation, Outputs::prediction}) {
                const ForwardGraph other = images(name, {32, 32, 3}, 10, {}, outputs);
                QCOMPARE(training.parameters.size(), other.parameters.size());
                for (std::size_t i = 0; i < other.parameters.size(); ++i)
                    QCOMPARE(training.parameters[i].name, other.parameters[i].name);
            }
        }
    }

    void what_does_not_fit() {
        VERIFY_CONTAINS(message_of<ShapeError>([] {
                            images("vit-tiny", {32, 32, 3}, 10, {{"heads", std::int64_t{5}}});
                        }),
                        "layer 'block1/attention': 5 heads do not divide the 192 features of [1, 64, 192]");
        VERIFY_CONTAINS(message_of<ShapeError>([] { images("airbench", {16, 16, 3}, 10); }), "layer 'pool'");
        VERIFY_CONTAINS(message_of<ShapeError>([] {
                            images("char-gpt", {16, 16, 3}, 10);
                        }),
                        "layer 'tokens': embedding takes int32 ids, not float32[1, 16, 16, 3]");
        VERIFY_CONTAINS(message_of<ShapeError>([] {
                            make_model("cnn", {}, {{16}, DType::i32}, Task::of_tokens(10));
                        }),
                        "layer 'conv1': conv2d takes numbers, not the ids int32[1, 16]");
    }
};

QTEST_GUILESS_MAIN(TestModels)
#include "test_models.moc"
