// SPDX-License-Identifier: Apache-2.0
// Model files: what they make, and what is said about those that are wrong, with file, line and layer.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "engine/core/error.h"
#include "engine/model/library.h"
#include "engine/model/model_file.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

Model images(const std::string& toml) {
    return parse_model(toml, "my.toml", {{8, 8, 3}}, Task::of_classes(10));
}

std::vector<std::string> layers_of(const Model& model) {
    std::vector<std::string> names;
    for (const LayerRow& row : build_forward(model, 2, Outputs::training, DType::f32).table)
        names.push_back(row.layer + " " + row.kind);
    return names;
}

const std::string head =
    "[[layer]]\ntype = \"flatten\"\n[[layer]]\ntype = \"dense\"\nname = \"logits\"\nunits = 10\n";

} // namespace

class TestModelFile : public QObject {
    Q_OBJECT

private slots:
    void the_library_s_cnn_as_a_file() {
        const Model model = images(R"(name = "my-cnn"
[[layer]]
type = "conv2d"
name = "conv1"
filters = 32
activation = "relu"
[[layer]]
type = "max_pool"
name = "pool1"
[[layer]]
type = "conv2d"
name = "conv2"
filters = 64
kernel_size = [3, 3]
activation = "relu"
[[layer]]
type = "max_pool"
name = "pool2"
[[layer]]
type = "flatten"
name = "flatten"
[[layer]]
type = "dense"
name = "dense"
units = 128
activation = "relu"
[[layer]]
type = "dense"
name = "logits"
units = 10
dtype = "float32"
)");
        QCOMPARE(model.name, std::string("my-cnn"));
        const Model library = make_model("cnn", {}, {{8, 8, 3}}, Task::of_classes(10));
        const ForwardGraph a = build_forward(model, 4, Outputs::training, DType::f32),
                           b = build_forward(library, 4, Outputs::training, DType::f32);
        QCOMPARE(a.graph.text(), b.graph.text());
        QCOMPARE(a.layer_dtypes, b.layer_dtypes);
    }

    void names_repeats_and_parts() {
        const Model model = images(R"([[layer]]
type = "sequence"
name = "stage"
repeat = 2
dtype = "float32"
body = [
  { type = "conv2d", filters = 4 },
  { type = "relu" },
  { type = "relu", name = "again" },
]
[[layer]]
type = "residual"
[[layer.body]]
type = "conv2d"
filters = 6
[[layer.body]]
type = "tanh"
repeat = 2
[[layer.shortcut]]
type = "conv2d"
filters = 6
[[layer]]
type = "concat"
name = "both"
branches = [ [ { type = "max_pool" } ], [ { type = "avg_pool", name = "mean" } ] ]
)" + head);
        QCOMPARE(layers_of(model),
                 (std::vector<std::string>{
                     "stage1/conv2d1 conv2d", "stage1/relu1 relu", "stage1/again relu",
                     "stage2/conv2d1 conv2d", "stage2/relu1 relu", "stage2/again relu",
                     "residual1/conv2d1 conv2d", "residual1/tanh1 tanh", "residual1/tanh2 tanh",
                     "residual1/conv2d2 conv2d", "residual1 residual", "both/max_pool1 max_pool",
                     "both/mean avg_pool", "both concat", "flatten1 flatten", "logits dense"}));
        // A dtype holds for all within.
        const ForwardGraph forward = build_forward(model, 2, Outputs::training, DType::f32);
        QCOMPARE(forward.layer_dtypes.size(), std::size_t{6});
        QCOMPARE(forward.layer_dtypes.at("stage2/conv2d1"), DType::f32);
        QVERIFY(build_forward(model, 2, Outputs::training, DType::f64).layer_dtypes.empty());
    }

