/// One column beside all others: the variance of its weight under which targets are most probable, and what that gains.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "drupe/noise_level.hpp"

namespace drupe {

/// A column φ and targets t, with C the covariance of the targets in units of the noise, φ having no part in it.
struct LoneColumn {
    double share;   // φᵀC⁻¹φ
    double pull;    // φᵀC⁻¹t
    double energy;  // tᵀC⁻¹t
    double length;  // φᵀBφ, of which the share is what lies outside the others

    /// Share of a column that must lie outside the others, lest rounding decides what it is good for.
    static constexpr double dependent = 1e-9;

    /// Where the evidence is largest, all others as they are; 0 where the column is of no use.  [Tipping03], eq. 20
    [[nodiscard]] double best_variance(const NoiseLevel& level) const {
        if (!(share > dependent * length)) return 0.0;
        if (level.learns(energy)) {
            const double rise = level.count * pull * pull - share * energy;
            if (rise <= 0.0) return 0.0;
            const double rest = share * energy - pull * pull;
            const double variance = rest > 0.0 ? rise / (share * rest) : std::numeric_limits<double>::infinity();
            if (std::isfinite(variance) && level.learns(left(variance, level))) return variance;
        }
        return std::max((pull * pull / level.least - share) / (share * share), 0.0);
    }

    /// What the log evidence gains from this variance over none.
    [[nodiscard]] double gain(double variance, const NoiseLevel& level) const {
        return level.log_evidence(left(variance, level)) - level.log_evidence(energy) -
               0.5 * std::log1p(variance * share);
    }

private:
    [[nodiscard]] double left(double variance, const NoiseLevel& level) const {
        return level.possible(energy - variance * pull * pull / (1.0 + variance * share));
    }
};

}  // namespace drupe
