// SPDX-License-Identifier: Apache-2.0
// A fuzzer of our own, for where libFuzzer is not: deterministic, and guided by coverage where the code under
// it is compiled with -fsanitize-coverage=trace-pc.
//
//   fuzz_X [--runs N] [--seconds S] [--seed K] [FILE...]
//
// With FILEs it reads just these. The input at work is kept in fuzz_X.input, which is left when the reader
// dies.
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/core/error.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutator.h"

using namespace laptime;

namespace {

/// One mark for each place of the code (nearly; places may share one) that ran.
std::array<unsigned char, std::size_t{1} << 16> places;

constexpr unsigned most_seconds_an_input = 20;
constexpr std::size_t most_inputs_kept = 4096;
constexpr rlim_t most_memory = rlim_t{4} << 30;

} // namespace

#if defined(__GNUC__) && !defined(__clang__)
/// Called by instrumented code at every branch. Addresses count from this function, so that they are the same
/// in every process.
extern "C" __attribute__((no_sanitize_coverage, no_sanitize("address", "undefined"))) void
__sanitizer_cov_trace_pc() {
    const auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) -
                       reinterpret_cast<std::uintptr_t>(&__sanitizer_cov_trace_pc);
    places[(place ^ place >> 16) % places.size()] = 1;
}
#endif

namespace {

/// The input at work, in a file that outlives the process.
class LastInput {
public:
    explicit LastInput(std::string path)
        : path_(std::move(path)), file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
        if (file_ < 0)
            std::perror(path_.c_str());
    }
    ~LastInput() { ::close(file_); }
    LastInput(const LastInput&) = delete;
    LastInput& operator=(const LastInput&) = delete;

    void set(const fuzz::Bytes& input) {
        if (::ftruncate(file_, 0) != 0 || ::pwrite(file_, input.data(), input.size(), 0) < 0)
            std::perror(path_.c_str());
    }
    void remove() { ::unlink(path_.c_str()); }

private:
    std::string path_;
    int file_;
};

struct Options {
    long runs = 0, seconds = 0;
    std::uint64_t seed = 1;
    std::vector<std::string> files;
};

Options options_of(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        const auto number = [&] { return i + 1 < count ? std::atol(arguments[++i]) : 0; };
        if (argument == "--runs")
            options.runs = number();
        else if (argument == "--seconds")
            options.seconds = number();
        else if (argument == "--seed")
            options.seed = static_cast<std::uint64_t>(number());
        else
            options.files.push_back(argument);
    }
    return options;
}

/// Reads one input. True where it ran code that no input before has run.
bool run(const fuzz::Bytes& input, LastInput& last) {
    static std::array<unsigned char, places.size()> seen;
    last.set(input);
    places.fill(0);
    ::alarm(most_seconds_an_input);
    try {
        fuzz::read(input);
    } catch (const Error&) { // what bad input is expected to give
    } catch (const std::exception& error) {
        std::fprintf(stderr, "the reader threw something that is no laptime::Error: %s\n", error.what());
        std::abort();
    }
    ::alarm(0);
    bool fresh = false;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i] && !seen[i]) {
            seen[i] = 1;
            fresh = true;
        }
    return fresh;
}

void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__) // which reserves terabytes of addresses
    const rlimit limit{most_memory, most_memory};
    ::setrlimit(RLIMIT_AS, &limit);
#endif
}

} // namespace

int main(int count, char** arguments) {
    const Options options = options_of(count, arguments);
    LastInput last(std::string(arguments[0]) + ".input");
    std::signal(SIGALRM, [](int) {
        constexpr char text[] = "an input took too long\n";
        if (::write(2, text, sizeof text - 1) < 0)
            std::_Exit(1);
        std::abort();
    });
    limit_memory();
    if (!options.files.empty()) {
        for (const std::string& file : options.files) {
            std::ifstream in(file, std::ios::binary);
            run(fuzz::Bytes(std::istreambuf_iterator<char>(in), {}), last);
        }
        last.remove();
        return 0;
    }
    std::vector<fuzz::Bytes> corpus = fuzz::seeds();
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        try {
            fuzz::read(corpus[i]);
        } catch (const Error& error) { // mutations of it would end at once
            std::fprintf(stderr, "seed %zu is no good input: %s\n", i, error.what());
            return 1;
        }
        run(corpus[i], last);
    }
    fuzz::Mutator mutator(options.seed, fuzz::words());
    const auto start = std::chrono::steady_clock::now();
    const auto until = start + std::chrono::seconds(options.seconds);
    long runs = 0;
    for (; options.seconds > 0 ? std::chrono::steady_clock::now() < until : runs < options.runs; ++runs) {
        const fuzz::Bytes& one = corpus[mutator.below(corpus.size())];
        fuzz::Bytes input = mutator.mutated(one, corpus[mutator.below(corpus.size())]);
        if (run(input, last) && corpus.size() < most_inputs_kept)
            corpus.push_back(std::move(input));
    }
    last.remove();
    std::printf("%ld inputs, %zu kept\n", runs, corpus.size());
    return 0;
}