    void initializers_with_numbers() {
        const Model model = images("[[layer]]\ntype = \"flatten\"\n[[layer]]\ntype = \"dense\"\nunits = 10\n"
                                   "initializer = \"random_normal(0, 0.02)\"\n");
        const auto parameters = build_forward(model, 2, Outputs::training, DType::f32).parameters;
        QCOMPARE(parameters.front().initializer, Initializer::normal(0.02));
        QCOMPARE(parse_initializer("random_uniform(-1, 3)").value, 1.0);
        QCOMPARE(parse_initializer("random_uniform(-1, 3)").spread, 2.0);
        QCOMPARE(parse_initializer("constant( 0.5 )").value, 0.5);
        QCOMPARE(parse_initializer("orthogonal(2)").gain, 2.0);
        QCOMPARE(parse_initializer("random_uniform").spread, 0.05);
        for (const char* wrong : {"he_normal(1)", "random_normal(1)", "random_normal(1, x)", "constant(1",
                                  "xavier", "constant()", "random_uniform(3, 1)", "constant(inf)"})
            QVERIFY_EXCEPTION_THROWN(parse_initializer(wrong), InvalidInput);
    }

    void from_a_file() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("small.toml").toStdString();
        std::ofstream(path) << head;
        QCOMPARE(read_model_file(path, {{8, 8, 3}}, Task::of_classes(10)).layers.size(), std::size_t{2});
        VERIFY_CONTAINS(message_of<InvalidInput>([&] {
                            read_model_file(path + "x", {{8, 8, 3}}, Task::of_classes(10));
                        }),
                        QString::fromStdString("cannot read the model file " + path + "x"));
        std::ofstream(path) << "[[layer]]\ntype = \"dense\"\nunit = 10\n";
        const QString message = message_of<InvalidExperiment>([&] {
            read_model_file(path, {{8, 8, 3}}, Task::of_classes(10));
        });
        VERIFY_CONTAINS(message,
                        QString::fromStdString(path) +
                            ", line 3: layer 'dense': dense has no key 'unit'; did you mean 'units'?");
        VERIFY_CONTAINS(message, QString::fromStdString(path) + ", line 1: layer 'dense': units is missing");
    }

    void wrong_data() {
        QTest::addColumn<QString>("toml");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& toml, const char* says) {
            QTest::newRow(name) << QString::fromStdString(toml) << QString(says);
        };
        row("no toml", "[[layer]\n", "my.toml, line 1: this is not valid TOML");
        row("empty", "", "my.toml: a model is a list of layers");
        row("no list", "layer = 3\n", "my.toml, line 1: a model is a list of layers");
        row("empty list", "layer = []\n", "line 1: a model is a list of layers");
        row("name", "name = 3\n" + head, "line 1: name must be text");
        row("key", "layers = []\n" + head, "line 1: there is no key 'layers'; did you mean 'layer'?");
        row("no type", "[[layer]]\nunits = 3\n", "line 1: a layer needs a type in quotes");
        row("type is a number", "[[layer]]\ntype = 3\n", "line 2: a layer needs a type in quotes");
        row("type", "[[layer]]\ntype = \"conv2\"\n",
            "line 2: there is no layer 'conv2'; did you mean 'conv2d'?");
        row("value", "[[layer]]\ntype = \"dense\"\nname = \"d\"\nunits = 0\n",
            "line 4: layer 'd': units is 0, must be a whole number from 1 to 65536");
        row("kind", "[[layer]]\ntype = \"dense\"\nunits = \"many\"\n",
            "line 3: layer 'dense': units must be a whole number");
        row("table", "[[layer]]\ntype = \"dense\"\nunits = { a = 1 }\n", "units cannot be a table");
        row("word", "[[layer]]\ntype = \"dense\"\nunits = 3\nactivation = \"rely\"\n",
            "line 4: layer 'dense': activation is 'rely', must be one of");
        row("pair", "[[layer]]\ntype = \"conv2d\"\nfilters = 3\nkernel_size = [1, 2, 3]\n",
            "kernel_size has 3 entries, must be a whole number from 1 to 1024, or a list of 2");
        row("initializer", "[[layer]]\ntype = \"dense\"\nunits = 3\ninitializer = \"xavier\"\n",
            "initializer is 'xavier', must be an initializer: zeros, ones");
        row("dtype", "[[layer]]\ntype = \"relu\"\ndtype = \"float16\"\n",
            "line 3: layer 'relu': dtype can only be \"float32\"");
        row("repeat", "[[layer]]\ntype = \"relu\"\nrepeat = 0\n",
            "line 3: repeat must be a whole number from 1 to 1000");
        row("names", "[[layer]]\ntype = \"relu\"\nname = \"a/b\"\n",
            "line 3: a name must be text of letters");
        row("reserved", "[[layer]]\ntype = \"relu\"\nname = \"optimizer\"\n",
            "line 3: the name 'optimizer' is taken");
        row("twice", "[[layer]]\ntype = \"relu\"\nname = \"a\"\n[[layer]]\ntype = \"relu\"\nname = \"a\"\n",
            "line 4: there is a layer 'a' already");
        row("repeated into another",
            "[[layer]]\ntype = \"relu\"\nname = \"a2\"\n[[layer]]\ntype = \"relu\"\nname = \"a\"\nrepeat = "
            "2\n",
            "line 4: there is a layer 'a2' already");
        row("no body", "[[layer]]\ntype = \"residual\"\n", "line 1: layer 'residual1': body is missing");
        row("body", "[[layer]]\ntype = \"residual\"\nbody = 3\n",
            "line 3: layer 'residual1': body must be a list of layers");
        row("branches", "[[layer]]\ntype = \"concat\"\nbranches = [ { type = \"relu\" } ]\n",
            "line 3: layer 'concat1': branches must be a list of lists of layers");
        row("deep body", "[[layer]]\ntype = \"residual\"\nbody = [\n{ type = \"dense\" },\n]\n",
            "line 4: layer 'dense': units is missing");
        row("too many",
            "[[layer]]\ntype = \"sequence\"\nrepeat = 1000\nbody = [ { type = \"relu\", repeat = 1000 } ]\n",
            "that makes more than 10000 layers");
    }
    void wrong() {
        QFETCH(QString, toml);
        QFETCH(QString, says);
        const QString message = message_of<InvalidExperiment>([&] { images(toml.toStdString()); });
        VERIFY_CONTAINS(message, says);
        VERIFY_CONTAINS(message, "my.toml");
    }

    void every_problem_is_told_at_once() {
        try {
            images("[[layer]]\ntype = \"dense\"\n[[layer]]\ntype = \"denes\"\n[[layer]]\ntype = "
                   "\"dropout\"\nrate = 2\n");
            QFAIL("a wrong file was read");
        } catch (const InvalidExperiment& error) {
            QCOMPARE(error.problems().size(), std::size_t{3});
            for (const Problem& problem : error.problems())
                QCOMPARE(problem.field, std::string("model.file"));
        }
    }

    void deep_nesting_is_refused() {
        std::string open, close;
        for (int i = 0; i < 60; ++i) {
            open += "{ type = \"sequence\", body = [ ";
            close += " ] }";
        }
        VERIFY_CONTAINS(message_of<InvalidExperiment>(
                            [&] { images("layer = [ " + open + "{ type = \"relu\" }" + close + " ]\n"); }),
                        "layers are nested more than 32 deep");
    }

    void shapes_that_do_not_fit_data() {
        QTest::addColumn<QString>("toml");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& toml, const char* says) {
            QTest::newRow(name) << QString::fromStdString(toml) << QString(says);
        };
        row("last",
            "[[layer]]\ntype = \"flatten\"\n\n[[layer]]\ntype = \"dense\"\nname = \"end\"\nunits = 9\n",
            "my.toml, line 4: model 'model': the last layer, 'end', gives [1, 9], but 10 classes need [1, "
            "10]");
        row("no flatten", "[[layer]]\ntype = \"dense\"\nunits = 10\n",
            "gives [1, 8, 8, 10], but 10 classes need [1, 10]; a flatten or a global pool");
        row("pool", "[[layer]]\ntype = \"max_pool\"\npool_size = 9\n" + head,
            "my.toml, line 1: layer 'max_pool1': a window of [9, 9] does not fit into [1, 8, 8, 3]");
        row("residual",
            "[[layer]]\ntype = \"residual\"\nname = \"r\"\nbody = [{ type = \"conv2d\", filters = 4 }]\n" +
                head,
            "my.toml, line 1: layer 'r': the body gives [1, 8, 8, 4], but the shortcut [1, 8, 8, 3]");
        row("within",
            "[[layer]]\ntype = \"residual\"\nname = \"r\"\nbody = [\n{ type = \"conv2d\", filters = 4, "
            "groups = 2 }]\n" +
                head,
            "my.toml, line 5: layer 'r/conv2d1': 2 groups do not divide the 3 channels of [1, 8, 8, 3]");
        row("concat",
            "[[layer]]\ntype = \"concat\"\nname = \"c\"\nbranches = [[{ type = \"max_pool\" }], []]\n" + head,
            "layer 'c': one branch gives [1, 4, 4, 3], another [1, 8, 8, 3]");
        row("axis", "[[layer]]\ntype = \"concat\"\nbranches = [[], []]\naxis = 0\n" + head,
            "axis 0 is none of");
        row("reshape", "[[layer]]\ntype = \"reshape\"\nshape = [5, -1]\n" + head,
            "layer 'reshape1': the 192 numbers of a sample of [1, 8, 8, 3] do not fit into [5, -1]");
        row("flat conv", "[[layer]]\ntype = \"flatten\"\n[[layer]]\ntype = \"conv2d\"\nfilters = 3\n",
            "line 3: layer 'conv2d1': conv2d takes [batch, height, width, channels], not [1, 192]");
        row("valid conv",
            "[[layer]]\ntype = \"conv2d\"\nfilters = 3\nkernel_size = 3\ndilation = 4\npadding = "
            "\"valid\"\n" +
                head,
            "layer 'conv2d1': a kernel of [9, 9] does not fit into [1, 8, 8, 3]");
        row("attention", "[[layer]]\ntype = \"attention\"\nheads = 2\n",
            "attention takes [batch, positions, features], not [1, 8, 8, 3]");
        row("embedding", "[[layer]]\ntype = \"embedding\"\nunits = 4\n",
            "embedding takes int32 ids, not float32[1, 8, 8, 3]");
        row("tied", "[[layer]]\ntype = \"tied_dense\"\nto = \"tokens\"\n", "there is no embedding 'tokens'");
        row("huge image", "[[layer]]\ntype = \"up_sampling\"\nsize = 64\nrepeat = 12\n" + head,
            "my.toml, line 1: layer 'up_sampling2': gives [1, 32768, 32768, 3], which is too large");
        row("huge kernel",
            "[[layer]]\ntype = \"up_sampling\"\nsize = 64\n[[layer]]\ntype = \"up_sampling\"\nsize = 8\n"
            "[[layer]]\ntype = \"flatten\"\n[[layer]]\ntype = \"dense\"\nunits = 65536\n",
            "my.toml, line 9: parameter 'dense1/kernel': [50331648, 65536] is too large");
        row("groups", "[[layer]]\ntype = \"group_norm\"\ngroups = 2\n" + head,
            "layer 'group_norm1': 2 groups do not divide the channels of [1, 8, 8, 3]");
    }
    void shapes_that_do_not_fit() {
        QFETCH(QString, toml);
        QFETCH(QString, says);
        VERIFY_CONTAINS(message_of<ShapeError>([&] { images(toml.toStdString()); }), says);
    }
};

QTEST_GUILESS_MAIN(TestModelFile)
#include "test_model_file.moc"
