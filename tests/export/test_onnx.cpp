// SPDX-License-Identifier: Apache-2.0
// The structure of written ONNX files, read by a small reader of the tests' own. That other programs compute
// the same with them is checked by tests/onnx/check_onnx.py, which needs onnxruntime.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <set>

#include "engine/core/error.h"
#include "engine/export/onnx.h"
#include "engine/export/onnx_builder.h"
#include "engine/export/onnx_ops.h"
#include "engine/model/library.h"
#include "engine/model/model_file.h"
#include "tests/export/protobuf_reader.h"

using namespace laptime;
using laptime::test::ProtobufMessage;

namespace {

InputType pictures(std::int64_t height, std::int64_t width, std::int64_t channels) {
    return {{height, width, channels}, DType::u8};
}

std::vector<StoredTensor> first_weights(const Model& model) {
    const ForwardGraph forward = build_forward(model, 2, Outputs::prediction, DType::f32);
    std::vector<StoredTensor> weights;
    for (std::size_t i = 0; i < forward.parameters.size(); ++i)
        weights.push_back(stored_tensor(forward.parameters[i].name, {DType::f32, forward.parameters[i].shape},
                                        initial_values(forward.parameters[i], i, 1)));
    return weights;
}

struct Tensor {
    std::vector<std::int64_t> shape;
    std::int64_t type = 0;
    std::string_view bytes;
    std::int64_t count() const {
        std::int64_t n = 1;
        for (const std::int64_t size : shape)
            n *= size;
        return n;
    }
};

struct OnnxNode {
    std::string op, name;
    std::vector<std::string> inputs, outputs;
    std::map<std::string, ProtobufMessage> attributes;
    std::vector<std::int64_t> wholes(const std::string& attribute) const {
        return attributes.at(attribute).numbers(8);
    }
};

struct End {
    std::string name;
    std::int64_t type = 0;
    std::vector<std::int64_t> shape; ///< 0: named
    std::vector<std::string> named;
};

/// Field numbers as in onnx.proto3.
class OnnxFile {
public:
    explicit OnnxFile(QByteArray content) : content_(std::move(content)) {
        const ProtobufMessage model({content_.constData(), static_cast<std::size_t>(content_.size())});
        ir_version = model.number(1);
        operator_set = model.message(8).number(2);
        domain = model.message(8).text(1);
        for (const ProtobufMessage& entry : model.messages(14))
            metadata[std::string(entry.text(1))] = entry.text(2);
        const ProtobufMessage graph = model.message(7);
        for (const ProtobufMessage& node : graph.messages(1)) {
            OnnxNode& one = nodes.emplace_back();
            one.op = node.text(4);
            one.name = node.text(3);
            one.inputs.assign(node.texts(1).begin(), node.texts(1).end());
            one.outputs.assign(node.texts(2).begin(), node.texts(2).end());
            for (const ProtobufMessage& attribute : node.messages(5))
                one.attributes.emplace(attribute.text(1), attribute);
        }
        for (const ProtobufMessage& tensor : graph.messages(5))
            tensors[std::string(tensor.text(8))] = {tensor.numbers(1), tensor.number(2), tensor.text(9)};
        tensor_count = graph.messages(5).size();
        input = end_of(graph.message(11));
        output = end_of(graph.message(12));
    }

    std::int64_t count(const std::string& op) const {
        return std::count_if(nodes.begin(), nodes.end(), [&](const OnnxNode& node) { return node.op == op; });
    }
    const OnnxNode& first(const std::string& op) const {
        return *std::find_if(nodes.begin(), nodes.end(), [&](const OnnxNode& node) { return node.op == op; });
    }

    std::int64_t ir_version = 0, operator_set = 0;
    std::string domain;
    std::map<std::string, std::string> metadata;
    std::vector<OnnxNode> nodes;
    std::map<std::string, Tensor> tensors;
    std::size_t tensor_count = 0;
    End input, output;

private:
    static End end_of(const ProtobufMessage& info) {
        const ProtobufMessage tensor = info.message(2).message(1);
        End end{std::string(info.text(1)), tensor.number(1), {}, {}};
        for (const ProtobufMessage& dim : tensor.message(2).messages(1)) {
            end.shape.push_back(dim.numbers(1).empty() ? 0 : dim.number(1));
            if (!dim.texts(2).empty())
                end.named.emplace_back(dim.text(2));
        }
        return end;
    }

