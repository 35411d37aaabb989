/// Smoothing splines on the line: min Σᵢ wᵢ (yᵢ − f(tᵢ))² + strength ∫ (f⁽ᵐ⁾)², in one pass forth and one back.
///
/// Between two knots only the states s = (f, f′, …, f⁽ᵐ⁻¹⁾) at its ends matter, so that this is least squares in the
/// states with a matrix of blocks along the diagonal. It is brought to triangular form by rotations, knot after knot: no
/// product of the matrix with itself is formed, whose condition would use up all digits where knots are many.
#pragma once

#include <cstddef>
#include <vector>

namespace drupe {

constexpr std::size_t highest_line_order = 4;

struct LineSplineProblem {
    std::size_t order;      // m, from 1 to `highest_line_order`
    std::size_t knots;      // at least m
    std::size_t outputs;    // columns of the targets
    const double* places;   // tᵢ, rising
    const double* weights;  // wᵢ > 0
    const double* targets;  // knots × outputs
    double strength;        // > 0
};

struct LineSpline {
    std::vector<double> states;       // knots × order × outputs
    std::vector<double> covariances;  // of the states at each knot, for noise of variance 1/w: knots × order × order
    std::vector<double> crossings;    // with the states at the next knot: (knots − 1) × order × order
    std::vector<double> objective;    // the minimum, of each output
    std::vector<double> energy;       // ∫ (f⁽ᵐ⁾)² of each output, from the states: exact where it is not small
    double log_determinant = 0.0;  // −2 ln of what a flat prior on the first state leaves of P(y), without the squares
};

/// [Wahba90], section 1.2 and 1.5 (the stochastic process); [Bierman77], chapters V and VI (rotations).
LineSpline smooth_on_line(const LineSplineProblem& problem);

}  // namespace drupe
