#include "drupe/weighted_gram.hpp"

#include <algorithm>
#include <cmath>

#include "drupe/target.hpp"

namespace drupe {

namespace {

/// Dense rows that are multiplied together: as many as stay in the nearest caches.
constexpr std::size_t depth = 128;

/// Sums apart, that threads can add to at once; each is worth so many times what it takes to clear and add it up.
constexpr std::size_t most_lanes = 4;
constexpr double worth = 8.0;

/// What rows and columns of the sum are a multiple of, for every target.
constexpr std::size_t row_multiple = 12, column_multiple = 32;

}  // namespace

WeightedGram::WeightedGram(const LinearTable& table, GramPrecision precision)
    : table_(table), precision_(precision), stride_(rounded_up(table.size(), column_multiple)),
      height_(rounded_up(table.size(), row_multiple)), sums_(height_ * stride_, 0.0), held_(table.rows(), 0.0),
      scales_(table.size(), 1.0) {
    const LinearRows& rows = table.stored();
    const double n = std::max<double>(1.0, static_cast<double>(rows.n));
    entries_per_row_ = rows.is_dense() ? static_cast<double>(rows.d) : static_cast<double>(rows.starts[rows.n]) / n;
    if (!rows.is_dense() || precision == GramPrecision::double_precision) return;
    std::fill(scales_.begin(), scales_.end(), 0.0);
    for (std::size_t i = 0; i < rows.n; ++i) {
        for (std::size_t j = 0; j < rows.d; ++j)
            scales_[j] = std::max(scales_[j], std::abs(rows.dense[i * rows.d + j]));
    }
    if (table.constant() != 0.0) scales_.back() = std::abs(table.constant());
    for (double& scale : scales_) scale = scale > 0.0 ? scale : 1.0;
}

void WeightedGram::scale(double factor) {
    for (double& value : sums_) value *= factor;
    for (double& value : held_) value *= factor;
}

void WeightedGram::bring_to(const std::vector<double>& curvatures, double slack) {
    listed_.clear();
    std::size_t present = 0;
    for (std::size_t i = 0; i < held_.size(); ++i) {
        if (curvatures[i] != 0.0) ++present;
        if (std::abs(curvatures[i] - held_[i]) > slack * curvatures[i]) listed_.push_back(i);
    }
    if (listed_.size() >= present) {  // then it is as fast, and more exact, to begin again
        std::fill(sums_.begin(), sums_.end(), 0.0);
        std::fill(held_.begin(), held_.end(), 0.0);
        listed_.clear();
        for (std::size_t i = 0; i < held_.size(); ++i) {
            if (curvatures[i] != 0.0) listed_.push_back(i);
        }
    }
    changes_.resize(listed_.size());
    for (std::size_t k = 0; k < listed_.size(); ++k) {
        changes_[k] = curvatures[listed_[k]] - held_[listed_[k]];
        held_[listed_[k]] = curvatures[listed_[k]];
    }
    updates_ += static_cast<std::int64_t>(listed_.size());
    add_listed();
}

std::size_t WeightedGram::lanes() const {
    const double square = static_cast<double>(size()) * static_cast<double>(size());
    const double each = table_.stored().is_dense() ? square / 16.0 : entries_per_row_ * entries_per_row_ / 2.0;
    const double work = each * static_cast<double>(listed_.size());
    return static_cast<std::size_t>(std::clamp(work / (worth * square), 1.0, static_cast<double>(most_lanes)));
}

void WeightedGram::add_listed() {
    const std::size_t count = lanes();
    const std::size_t length = sums_.size();
    Array<double> others((count - 1) * length, 0.0);
    parallel_tasks(count, table_.threads(), [&] {
        return [&](std::size_t lane) {
            double* sums = lane == 0 ? sums_.data() : others.data() + (lane - 1) * length;
            const std::size_t first = listed_.size() * lane / count, last = listed_.size() * (lane + 1) / count;
            if (!table_.stored().is_dense()) return add_sparse(first, last, sums);
            if (precision_ == GramPrecision::single_precision) return add_dense<float>(first, last, sums);
            add_dense<double>(first, last, sums);
        };
    });
    for (std::size_t lane = 0; lane + 1 < count; ++lane) {
        for (std::size_t e = 0; e < length; ++e) sums_[e] += others[lane * length + e];
    }
}

void WeightedGram::add_sparse(std::size_t first, std::size_t last, double* sums) const {
    const LinearRows& rows = table_.stored();
    const double constant = table_.constant();
    for (std::size_t k = first; k < last; ++k) {
        const auto begin = rows.starts[listed_[k]], end = rows.starts[listed_[k] + 1];
        for (auto e = begin; e < end; ++e) {
            const double part = changes_[k] * rows.values[e];
            double* row = sums + static_cast<std::size_t>(rows.columns[e]) * stride_;
            for (auto f = e; f < end; ++f) row[rows.columns[f]] += part * rows.values[f];
            if (constant != 0.0) row[rows.d] += part * constant;
        }
        if (constant != 0.0) sums[rows.d * stride_ + rows.d] += changes_[k] * constant * constant;
    }
}

template <class T>
void WeightedGram::add_dense(std::size_t first, std::size_t last, double* sums) const {
    const auto& loops = target().loops<T>();
    const LinearRows& rows = table_.stored();
    const std::size_t d = rows.d, size = this->size();
    const std::size_t row_panels = rounded_up(size, loops.row_step) / loops.row_step;
    const std::size_t column_panels = rounded_up(size, loops.column_step) / loops.column_step;
    Array<T> left(row_panels * loops.row_step * depth, T(0)), right(column_panels * loops.column_step * depth, T(0));
    Array<T> strip(loops.row_step * stride_), row(std::max(row_panels * loops.row_step, stride_), T(0));
    std::vector<double> inverses(size);
    for (std::size_t j = 0; j < size; ++j) inverses[j] = 1.0 / scales_[j];
    for (std::size_t begin = first; begin < last; begin += depth) {
        const std::size_t count = std::min(depth, last - begin);
        double largest = 0.0;  // changes are scaled to it: no number is too large or small for single precision
        for (std::size_t k = 0; k < count; ++k) largest = std::max(largest, std::abs(changes_[begin + k]));
        for (std::size_t k = 0; k < count; ++k) {
            const double* from = rows.dense + listed_[begin + k] * d;
            for (std::size_t j = 0; j < d; ++j) row[j] = static_cast<T>(from[j] * inverses[j]);
            if (size > d) row[d] = static_cast<T>(table_.constant() * inverses[d]);
            const T change = static_cast<T>(changes_[begin + k] / largest);
            for (std::size_t p = 0; p < column_panels; ++p)
                std::copy_n(&row[p * loops.column_step], loops.column_step,
                            &right[(p * depth + k) * loops.column_step]);
            for (std::size_t p = 0; p < row_panels; ++p) {
                for (std::size_t j = 0; j < loops.row_step; ++j)
                    left[(p * depth + k) * loops.row_step + j] = change * row[p * loops.row_step + j];
            }
        }
        for (std::size_t p = 0; p < row_panels; ++p) {
            const std::size_t first_panel = p * loops.row_step / loops.column_step;
            const std::size_t first_column = first_panel * loops.column_step;
            loops.compare(Metric::dot, {.rows = &left[p * depth * loops.row_step],
                                        .columns = &right[first_panel * depth * loops.column_step],
                                        .depth = count,
                                        .row_panels = 1,
                                        .column_panels = column_panels - first_panel,
                                        .row_stride = depth * loops.row_step,
                                        .column_stride = depth * loops.column_step,
                                        .out = strip.data(),
                                        .ld = stride_,
                                        .add = false});
            for (std::size_t i = p * loops.row_step; i < std::min(size, (p + 1) * loops.row_step); ++i) {
                const T* products = strip.data() + (i - p * loops.row_step) * stride_;
                const double factor = largest * scales_[i];
                for (std::size_t j = i; j < size; ++j)
                    sums[i * stride_ + j] += factor * scales_[j] * static_cast<double>(products[j - first_column]);
            }
        }
    }
}

}  // namespace drupe
