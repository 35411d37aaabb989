/// One method after the other on the same linear machine, within the limits of all together.
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>

#include "drupe/linear_problem.hpp"

namespace drupe {

class LinearTurns {
public:
    explicit LinearTurns(const LinearOptions& options) : options_(options) {}

    /// What is left of the limits, but no more than so many steps unless negative.
    [[nodiscard]] LinearOptions rest(std::int64_t most) const {
        LinearOptions out = options_;
        if (options_.max_steps >= 0) out.max_steps = std::max<std::int64_t>(0, options_.max_steps - steps_);
        if (most >= 0 && (out.max_steps < 0 || out.max_steps > most)) out.max_steps = most;
        if (options_.max_seconds >= 0.0) {
            const std::chrono::duration<double> taken = Clock::now() - started_;
            out.max_seconds = std::max(0.0, options_.max_seconds - taken.count());
        }
        return out;
    }

    /// Keeps it if it is the best so far; whether another method may try.
    bool take(LinearSolution solution) {
        steps_ += solution.steps;
        const bool is_best = best_.weights.empty() || solution.gap < best_.gap;
        const Stop stop = solution.stop;
        if (is_best) best_ = std::move(solution);
        best_.stop = stop;
        best_.steps = steps_;
        const bool allowed = options_.max_steps < 0 || steps_ < options_.max_steps;
        return allowed && (stop == Stop::iterations || stop == Stop::stalled);
    }

    [[nodiscard]] LinearSolution best() { return std::move(best_); }

private:
    using Clock = std::chrono::steady_clock;
    const LinearOptions& options_;
    Clock::time_point started_ = Clock::now();
    std::int64_t steps_ = 0;
    LinearSolution best_;
};

}  // namespace drupe
