/// Noise around a function: known, or the one that goes best with how much of the targets is left unexplained.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace drupe {

struct NoiseLevel {
    double count;  // targets
    double least;  // the variance, or the least one if it is learned
    bool learned;

    [[nodiscard]] bool learns(double energy) const { return learned && energy > count * least; }

    /// The best variance for targets t of energy tᵀC⁻¹t, with C their covariance in units of the noise.
    [[nodiscard]] double variance(double energy) const { return learns(energy) ? energy / count : least; }

    /// The log evidence but for the determinant of C and constants, at the best variance.
    [[nodiscard]] double log_evidence(double energy) const {
        const double at = variance(energy);
        return -0.5 * (learned ? count * std::log(at) : 0.0) - 0.5 * energy / at;
    }

    /// Rounding must not make an energy negative. Where the noise is held only differences count, and any will do.
    [[nodiscard]] double possible(double energy) const {
        return learned ? std::max(energy, std::numeric_limits<double>::min()) : energy;
    }
};

}  // namespace drupe
