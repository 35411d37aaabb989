#include "drupe/equilibrated_factor.hpp"

#include <algorithm>
#include <cmath>

#include "drupe/target.hpp"

namespace drupe {

namespace {

/// Rows of a block: a multiple of every target's row step.
constexpr std::size_t block = 48;
constexpr std::size_t column_multiple = 32;

}  // namespace

void EquilibratedFactor::factor(const double* gram, std::size_t stride, const std::vector<double>& diagonal,
                                double ridge) {
    size_ = diagonal.size();
    stride_ = rounded_up(size_, column_multiple);
    scales_.resize(size_);
    for (std::size_t i = 0; i < size_; ++i) {
        const double whole = gram[i * stride + i] + diagonal[i];
        scales_[i] = whole > 0.0 && std::isfinite(whole) ? 1.0 / std::sqrt(whole) : 1.0;
    }
    upper_.resize(rounded_up(size_, block) * stride_);
    for (;; ridge = std::max(100.0 * ridge, 1e-14)) {
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t j = i + 1; j < size_; ++j)
                upper_[i * stride_ + j] = gram[i * stride + j] * scales_[i] * scales_[j];
            upper_[i * stride_ + i] = 1.0 + ridge;
        }
        if (try_factor()) return;
    }
}

bool EquilibratedFactor::try_factor() {
    rows_.resize(stride_ * size_ + block);
    columns_.resize(stride_ * size_);
    for (std::size_t first = 0; first < size_; first += block) {
        const std::size_t last = std::min(size_, first + block);
        if (first > 0) subtract_earlier(first, last);
        if (!factor_block(first, last)) return false;
    }
    return true;
}

/// Rows `first` to `last` of U once what earlier rows say of them has been taken away; then they are packed.
bool EquilibratedFactor::factor_block(std::size_t first, std::size_t last) {
    const std::size_t column_step = target().loops<double>().column_step;
    for (std::size_t k = first; k < last; ++k) {
        double* above = &upper_[k * stride_];
        if (!(above[k] > 1e-15) || !std::isfinite(above[k])) return false;
        const double inverse = 1.0 / std::sqrt(above[k]);
        for (std::size_t j = k; j < size_; ++j) above[j] *= inverse;
        for (std::size_t i = k + 1; i < last; ++i) {
            const double part = above[i];
            double* row = &upper_[i * stride_];
            for (std::size_t j = i; j < size_; ++j) row[j] -= part * above[j];
        }
    }
    if (last == size_) return true;
    for (std::size_t k = first; k < last; ++k) {
        double* above = &upper_[k * stride_];
        std::fill(above + first, above + k, 0.0);
        std::fill(above + size_, above + stride_, 0.0);
        for (std::size_t j = 0; j < stride_; j += column_step)
            std::copy_n(above + j, column_step, &columns_[j * size_ + k * column_step]);
    }
    return true;
}

void EquilibratedFactor::subtract_earlier(std::size_t first, std::size_t last) {
    const auto& loops = target().loops<double>();
    const std::size_t panels = rounded_up(last - first, loops.row_step) / loops.row_step;
    for (std::size_t p = 0; p < panels; ++p) {
        for (std::size_t k = 0; k < first; ++k) {
            for (std::size_t r = 0; r < loops.row_step; ++r) {
                const std::size_t column = first + p * loops.row_step + r;
                rows_[(p * first + k) * loops.row_step + r] = column < last ? -upper_[k * stride_ + column] : 0.0;
            }
        }
    }
    const std::size_t first_panel = first / loops.column_step;
    loops.compare(Metric::dot, {.rows = rows_.data(),
                                .columns = &columns_[first_panel * loops.column_step * size_],
                                .depth = first,
                                .row_panels = panels,
                                .column_panels = stride_ / loops.column_step - first_panel,
                                .row_stride = first * loops.row_step,
                                .column_stride = size_ * loops.column_step,
                                .out = &upper_[first * stride_ + first_panel * loops.column_step],
                                .ld = stride_,
                                .add = true});
}

void EquilibratedFactor::solve(std::vector<double>& x) const {
    for (std::size_t i = 0; i < size_; ++i) x[i] *= scales_[i];
    for (std::size_t k = 0; k < size_; ++k) {
        const double* row = &upper_[k * stride_];
        x[k] /= row[k];
        for (std::size_t i = k + 1; i < size_; ++i) x[i] -= row[i] * x[k];
    }
    for (std::size_t k = size_; k-- > 0;) {
        const double* row = &upper_[k * stride_];
        double rest = x[k];
        for (std::size_t i = k + 1; i < size_; ++i) rest -= row[i] * x[i];
        x[k] = rest / row[k];
    }
    for (std::size_t i = 0; i < size_; ++i) x[i] *= scales_[i];
}

}  // namespace drupe
