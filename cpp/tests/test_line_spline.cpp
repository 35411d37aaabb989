/// Smoothing splines on the line against worked numbers and against their own optimality conditions.
#include "drupe/line_spline.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "check.hpp"

using namespace drupe;

namespace {

const std::vector<double> places{0.0, 1.0, 2.0}, ones(3, 1.0), hat{0.0, 1.0, 0.0};

LineSpline smoothed(std::size_t order, double strength) {
    return smooth_on_line({order, 3, 1, places.data(), ones.data(), hat.data(), strength});
}

}  // namespace

TEST_CASE("the linear spline through a hat is the worked one") {
    const LineSpline found = smoothed(1, 0.3);  // n λ with λ = 0.1
    EXPECT_NEAR(found.states[0], 3.0 / 19.0, 1e-14);
    EXPECT_NEAR(found.states[1], 13.0 / 19.0, 1e-14);
    EXPECT_NEAR(found.energy[0], 200.0 / 361.0, 1e-14);
}

TEST_CASE("the cubic spline through a hat is the worked one") {
    const LineSpline found = smoothed(2, 0.3);
    EXPECT_NEAR(found.states[0], 0.3 * 30.0 / 37.0, 1e-14);
    EXPECT_NEAR(found.states[2], 19.0 / 37.0, 1e-14);
    EXPECT_NEAR(found.states[3], 0.0, 1e-14);
    EXPECT_NEAR(found.energy[0], 0.438276, 1e-6);
}

TEST_CASE("polynomials that cost nothing are kept, whatever the strength") {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(0.1, 1.0);
    std::vector<double> at(50), weights(50), values(100);
    for (std::size_t i = 0; i < at.size(); ++i) {
        at[i] = (i == 0 ? 0.0 : at[i - 1]) + uniform(random);
        weights[i] = uniform(random);
        values[2 * i] = 1.0 - 0.5 * at[i];
        values[2 * i + 1] = 7.0;
    }
    for (std::size_t order = 2; order <= highest_line_order; ++order) {
        for (const double strength : {1e-6, 1.0, 1e6}) {
            const LineSpline found = smooth_on_line({order, 50, 2, at.data(), weights.data(), values.data(), strength});
            double worst = 0.0;
            for (std::size_t i = 0; i < at.size(); ++i) {
                for (std::size_t o = 0; o < 2; ++o)
                    worst = std::max(worst, std::abs(found.states[i * order * 2 + o] - values[2 * i + o]));
            }
            EXPECT(worst < 1e-9);
        }
    }
}

TEST_CASE("what a knot knows of itself are the degrees of freedom") {
    // With an infinite strength a straight line is left: two degrees, shared out by least squares.
    const LineSpline found = smoothed(2, 1e12);
    EXPECT_NEAR(found.covariances[0], 5.0 / 6.0, 1e-9);
    EXPECT_NEAR(found.covariances[4], 1.0 / 3.0, 1e-9);
    EXPECT_NEAR(found.covariances[8], 5.0 / 6.0, 1e-9);
}