    QByteArray content_;
};

OnnxFile exported(const Model& model, const std::vector<StoredTensor>& weights,
                  const std::map<std::string, std::string>& metadata = {}) {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("m.onnx").toStdString();
    write_onnx(path, model, weights, metadata);
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("nothing was written");
    return OnnxFile(file.readAll());
}

OnnxFile exported(const Model& model) {
    return exported(model, first_weights(model));
}

/// What holds for every file: all names are made before they are used and once, tensors have the bytes that
/// their shapes ask for, every one is used, and the ends are as promised.
void check_whole(const OnnxFile& file) {
    QCOMPARE(file.operator_set, 17);
    QCOMPARE(file.ir_version, 8);
    QCOMPARE(file.domain, std::string());
    QCOMPARE(file.tensors.size(), file.tensor_count);
    std::set<std::string> known{"x", ""}, used, node_names;
    for (const auto& [name, tensor] : file.tensors) {
        QVERIFY2(tensor.type == 1 || tensor.type == 7, name.c_str());
        QCOMPARE(static_cast<std::int64_t>(tensor.bytes.size()), tensor.count() * (tensor.type == 1 ? 4 : 8));
        known.insert(name);
    }
    for (const OnnxNode& node : file.nodes) {
        QVERIFY2(node_names.insert(node.name).second, node.name.c_str());
        for (const std::string& input : node.inputs) {
            QVERIFY2(known.contains(input), (node.name + " takes " + input).c_str());
            used.insert(input);
        }
        QCOMPARE(node.outputs.size(), std::size_t{1});
        QVERIFY2(known.insert(node.outputs[0]).second, (node.outputs[0] + " is made twice").c_str());
    }
    for (const auto& [name, tensor] : file.tensors)
        QVERIFY2(used.contains(name), (name + " is not used").c_str());
    QCOMPARE(file.input.name, std::string("x"));
    QCOMPARE(file.output.name, std::string("output"));
    QVERIFY(known.contains("output"));
    QCOMPARE(file.output.type, 1);
    QCOMPARE(file.input.named, std::vector<std::string>{"batch"});
    QCOMPARE(file.output.named, std::vector<std::string>{"batch"});
    QCOMPARE(file.input.shape.front(), 0);
    QCOMPARE(file.output.shape.front(), 0);
}

std::vector<float> sorted_numbers(std::string_view bytes) {
    std::vector<float> numbers(bytes.size() / sizeof(float));
    std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(float));
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

using Options = std::map<std::string, ModelOptionValue>;

Model every_layer() {
    QFile file(LAPTIME_EVERY_LAYER);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("the model file is missing");
    return parse_model(file.readAll().toStdString(), "every-layer.toml", pictures(13, 11, 3),
                       Task::of_classes(5));
}

} // namespace

