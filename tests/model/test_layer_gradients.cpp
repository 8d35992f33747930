// SPDX-License-Identifier: Apache-2.0
// The gradient of every kind of layer, written as a model file, against central differences in float64 on the
// reference device: of its own parameters and of those in front of it, so that what it passes on is checked
// too.
#include <QTest>
#include <array>
#include <cmath>
#include <set>

#include "engine/backends/find_device.h"
#include "engine/core/random.h"
#include "engine/model/layer_type.h"
#include "engine/model/model_file.h"
#include "engine/passes/differentiate.h"

using namespace laptime;

namespace {

constexpr std::int64_t batch = 3;
constexpr double step_width = 1e-5, tolerance = 2e-6;

/// A layer between others, by kind of input.
struct Case {
    const char* name;
    const char* kinds; ///< kinds of layers that this checks, beside those that every case has
    bool text;         ///< of ids [6]; else images [7, 6, 3]
    const char* layers;
};

const Case cases[] = {
    {"conv2d", "conv2d", false,
     "[[layer]]\ntype = \"conv2d\"\nfilters = 6\nkernel_size = [3, 2]\nstride = [2, 1]\ngroups = "
     "2\nactivation = "
     "\"tanh\"\n"},
    {"conv2d dilated", "conv2d", false,
     "[[layer]]\ntype = \"conv2d\"\nfilters = 3\ndilation = 2\npadding = \"valid\"\nactivation = "
     "\"sigmoid\"\n"},
    {"depthwise", "depthwise_conv2d", false,
     "[[layer]]\ntype = \"depthwise_conv2d\"\nmultiplier = 2\nactivation = \"silu\"\n"},
    {"separable", "separable_conv2d", false,
     "[[layer]]\ntype = \"separable_conv2d\"\nfilters = 5\nstride = 2\nactivation = \"gelu\"\n"},
    {"batch norm", "batch_norm", false,
     "[[layer]]\ntype = \"batch_norm\"\n[[layer]]\ntype = \"conv2d\"\nfilters = 3\n[[layer]]\ntype = "
     "\"batch_norm\"\nscale = false\ncenter = false\n"},
    {"layer norm", "layer_norm", false, "[[layer]]\ntype = \"layer_norm\"\n"},
    {"group norm", "group_norm", false, "[[layer]]\ntype = \"group_norm\"\ngroups = 2\n"},
    {"dropout", "dropout", false, "[[layer]]\ntype = \"dropout\"\nrate = 0.4\n"},
    {"relu", "relu", false, "[[layer]]\ntype = \"relu\"\n"},
    {"leaky relu", "leaky_relu", false, "[[layer]]\ntype = \"leaky_relu\"\nslope = 0.2\n"},
    {"gelu", "gelu", false, "[[layer]]\ntype = \"gelu\"\n[[layer]]\ntype = \"gelu\"\napproximate = true\n"},
    {"smooth", "silu tanh sigmoid softmax", false,
     "[[layer]]\ntype = \"silu\"\n[[layer]]\ntype = \"tanh\"\n[[layer]]\ntype = \"sigmoid\"\n[[layer]]\ntype "
     "= "
     "\"softmax\"\n"},
    {"max pool", "max_pool", false,
     "[[layer]]\ntype = \"max_pool\"\npool_size = 3\nstride = 2\npadding = \"same\"\n"},
    {"avg pool", "avg_pool", false,
     "[[layer]]\ntype = \"avg_pool\"\npool_size = [2, 3]\nstride = [2, 1]\npadding = \"same\"\n"},
    {"global max pool", "global_max_pool", false,
     "[[layer]]\ntype = \"global_max_pool\"\n[[layer]]\ntype = \"reshape\"\nshape = [1, 2, -1]\n"},
    {"dense and reshape", "dense flatten reshape", false,
     "[[layer]]\ntype = \"dense\"\nunits = 5\nactivation = \"tanh\"\n[[layer]]\ntype = "
     "\"flatten\"\n[[layer]]\ntype "
     "= \"reshape\"\nshape = [7, -1, 3]\n"},
    {"residual", "residual", false,
     "[[layer]]\ntype = \"residual\"\nrepeat = 2\nname = \"r\"\nbody = [{type = \"conv2d\", filters = 4}, "
     "{type = "
     "\"tanh\"}]\n[[layer]]\ntype = \"residual\"\nbody = [{type = \"conv2d\", filters = 2}]\nshortcut = "
     "[{type = "
     "\"conv2d\", filters = 2, kernel_size = 1}]\n"},
    {"concat", "concat", false,
     "[[layer]]\ntype = \"concat\"\nbranches = [[{type = \"conv2d\", filters = 2}], [], [{type = "
     "\"tanh\"}]]\n"},
    {"concat of rows", "concat sequence", false,
     "[[layer]]\ntype = \"concat\"\naxis = 1\nbranches = [[{type = \"sequence\", body = [{type = "
     "\"tanh\"}]}], []]\n"},
    {"padding", "zero_padding up_sampling", false,
     "[[layer]]\ntype = \"zero_padding\"\npadding = [1, 0, 2, 1]\nchannels = 3\n[[layer]]\ntype = "
     "\"up_sampling\"\nsize = [1, 2]\n[[layer]]\ntype = \"up_sampling\"\ninterpolation = \"bilinear\"\n"},
    {"rescaling", "rescaling", false, "[[layer]]\ntype = \"rescaling\"\nscale = -1.5\noffset = 0.5\n"},
    {"attention", "attention", true, "[[layer]]\ntype = \"attention\"\nheads = 2\n"},
    {"causal attention", "attention", true,
     "[[layer]]\ntype = \"attention\"\nheads = 2\ncausal = true\nbias = false\n"},
};

/// The case's layers between two that have parameters.
std::string model_text(const Case& one) {
    if (one.text)
        return std::string("[[layer]]\ntype = \"embedding\"\nname = \"tokens\"\nunits = 4\ninitializer = "
                           "\"random_normal(0, 0.5)\"\n[[layer]]\ntype = \"positional_embedding\"\n") +
               one.layers + "[[layer]]\ntype = \"tied_dense\"\nto = \"tokens\"\n";
    return std::string("[[layer]]\ntype = \"conv2d\"\nname = \"front\"\nfilters = 4\nkernel_size = 2\n") +
           one.layers +
           "[[layer]]\ntype = \"global_avg_pool\"\n[[layer]]\ntype = \"dense\"\nname = \"last\"\nunits = 5\n";
}

/// One graph with the loss and every gradient as results, and the data to run it on.
class Check {
public:
    explicit Check(const Case& one) : text_(one.text) {
        const InputType input = text_ ? InputType{{6}, DType::i32} : InputType{{7, 6, 3}, DType::f32};
        const Model model =
            parse_model(model_text(one), one.name, input, text_ ? Task::of_tokens(5) : Task::of_classes(5));
        ForwardGraph forward = build_forward(model, batch, Outputs::training, DType::f64);
        parameters_ = forward.parameters;
        Graph& graph = forward.graph;
        const std::vector<ValueId> variables = graph.with_role(Role::variable);
        const std::vector<ValueId> gradients = differentiate(graph, forward.loss, variables);
        for (std::size_t i = 0; i < variables.size(); ++i) {
            names_.push_back(graph.value(variables[i]).name);
            offsets_.push_back(count_ = count_ ? count_ : 2);
            graph.add_result("gradient of " + names_.back(), gradients[i]);
            count_ += static_cast<std::size_t>(graph.value(variables[i]).type.shape.count());
        }
        session_ = find_device("reference:0")->open_session(1);
        program_ = session_->compile(graph);
        for (std::size_t i = 0; i < parameters_.size(); ++i)
            write_first_values(i);
        make_data();
    }

