/// The inverse of a square matrix that grows, shrinks, and has rows or columns exchanged one at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace drupe {

/// B⁻¹; its rows belong to the columns of B and its columns to the rows of B. Every change costs O(size²).
class UpdatedInverse {
public:
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] const double* row(std::size_t k) const { return values_.data() + k * stride_; }

    /// B⁻¹ c.
    void times(const std::vector<double>& c, std::vector<double>& out) const {
        out.resize(size_);
        for (std::size_t k = 0; k < size_; ++k) {
            const double* from = row(k);
            double sums[4] = {0.0, 0.0, 0.0, 0.0};
            std::size_t e = 0;
            for (; e + 4 <= size_; e += 4) {
                for (std::size_t l = 0; l < 4; ++l) sums[l] += from[e + l] * c[e + l];
            }
            for (; e < size_; ++e) sums[0] += from[e] * c[e];
            out[k] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        }
    }

    /// v B⁻¹.
    void from_left(const std::vector<double>& v, std::vector<double>& out) const {
        out.assign(size_, 0.0);
        for (std::size_t k = 0; k < size_; ++k) add(v[k], row(k), out.data());
    }

    /// Row e of B becomes v, with v B⁻¹ given.
    void exchange_row(std::size_t e, const std::vector<double>& v_times) {
        for (std::size_t k = 0; k < size_; ++k) {
            const double share = at(k)[e] / v_times[e];
            add(-share, v_times.data(), at(k));
            at(k)[e] = share;
        }
    }

    /// Column k of B becomes c, with B⁻¹ c given.
    void exchange_column(std::size_t k, const std::vector<double>& times_c) {
        for (std::size_t e = 0; e < size_; ++e) at(k)[e] /= times_c[k];
        for (std::size_t l = 0; l < size_; ++l) {
            if (l != k) add(-times_c[l], row(k), at(l));
        }
    }

    /// B gets a column c and a row v that cross in `corner`, with B⁻¹ c and v B⁻¹ given, and v B⁻¹ c.
    void grow(const std::vector<double>& times_c, const std::vector<double>& v_times, double corner, double product) {
        if (size_ + 1 > stride_) widen();
        const double scale = 1.0 / (corner - product);
        for (std::size_t k = 0; k < size_; ++k) {
            add(times_c[k] * scale, v_times.data(), at(k));
            at(k)[size_] = -times_c[k] * scale;
        }
        double* last = values_.data() + size_ * stride_;
        for (std::size_t e = 0; e < size_; ++e) last[e] = -v_times[e] * scale;
        last[size_] = scale;
        ++size_;
    }

    /// B loses its column k and its row e; what was last takes their places.
    void shrink(std::size_t k, std::size_t e) {
        const double pivot = row(k)[e];
        for (std::size_t l = 0; l < size_; ++l) {
            if (l != k) add(-row(l)[e] / pivot, row(k), at(l));
        }
        --size_;
        for (std::size_t l = 0; l <= size_; ++l) at(l)[e] = at(l)[size_];
        if (k != size_) std::copy_n(row(size_), size_, at(k));
    }

    /// The inverse of a matrix given row by row, by elimination with row exchanges; false if it is singular.
    [[nodiscard]] bool invert(std::vector<double> matrix, std::size_t size) {
        size_ = size;
        while (stride_ < size_) widen();
        std::vector<double> largest(size_, 0.0);
        for (std::size_t at = 0; at < matrix.size(); ++at)
            largest[at % size_] = std::max(largest[at % size_], std::abs(matrix[at]));
        for (std::size_t k = 0; k < size_; ++k) {
            std::fill_n(at(k), size_, 0.0);
            at(k)[k] = 1.0;
        }
        for (std::size_t k = 0; k < size_; ++k) {
            std::size_t best = k;
            for (std::size_t l = k + 1; l < size_; ++l) {
                if (std::abs(matrix[l * size_ + k]) > std::abs(matrix[best * size_ + k])) best = l;
            }
            if (!(std::abs(matrix[best * size_ + k]) > singular * largest[k])) return false;
            if (best != k) {
                std::swap_ranges(&matrix[k * size_], &matrix[k * size_] + size_, &matrix[best * size_]);
                std::swap_ranges(at(k), at(k) + size_, at(best));
            }
            const double scale = 1.0 / matrix[k * size_ + k];
            for (std::size_t c = 0; c < size_; ++c) {
                matrix[k * size_ + c] *= scale;
                at(k)[c] *= scale;
            }
            for (std::size_t l = 0; l < size_; ++l) {
                const double factor = matrix[l * size_ + k];
                if (l == k || factor == 0.0) continue;
                for (std::size_t c = k; c < size_; ++c) matrix[l * size_ + c] -= factor * matrix[k * size_ + c];
                add(-factor, row(k), at(l));
            }
        }
        return true;
    }

private:
    static constexpr double singular = 1e-14;

    double* at(std::size_t k) { return values_.data() + k * stride_; }

    void add(double factor, const double* from, double* to) const {
        for (std::size_t e = 0; e < size_; ++e) to[e] += factor * from[e];
    }

    void widen() {
        const std::size_t wider = std::max<std::size_t>(16, 2 * stride_);
        std::vector<double> values(wider * wider, 0.0);
        for (std::size_t k = 0; k < std::min(size_, stride_); ++k)
            std::copy_n(row(k), stride_, values.data() + k * wider);
        values_ = std::move(values);
        stride_ = wider;
    }

    std::size_t size_ = 0;
    std::size_t stride_ = 0;
    std::vector<double> values_;
};

}  // namespace drupe