class TestOnnx : public QObject {
    Q_OBJECT

private slots:
    void library_data() {
        QTest::addColumn<QString>("name");
        for (const std::string& name : model_names())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void library() {
        QFETCH(QString, name);
        const bool text = name.contains("gpt");
        const std::map<QString, Options> smaller{
            {"gpt2-124m",
             {{"layers", std::int64_t{2}}, {"width", std::int64_t{48}}, {"heads", std::int64_t{3}}}},
            {"resnet18", {{"width", std::int64_t{8}}}},
            {"resnet50", {{"width", std::int64_t{8}}}},
            {"airbench", {{"widths", std::vector<std::int64_t>{8, 16, 16}}}},
            {"mini-xception", {{"widths", std::vector<std::int64_t>{8, 16}}}}};
        const auto options = smaller.find(name);
        const Model model =
            make_model(name.toStdString(), options == smaller.end() ? Options{} : options->second,
                       text ? InputType{{12}, DType::i32} : pictures(32, 32, 3),
                       text ? Task::of_tokens(29) : Task::of_classes(7));
        const OnnxFile file = exported(model);
        check_whole(file);
        QCOMPARE(file.input.type, text ? 7 : 2); // int64 or uint8
        QCOMPARE(file.input.shape,
                 text ? (std::vector<std::int64_t>{0, 12}) : (std::vector<std::int64_t>{0, 32, 32, 3}));
        QCOMPARE(file.output.shape,
                 text ? (std::vector<std::int64_t>{0, 12, 29}) : (std::vector<std::int64_t>{0, 7}));
        // Every weight is in the file, in whatever order its axes are.
        std::set<std::vector<float>> written;
        for (const auto& [tensor_name, tensor] : file.tensors)
            if (tensor.type == 1)
                written.insert(sorted_numbers(tensor.bytes));
        for (const StoredTensor& weight : first_weights(model))
            QVERIFY2(written.contains(sorted_numbers(
                         {reinterpret_cast<const char*>(weight.bytes.data()), weight.bytes.size()})),
                     weight.name.c_str());
    }

    void every_layer_of_pictures() {
        const Model model = every_layer();
        const OnnxFile file = exported(model);
        check_whole(file);
        QCOMPARE(file.output.shape, (std::vector<std::int64_t>{0, 5}));
        for (const char* op : {"Conv", "MaxPool", "AveragePool", "Resize", "BatchNormalization",
                               "InstanceNormalization", "LayerNormalization", "Softmax", "Concat", "Pad",
                               "LeakyRelu", "Erf", "Tanh", "Sigmoid", "ReduceMean", "MatMul", "Cast"})
            QVERIFY2(file.count(op) > 0, op);
        QCOMPARE(file.count("Dropout"), 0);
    }

    void nothing_is_turned_between_convolutions() {
        const Model cnn = make_model("cnn", {}, pictures(28, 28, 1), Task::of_classes(10));
        const OnnxFile file = exported(cnn);
        // Cast, scale, turn · 2 × (convolution, bias, ReLU, pool) · turn back, flatten · product, bias, ReLU
        // · product, bias · softmax
        QCOMPARE(file.count("Transpose"), 2);
        QCOMPARE(file.nodes.size(), std::size_t{3 + 2 * 4 + 2 + 3 + 2 + 1});
        const Model resnet = make_model("resnet20", {}, pictures(32, 32, 3), Task::of_classes(10));
        QCOMPARE(exported(resnet).count("Transpose"), 1); // the mean over the pixels takes planes as they are
    }

    void weights_are_the_numbers() {
        const Model model = make_model("cnn", {{"filters", std::vector<std::int64_t>{4}}}, pictures(6, 5, 2),
                                       Task::of_classes(3));
        const std::vector<StoredTensor> weights = first_weights(model);
        const OnnxFile file = exported(model, weights);
        const auto weight = [&](const std::string& name) {
            return *std::find_if(weights.begin(), weights.end(),
                                 [&](const auto& w) { return w.name == name; });
        };
        const StoredTensor dense = weight("dense/kernel");
        const Tensor& same = file.tensors.at("dense/kernel");
        QCOMPARE(same.shape, dense.type.shape.dims());
        QVERIFY(same.bytes ==
                std::string_view(reinterpret_cast<const char*>(dense.bytes.data()), dense.bytes.size()));
        // [out, height, width, in] → [out, in, height, width]
        const StoredTensor kernel = weight("conv1/kernel");
        const Tensor& turned = file.tensors.at("conv1/kernel.planes");
        QCOMPARE(turned.shape, (std::vector<std::int64_t>{4, 2, 3, 3}));
        const std::vector<double> rows = values_of(kernel);
        for (std::size_t o = 0; o < 4; ++o)
            for (std::size_t y = 0; y < 3; ++y)
                for (std::size_t x = 0; x < 3; ++x)
                    for (std::size_t i = 0; i < 2; ++i) {
                        float value = 0;
                        std::memcpy(&value, turned.bytes.data() + (((o * 2 + i) * 3 + y) * 3 + x) * 4, 4);
                        QCOMPARE(value, static_cast<float>(rows[((o * 3 + y) * 3 + x) * 2 + i]));
                    }
    }

    void float64_weights_become_float32() {
        const Model model = make_model("mlp", {}, {{4}, DType::f32}, Task::of_values(2));
        std::vector<StoredTensor> weights = first_weights(model);
        const OnnxFile file = exported(model, weights);
        for (StoredTensor& weight : weights)
            weight = stored_tensor(weight.name, {DType::f64, weight.type.shape}, values_of(weight));
        const OnnxFile from_doubles = exported(model, weights);
        for (const auto& [name, tensor] : file.tensors)
            QVERIFY2(from_doubles.tensors.at(name).bytes == tensor.bytes, name.c_str());
        QCOMPARE(file.input.type, 1);
        QCOMPARE(file.output.shape, (std::vector<std::int64_t>{0, 2}));
    }

    void uneven_padding_is_said_in_numbers() {
        const Model model =
            parse_model("[[layer]]\ntype = \"conv2d\"\nfilters = 3\nkernel_size = [2, 3]\nstride = [1, 2]\n"
                        "dilation = [3, 1]\n[[layer]]\ntype = \"flatten\"\n"
                        "[[layer]]\ntype = \"dense\"\nunits = 2\n",
                        "m.toml", pictures(9, 8, 1), Task::of_classes(2));
        const OnnxFile file = exported(model);
        check_whole(file);
        const OnnxNode& conv = file.first("Conv");
        // Up 3 rows, 1 above and 2 below; 8 columns in steps of 2 lack one, at the right.
        QCOMPARE(conv.wholes("pads"), (std::vector<std::int64_t>{1, 0, 2, 1}));
        QCOMPARE(conv.wholes("strides"), (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(conv.wholes("dilations"), (std::vector<std::int64_t>{3, 1}));
        QCOMPARE(conv.attributes.at("group").number(3), 1);
    }

    void two_classes_under_binary_cross_entropy() {
        Task task = Task::of_classes(2);
        task.loss = LossKind::binary_cross_entropy;
        const OnnxFile file = exported(make_model("mlp", {}, {{4}, DType::f32}, task));
        check_whole(file);
        QCOMPARE(file.output.shape, (std::vector<std::int64_t>{0, 2}));
        QCOMPARE(file.nodes.back().op, std::string("Concat"));
        QCOMPARE(file.nodes.back().outputs[0], std::string("output"));
    }

    void metadata() {
        const Model model = make_model("mlp", {}, {{4}, DType::f32}, Task::of_values(1));
        const OnnxFile file = exported(model, first_weights(model), {{"name", "é"}, {"classes", "[\"a\"]"}});
        QCOMPARE(file.metadata, (std::map<std::string, std::string>{{"name", "é"}, {"classes", "[\"a\"]"}}));
    }

    void what_cannot_be_written_is_told() {
        const Model model = make_model("mlp", {}, {{4}, DType::f32}, Task::of_values(1));
        try {
            write_onnx("/no/such/folder/m.onnx", model, first_weights(model), {});
            QFAIL("a file in a folder that does not exist");
        } catch (const InvalidInput& error) {
            QVERIFY2(std::string(error.what()).find("/no/such/folder") != std::string::npos, error.what());
        }
        QVERIFY_EXCEPTION_THROWN(write_onnx("m.onnx", model, {}, {}), std::logic_error); // no weights
        // An operation that no prediction has.
        Graph graph;
        const ValueId x = graph.add_input("x", {DType::f32, {2, 3}});
        graph.add_result("output", graph.apply1("argmax", {x}, {}, "strange"));
        OnnxWriter writer;
        OnnxBuilder builder(graph, graph, {}, writer);
        try {
            write_onnx_node(builder, graph.nodes().front());
            QFAIL("argmax was written");
        } catch (const InvalidInput& error) {
            QVERIFY2(std::string(error.what()).find("strange") != std::string::npos, error.what());
        }
    }
};

QTEST_GUILESS_MAIN(TestOnnx)
#include "test_onnx.moc"