    /// Loss, count of right answers, then the gradients one behind the other.
    std::vector<double> results() {
        std::vector<double> values(count_);
        const void* x = text_ ? static_cast<const void*>(ids_.data()) : numbers_.data();
        Call call{program_.get(), {x, labels_.data(), &scale_, rng_.data()}, values.data(), -1};
        session_->execute({&call, 1});
        return values;
    }

    /// The largest difference between gradients and difference quotients, over up to 24 elements of each
    /// parameter.
    double worst(std::string& where) {
        const std::vector<double> analytic = results();
        double largest = 0;
        for (std::size_t p = 0; p < names_.size(); ++p) {
            const std::vector<double> values = session_->read(names_[p]);
            const std::size_t stride = std::max<std::size_t>(1, values.size() / 24);
            for (std::size_t i = 0; i < values.size(); i += stride) {
                const double difference =
                    std::abs(quotient(names_[p], values, i) - analytic[offsets_[p] + i]);
                if (!(difference <= largest)) {
                    largest = difference;
                    where = names_[p] + "[" + std::to_string(i) + "]";
                }
            }
        }
        return largest;
    }

    std::size_t parameter_count() const { return names_.size(); }

private:
    double quotient(const std::string& name, std::vector<double> values, std::size_t i) {
        const double middle = values[i];
        std::array<double, 2> loss{};
        for (int side = 0; side < 2; ++side) {
            values[i] = middle + (side ? step_width : -step_width);
            session_->write(name, values);
            loss[static_cast<std::size_t>(side)] = results()[0];
        }
        values[i] = middle;
        session_->write(name, values);
        return (loss[1] - loss[0]) / (2 * step_width);
    }

