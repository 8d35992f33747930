// SPDX-License-Identifier: Apache-2.0
// Sessions of the cpu device: bit-identical runs, memory known before it is taken, reading and writing in
// every type, finding the first bad value, stopping an execution, and clear errors.
#include <QtTest>

#include <cmath>
#include <limits>

#include "engine/backends/cpu/convert.h"
#include "engine/backends/cpu/cpu_device.h"
#include "engine/core/error.h"
#include "engine/model/library.h"
#include "engine/train/step_graph.h"

using namespace laptime;

namespace {

/// A cnn in training, on made-up images.
class Run {
public:
    Run(Precision precision, int threads) {
        StepOptions options;
        options.precision = precision;
        options.total_steps = 10;
        staged_ = build_program(ProgramKind::step, make_model("cnn", {}, {{28, 28, 1}}, Task::of_classes(10)),
                                batch, options);
        session = make_cpu_device(0)->open_session(threads);
        program = session->compile(staged_.finished());
        x_.resize(batch * 784);
        for (std::size_t i = 0; i < x_.size(); ++i)
            x_[i] = static_cast<std::uint8_t>(i * i % 251);
        for (std::size_t i = 0; i < labels_.size(); ++i)
            labels_[i] = static_cast<std::int32_t>(i % 10);
        results_.resize(program->graph().results().size());
    }
    void start() {
        std::size_t position = 0;
        for (const Parameter& parameter : staged_.parameters)
            session->write(parameter.name, initial_values(parameter, position++, 1));
        for (const auto& [name, value] : initial_state())
            for (const auto& [stored, type] : session->stored())
                if (stored == name)
                    session->write(name,
                                   std::vector<double>(static_cast<std::size_t>(type.shape.count()), value));
    }
    Call call() { return {program.get(), {x_.data(), labels_.data(), &scale_, rng_}, results_.data()}; }
    double loss() const { return results_[0]; }
    std::vector<std::vector<double>> everything() const {
        std::vector<std::vector<double>> all;
        for (const auto& [name, type] : session->stored())
            all.push_back(session->read(name));
        return all;
    }

    std::unique_ptr<Session> session;
    std::unique_ptr<Program> program;

private:
    static constexpr std::int64_t batch = 19; // odd, and not a multiple of the vectors
    StagedGraph staged_;
    std::vector<std::uint8_t> x_;
    std::vector<std::int32_t> labels_ = std::vector<std::int32_t>(batch);
    float scale_ = 1.0f / batch;
    std::int64_t rng_[4] = {1, 0, 0, 0};
    std::vector<double> results_;
};

} // namespace

class TestCpuSession : public QObject {
    Q_OBJECT

private slots:
    void twoRunsAreBitIdentical_data() {
        QTest::addColumn<int>("precision");
        QTest::newRow("float32") << static_cast<int>(Precision::float32);
        QTest::newRow("mixed_bfloat16") << static_cast<int>(Precision::mixed_bfloat16);
        QTest::newRow("mixed_float16") << static_cast<int>(Precision::mixed_float16);
    }
    void twoRunsAreBitIdentical() {
        QFETCH(int, precision);
        std::vector<std::vector<double>> first;
        for (int repeat = 0; repeat < 2; ++repeat) {
            Run run(static_cast<Precision>(precision), 2);
            run.start();
            const Call call = run.call();
            for (int step = 0; step < 4; ++step)
                run.session->execute({&call, 1});
            QVERIFY(std::isfinite(run.loss()));
            if (repeat == 0)
                first = run.everything();
            else
                QCOMPARE(run.everything(), first);
        }
    }

    void memoryIsKnownBeforeItIsTaken() {
        Run run(Precision::float32, 2);
        const SessionMemory memory = run.session->memory();
        QCOMPARE(memory.variables,
                 std::int64_t{(9 * 32 + 32 + 9 * 32 * 64 + 64 + 3136 * 128 + 128 + 1280 + 10) * 4});
        QCOMPARE(memory.state, 2 * memory.variables + 8); // adam's two slots and the counter
        QVERIFY(memory.arena > 19 * 14 * 14 * 64 * 4);
        run.start();
        const Call call = run.call();
        run.session->execute({&call, 1});
        QCOMPARE(run.session->memory().total(), memory.total());
    }

    void anExecutionStopsAtABadLoss() {
        Run run(Precision::float32, 1);
        run.start();
        Call call = run.call();
        call.halt_result = 0;
        const std::vector<Call> calls(3, call);
        QCOMPARE(run.session->execute(calls), std::size_t{3});
        run.session->write("logits/bias", std::vector<double>(10, std::numeric_limits<double>::quiet_NaN()));
        QCOMPARE(run.session->execute(calls), std::size_t{1});
    }

    void findsTheFirstBadValueAndChangesNothing() {
        Run run(Precision::float32, 2);
        run.start();
        const auto before = run.everything();
        QVERIFY(!run.session->first_non_finite(run.call()));
        QCOMPARE(run.everything(), before);
        std::vector<double> kernel = run.session->read("conv2/kernel");
        kernel[7] = 3e38; // finite, but its products are not
        kernel[8] = 3e38;
        run.session->write("conv2/kernel", kernel);
        std::vector<double> bias(64, 3e38);
        run.session->write("conv2/bias", bias);
        const auto found = run.session->first_non_finite(run.call());
        QVERIFY(found.has_value());
        QCOMPARE(*found, std::string("conv2/conv2d"));
        kernel[7] = std::numeric_limits<double>::infinity();
        run.session->write("conv2/kernel", kernel);
        QCOMPARE(run.session->first_non_finite(run.call()).value(), std::string("conv2/kernel"));
    }

    void halfTypesConvertExactly() {
        for (const DType type : {DType::f16, DType::bf16})
            for (std::uint32_t bits = 0; bits < 65536; ++bits) {
                const auto from = static_cast<std::uint16_t>(bits);
                std::uint16_t back = 0;
                double value = 0;
                cpu::read_values(&from, type, 1, &value);
                cpu::write_values(&value, type, 1, &back);
                if (std::isnan(value))
                    QVERIFY((back & 0x7FFFu) > (type == DType::f16 ? 0x7C00u : 0x7F80u));
                else
                    QCOMPARE(back, from);
            }
    }

    void wrongRequestsAreClear() {
        Run run(Precision::float32, 1);
        QVERIFY_THROWS_EXCEPTION(std::logic_error, run.session->write("nothing", std::vector<double>{1}));
        QVERIFY_THROWS_EXCEPTION(std::logic_error, run.session->write("logits/bias", std::vector<double>{1}));
        QVERIFY_THROWS_EXCEPTION(std::logic_error, run.session->read("nothing"));
        QVERIFY_THROWS_EXCEPTION(DeviceError, make_cpu_device(0)->open_session(-1));
    }
};

QTEST_GUILESS_MAIN(TestCpuSession)
#include "test_cpu_session.moc"
