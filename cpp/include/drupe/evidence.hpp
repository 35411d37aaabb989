/// How probable targets are under given variances of the weights of columns, and what each column has to do with it.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/lone_column.hpp"
#include "drupe/noise_level.hpp"
#include "drupe/small_cholesky.hpp"

namespace drupe {

/// Targets t ~ N(0, noise (B⁻¹ + P Θ Pᵀ)) with Θ = diag(variances), as far as the columns P see them.
struct EvidenceProblem {
    std::vector<double> products;      // PᵀBP, row by row
    std::vector<double> correlations;  // PᵀBt
    double energy;                     // tᵀBt
    NoiseLevel level;
};

/// ln P(t | Θ) but for constants, with L Lᵀ = I + Θ^½ PᵀBP Θ^½ over the active columns, those of positive variance. What
/// else is asked for is computed then: weights of the active columns in O(active³), what all columns would add in
/// O(active² columns).
class Evidence {
public:
    explicit Evidence(const EvidenceProblem& problem);

    /// At other variances; false, and nothing changed, where rounding has spoiled the factor.
    bool move_to(std::vector<double> variances);

    [[nodiscard]] std::size_t columns() const { return problem_.correlations.size(); }
    [[nodiscard]] const std::vector<double>& variances() const { return variances_; }
    [[nodiscard]] const std::vector<std::size_t>& active() const { return active_; }
    [[nodiscard]] double product(std::size_t i, std::size_t j) const { return products_of(i)[j]; }
    [[nodiscard]] const NoiseLevel& level() const { return problem_.level; }
    [[nodiscard]] double noise() const { return level().variance(energy_); }
    [[nodiscard]] double value() const { return level().log_evidence(energy_) - 0.5 * log_determinant_; }

    /// By which MacKay's step multiplies the variance of active column k: μ² / (noise ζ θ), 1 where the evidence is flat.
    double ratio(std::size_t k);

    /// Slope of the log evidence in the logarithm of the variance of active column k.
    double slope(std::size_t k);

    /// The steepest of them.
    double steepest();

    /// Minus the second derivatives of the log evidence in the logarithms of the active variances, row by row.
    std::vector<double> curvature();

    /// A column as it would be without a part in the covariance of the targets.
    LoneColumn outside(std::size_t column);

private:
    [[nodiscard]] const double* products_of(std::size_t column) const { return &problem_.products[column * columns()]; }
    [[nodiscard]] double determined(std::size_t k) const { return 1.0 - inverse_[k * active_.size() + k]; }
    void weigh();
    void look();

    const EvidenceProblem& problem_;
    std::vector<double> variances_;
    std::vector<std::size_t> active_, place_;  // place_ of an active column among them
    std::vector<double> roots_;                // of the active variances
    SmallCholesky factor_;                     // L
    std::vector<double> reduced_;              // L⁻¹ Θ^½ PᵀBt
    double energy_ = 0.0;                      // tᵀC⁻¹t
    double log_determinant_ = 0.0;
    bool weighed_ = false, looked_ = false;
    std::vector<double> inverse_;  // (L Lᵀ)⁻¹: the covariance of weights, in units of noise and of variances before
    std::vector<double> mean_;     // of the weights, in units of the roots
    std::vector<double> share_, pull_;  // φᵀC⁻¹φ and φᵀC⁻¹t of all columns
};

}  // namespace drupe
