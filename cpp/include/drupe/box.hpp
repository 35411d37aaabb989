/// The box problem min ½ αᵀQα + pᵀα, 0 ≤ α ≤ u, Q_vw = s_v s_w K[e_v, e_w], and what a solver says of it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include "drupe/monitor.hpp"

namespace drupe {

/// Which sums of α are fixed.
enum class Balance : std::uint8_t {
    free,     // none
    joint,    // Σ s_v α_v
    by_sign,  // Σ α_v over each sign
};

struct BoxProblem {
    std::vector<double> signs;
    std::vector<double> linear;
    std::vector<double> upper;
    std::vector<std::int64_t> examples;
    std::vector<double> start;
    Balance balance = Balance::joint;

    [[nodiscard]] std::size_t size() const { return signs.size(); }
};

/// Whether s α may rise in its box.
[[nodiscard]] inline bool may_rise(double sign, double alpha, double upper) {
    return sign > 0 ? alpha < upper : alpha > 0;
}

/// Whether it may fall.
[[nodiscard]] inline bool may_fall(double sign, double alpha, double upper) {
    return sign > 0 ? alpha > 0 : alpha < upper;
}

enum class Stop : std::uint8_t { converged, iterations, time, interrupted, stalled, unbounded };

struct SolverOptions {
    double tolerance = 1e-3;
    std::int64_t max_iterations = -1;  // none if negative
    double max_seconds = -1.0;         // none if negative
    std::size_t cache_bytes = std::size_t{200} << 20;
    int threads = 0;
    Monitor* monitor = nullptr;
};

/// How often a kernel row was at hand when it was wanted, and how often it had to be computed or fetched.
struct RowCount {
    std::int64_t found = 0;
    std::int64_t made = 0;
};

struct BoxSolution {
    std::vector<double> alpha;
    std::vector<double> outputs;  // Σ s_v α_v K[e_v, e] for every example e
    std::int64_t iterations = 0;
    double violation = 0.0;
    Stop stop = Stop::converged;
    RowCount rows;
    double offset = 0.0;  // mean of the two thresholds where each sign has its own
    double spread = 0.0;  // half their difference
    double objective = 0.0;
    double gap = 0.0;  // of duality, at this offset
};

/// Whether a run may go on: its limits, and its monitor, who is told the share of the work that seems done.
class Limits {
public:
    explicit Limits(const SolverOptions& options) : options_(options) {}

    /// Asks clock and monitor at most every few milliseconds; from the calling thread only.
    bool may_go_on(std::int64_t iterations, double fraction) {
        if (options_.max_iterations >= 0 && iterations >= options_.max_iterations) return end(Stop::iterations);
        const auto now = Clock::now();
        if (options_.max_seconds >= 0.0 && now - started_ > std::chrono::duration<double>(options_.max_seconds))
            return end(Stop::time);
        if (options_.monitor == nullptr || now - asked_ < std::chrono::milliseconds(30)) return true;
        asked_ = now;
        options_.monitor->reached(violation_);
        return options_.monitor->go_on(fraction) || end(Stop::interrupted);
    }

    /// The monitor hears of this violation when it is next asked.
    void reached(double violation) { violation_ = violation; }

    /// How many steps may pass before asking again: few enough that a limit of steps binds exactly.
    [[nodiscard]] std::int64_t steps_until_asked(std::int64_t iterations) const {
        constexpr std::int64_t often = 256;
        if (options_.max_iterations < 0) return often;
        return std::clamp(options_.max_iterations - iterations, std::int64_t{1}, often);
    }

    [[nodiscard]] Stop stop() const { return stop_; }

    /// A limit of steps ends one problem, not the next.
    void next_problem() {
        if (stop_ == Stop::iterations) stop_ = Stop::converged;
    }

private:
    using Clock = std::chrono::steady_clock;
    bool end(Stop why) {
        stop_ = why;
        return false;
    }
    const SolverOptions& options_;
    Clock::time_point started_ = Clock::now();
    Clock::time_point asked_ = Clock::now();
    double violation_ = std::numeric_limits<double>::quiet_NaN();
    Stop stop_ = Stop::converged;
};

}  // namespace drupe
