/// A = L Lᵀ for a small matrix, where a library would take longer to be called than to compute.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace drupe {

/// Lᵀ stands above the diagonal, row by row, so that all inner loops run along rows.
class SmallCholesky {
public:
    /// Of a symmetric matrix, of which only what stands on and above the diagonal is read; false if it is not positive
    /// definite, and then there is no factor.
    bool factor(std::vector<double> a, std::size_t size) {
        for (std::size_t k = 0; k < size; ++k) {
            double* above = &a[k * size];
            if (!(above[k] > 0.0) || !std::isfinite(above[k])) return false;
            const double inverse = 1.0 / std::sqrt(above[k]);
            for (std::size_t i = k; i < size; ++i) above[i] *= inverse;
            for (std::size_t j = k + 1; j < size; ++j) {
                const double part = above[j];
                double* row = &a[j * size];
                for (std::size_t i = j; i < size; ++i) row[i] -= part * above[i];
            }
        }
        factor_ = std::move(a);
        size_ = size;
        return true;
    }

    /// L(i, k), i ≥ k.
    [[nodiscard]] double at(std::size_t i, std::size_t k) const { return factor_[k * size_ + i]; }

    [[nodiscard]] double log_determinant() const {
        double sum = 0.0;
        for (std::size_t k = 0; k < size_; ++k) sum += 2.0 * std::log(at(k, k));
        return sum;
    }

    /// x = L⁻¹ x.
    void solve_lower(std::vector<double>& x) const {
        for (std::size_t k = 0; k < size_; ++k) {
            const double* row = &factor_[k * size_];
            x[k] /= row[k];
            for (std::size_t i = k + 1; i < size_; ++i) x[i] -= row[i] * x[k];
        }
    }

    /// x = L⁻ᵀ x.
    void solve_upper(std::vector<double>& x) const {
        for (std::size_t k = size_; k-- > 0;) {
            const double* row = &factor_[k * size_];
            for (std::size_t i = k + 1; i < size_; ++i) x[k] -= row[i] * x[i];
            x[k] /= row[k];
        }
    }

    /// A⁻¹, row by row.
    [[nodiscard]] std::vector<double> inverse() const {
        // Row k of L⁻ᵀ, from the last on: (e_k − Σᵢ L(i, k) row i) / L(k, k) with i > k.
        std::vector<double> upper(size_ * size_, 0.0), out(size_ * size_, 0.0);
        for (std::size_t k = size_; k-- > 0;) {
            double* row = &upper[k * size_];
            row[k] = 1.0;
            for (std::size_t i = k + 1; i < size_; ++i) {
                const double part = at(i, k);
                const double* later = &upper[i * size_];
                for (std::size_t j = i; j < size_; ++j) row[j] -= part * later[j];
            }
            const double inverse = 1.0 / at(k, k);
            for (std::size_t j = k; j < size_; ++j) row[j] *= inverse;
        }
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t j = i; j < size_; ++j) {
                double sum = 0.0;
                for (std::size_t k = j; k < size_; ++k) sum += upper[i * size_ + k] * upper[j * size_ + k];
                out[i * size_ + j] = out[j * size_ + i] = sum;
            }
        }
        return out;
    }

private:
    std::vector<double> factor_;
    std::size_t size_ = 0;
};

}  // namespace drupe
