/// What ends the search for a linear machine before its gap is small enough: limits, a monitor, or no more progress.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "drupe/linear_problem.hpp"

namespace drupe {

class LinearLimits {
public:
    explicit LinearLimits(const LinearOptions& options)
        : tolerance_(options.gap),
          options_{options.gap, options.max_steps, options.max_seconds, 0, options.threads, options.monitor},
          limits_(options_) {}
    LinearLimits(const LinearLimits&) = delete;
    LinearLimits& operator=(const LinearLimits&) = delete;

    /// Whether limits and monitor let it take another step from a point with this gap and objective.
    bool may_go_on(std::int64_t steps, double gap, double objective) {
        const double share = objective > 0.0 ? gap / objective : 0.0;
        first_ = std::max(first_, share);
        const double way = std::log(first_ / tolerance_);
        const double done = way > 0.0 && share > 0.0 ? std::clamp(std::log(first_ / share) / way, 0.0, 1.0) : 0.0;
        limits_.reached(share);
        return limits_.may_go_on(steps, done);
    }

    /// Whether one of the last few points was better than all before.
    bool gets_on(double gap, double objective) {
        idle_ = objective < lowest_ - rounding * std::abs(lowest_) || gap < shrunk * smallest_ ? 0 : idle_ + 1;
        lowest_ = std::min(lowest_, objective);
        smallest_ = std::min(smallest_, gap);
        return idle_ < patience;
    }

    /// Why it ended, where the gap was not small enough.
    [[nodiscard]] Stop stop() const { return limits_.stop() == Stop::converged ? Stop::stalled : limits_.stop(); }

private:
    static constexpr int patience = 8;
    static constexpr double rounding = 1e-12, shrunk = 0.9;

    double tolerance_;
    SolverOptions options_;
    Limits limits_;
    double first_ = 0.0;
    double lowest_ = std::numeric_limits<double>::infinity(), smallest_ = std::numeric_limits<double>::infinity();
    int idle_ = 0;
};

}  // namespace drupe
