/// How far above its least value F(w) can be: sums over rows that F(w) − D(a) is made of.
#pragma once

#include <cmath>
#include <vector>

#include "drupe/linear_losses.hpp"
#include "drupe/partial_sums.hpp"
#include "drupe/row_products.hpp"

namespace drupe {

/// Σ cᵢ L(yᵢ, mᵢ), and Σ of its residuals against a, each of which is zero or more.
struct LossSums {
    double losses = 0.0;
    double residuals = 0.0;

    LossSums& operator+=(const LossSums& other) {
        losses += other.losses;
        residuals += other.residuals;
        return *this;
    }
};

/// Threads for a pass over all rows.
inline int pass_threads(const RowProducts& rows, int threads) { return rows.stored() < worth_threads ? 1 : threads; }

template <class Loss>
LossSums loss_sums(const Loss& loss, const LinearProblem& problem, const RowProducts& rows, const double* w,
                   const double* a, int threads) {
    return sum_over<LossSums>(rows.count(), pass_threads(rows, threads), [&](std::size_t i) {
        const double c = problem.costs[i], y = problem.targets[i];
        if (c <= 0.0) return LossSums{};
        const double m = rows.dot(i, w);
        return LossSums{c * loss.value(y, m), loss.residual(y, m, a[i], c)};
    });
}

/// X'a, the constant's entry included.
inline std::vector<double> summed_rows(const LinearProblem& problem, const RowProducts& rows, const double* a,
                                       int threads) {
    std::vector<double> sum(problem.size(), 0.0);
    PartialSums sums(sum.size(), rows.stored(), threads);
    sums.add_rows(rows.count(), sum.data(), [&](std::size_t i, double* into) {
        if (a[i] != 0.0) rows.add(i, a[i], into);
    });
    return sum;
}

/// a, scaled on the side that weighs more so that Σ a = 0, as a free constant demands.
inline std::vector<double> balanced(const std::vector<double>& a) {
    double up = 0.0, down = 0.0;
    for (const double value : a) (value > 0.0 ? up : down) += std::abs(value);
    std::vector<double> out(a);
    const double most = std::max(up, down), least = std::min(up, down);
    if (most > 0.0) {
        for (double& value : out) {
            if ((value > 0.0) == (up > down)) value *= least / most;
        }
    }
    return out;
}

}  // namespace drupe
