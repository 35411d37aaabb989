/// A run stops soon after its monitor says so, and tells how far it is.
#include <chrono>

#include "check.hpp"
#include "sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

struct StopAfter final : Monitor {
    explicit StopAfter(int calls) : left(calls) {}
    bool go_on(double fraction) override {
        rising = rising && fraction >= last && fraction <= 1.0;
        last = fraction;
        return left-- > 0;
    }
    int left;
    double last = 0.0;
    bool rising = true;
};

}  // namespace

TEST_CASE("a run stops when its monitor says so") {
    const Sample<double> s(6000, 60, 0.0, 9);
    Program program = one_base(Metric::l1);
    program.code.push_back({.op = Op::tanh});
    const Evaluator<double> evaluator(program, s.seen_as({s.row_major()}));
    std::vector<double> weights(s.rows, 1.0), out(s.rows);
    StopAfter monitor(1);
    const auto start = std::chrono::steady_clock::now();
    bool interrupted = false;
    try {
        evaluator.gram_product(weights.data(), 1, out.data(), {.threads = 2, .monitor = &monitor});
    } catch (const Interrupted&) {
        interrupted = true;
    }
    EXPECT(interrupted);
    EXPECT(monitor.rising);
    EXPECT(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

TEST_CASE("progress ends at one") {
    const Sample<double> s(50, 3, 0.0, 10);
    const Evaluator<double> evaluator(one_base(Metric::dot), s.seen_as({s.row_major()}));
    StopAfter monitor(1000);
    std::vector<double> out(s.rows * s.rows);
    evaluator.gram(out.data(), {.monitor = &monitor});
    EXPECT(monitor.last == 1.0);
}