    /// Biases and norms too are random, so that no gradient vanishes by symmetry.
    void write_first_values(std::size_t i) {
        const Parameter& parameter = parameters_[i];
        std::vector<double> values = initial_values(parameter, i, 5);
        const auto noise =
            random_normal(6, RandomUse::synthetic, static_cast<std::uint32_t>(i), values.size());
        for (std::size_t k = 0; k < values.size() && parameter.trainable; ++k)
            values[k] += 0.3 * noise[k];
        session_->write(parameter.name, values);
    }

    void make_data() {
        for (const double value : random_normal(7, RandomUse::synthetic, 0, batch * 7 * 6 * 3))
            numbers_.push_back(static_cast<float>(value));
        for (int i = 0; i < batch * 6; ++i)
            ids_.push_back((i * 7 + i / 4) % 5);
        for (int i = 0; i < batch * 6; ++i)
            labels_.push_back((i * 3 + 1) % 5);
    }

    bool text_;
    std::vector<Parameter> parameters_;
    std::vector<std::string> names_;
    std::vector<std::size_t> offsets_;
    std::size_t count_ = 0;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Program> program_;
    std::vector<float> numbers_;
    std::vector<std::int32_t> ids_, labels_;
    double scale_ = 1.0 / batch;
    std::array<std::int64_t, 4> rng_{1, 1, 0, 0};
};

} // namespace

class TestLayerGradients : public QObject {
    Q_OBJECT

private slots:
    void every_kind_is_checked() {
        std::set<std::string> checked{"embedding", "positional_embedding", "tied_dense", "global_avg_pool",
                                      "whitening_conv2d"}; // the last in a test of its own
        for (const Case& one : cases)
            for (const QString& kind : QString(one.kinds).split(' '))
                checked.insert(kind.toStdString());
        std::set<std::string> all;
        for (const LayerType* type : layer_types())
            all.insert(type->kind);
        QCOMPARE(checked, all);
    }

    void gradients_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(cases)); ++i)
            QTest::newRow(cases[i].name) << i;
    }
    void gradients() {
        QFETCH(int, index);
        Check check(cases[index]);
        QVERIFY(check.parameter_count() >= 2);
        std::string where;
        const double worst = check.worst(where);
        QVERIFY2(worst < tolerance, qPrintable(QString("%1 at %2").arg(worst).arg(where.c_str())));
    }

    void a_wrong_gradient_would_be_seen() {
        // The same check with another step of the counter: dropout then keeps others, so the loss is another
        // one.
        Check check(cases[0]);
        const std::vector<double> first = check.results(), second = check.results();
        QCOMPARE(first, second);
        double size = 0;
        for (std::size_t i = 2; i < first.size(); ++i)
            size = std::max(size, std::abs(first[i]));
        QVERIFY(size > 100 * tolerance); // gradients are far larger than what is allowed to differ
    }

    void whitening_trains_its_bias_alone() {
        const Case one{"whitening", "", false, "[[layer]]\ntype = \"tanh\"\n"};
        std::string text = model_text(one);
        text = "[[layer]]\ntype = \"whitening_conv2d\"\nname = \"white\"\n" + text;
        const Model model = parse_model(text, "whitening", {{7, 6, 3}, DType::f32}, Task::of_classes(5));
        ForwardGraph forward = build_forward(model, batch, Outputs::training, DType::f64);
        QCOMPARE(forward.graph.value(forward.graph.find("white/kernel")).role, Role::state);
        QCOMPARE(forward.graph.value(forward.graph.find("white/kernel")).type.shape, (Shape{24, 2, 2, 3}));
        QCOMPARE(forward.graph.value(forward.graph.find("white/bias")).role, Role::variable);
        const ValueId bias = forward.graph.find("white/bias");
        QVERIFY(differentiate(forward.graph, forward.loss, {bias}).front() != no_value);
    }
};

QTEST_GUILESS_MAIN(TestLayerGradients)
#include "test_layer_gradients.moc"
