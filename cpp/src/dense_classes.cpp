#include "drupe/dense_classes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "drupe/parallel.hpp"
#include "drupe/trusted_norms.hpp"

namespace drupe {

namespace {

/// Columns up to which sums of squared differences, which do not cancel, cost next to nothing more than products.
constexpr std::size_t few_columns = 12;

/// Columns from which on zeros are worth skipping, the share of them from which on they are, and how many rows tell.
constexpr std::size_t many_columns = 64;
constexpr double mostly = 0.55;
constexpr std::size_t looked_at = 64;

/// Numbers below which threads cost more to wake than they save.
constexpr std::size_t worth_threads = 500000;

}  // namespace

template <class T>
bool DenseClasses<T>::suits(const DenseView<T>& sample) {
    if (sample.columns <= many_columns || sample.rows == 0) return true;
    const std::size_t rows = std::min(sample.rows, looked_at);
    std::size_t zeros = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        const T* row = sample.row(i * sample.rows / rows);
        for (std::size_t k = 0; k < sample.columns; ++k)
            zeros += row[static_cast<std::ptrdiff_t>(k) * sample.column_stride] == 0 ? 1U : 0U;
    }
    return static_cast<double>(zeros) < mostly * static_cast<double>(rows * sample.columns);
}

template <class T>
DenseClasses<T>::DenseClasses(const DenseView<T>& sample, double rate,
                              const std::vector<std::vector<std::int64_t>>& members, int threads)
    : loops_(target().loops<T>()), depth_(sample.columns), rate_(static_cast<T>(rate * std::numbers::log2e)),
      by_differences_(depth_ <= few_columns), classes_(members.size()) {
    if (sample.rows * depth_ < worth_threads) threads = 1;
    if (!by_differences_) find_shift(sample);
    take(sample, threads);
    const double trusted = trusted_norms<T>(-rate, depth_);
    // Not (a > b): a norm that is not a number does not pass for small.
    const bool small =
        std::all_of(norms_.begin(), norms_.end(), [&](T norm) { return 2.0 * static_cast<double>(norm) <= trusted; });
    if (!by_differences_ && !small) {  // the shifted vectors have lost digits that differences need
        by_differences_ = true;
        shift_.clear();
        take(sample, threads);
    }
    parallel_tasks(members.size(), threads, [&] { return [&](std::size_t c) { pack(members[c], classes_[c]); }; });
}

/// The mean, so that norms are no larger than the spread of the data asks for.
template <class T>
void DenseClasses<T>::find_shift(const DenseView<T>& sample) {
    std::vector<double> sums(depth_, 0.0);
    for (std::size_t i = 0; i < sample.rows; ++i) {
        const T* row = sample.row(i);
        for (std::size_t k = 0; k < depth_; ++k)
            sums[k] += static_cast<double>(row[static_cast<std::ptrdiff_t>(k) * sample.column_stride]);
    }
    shift_.resize(depth_);
    for (std::size_t k = 0; k < depth_; ++k) {
        const T mean = static_cast<T>(sums[k] / static_cast<double>(sample.rows));
        shift_[k] = std::isfinite(mean) ? mean : T(0);
    }
}

template <class T>
void DenseClasses<T>::take(const DenseView<T>& sample, int threads) {
    vectors_.resize(sample.rows * depth_);
    norms_.resize(sample.rows);
    const T* shift = shift_.empty() ? nullptr : shift_.data();
    parallel_stretches(sample.rows, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const T* row = sample.row(i);
            T* to = vectors_.data() + i * depth_;
            for (std::size_t k = 0; k < depth_; ++k) {
                const T x = row[static_cast<std::ptrdiff_t>(k) * sample.column_stride];
                to[k] = shift == nullptr ? x : x - shift[k];
            }
            loops_.norms(to, 1, depth_, true, norms_.data() + i);
        }
    });
}

template <class T>
void DenseClasses<T>::pack(const std::vector<std::int64_t>& members, Class& into) const {
    const std::size_t step = loops_.column_step;
    const std::size_t padded = rounded_up(members.size(), step);
    into.size = members.size();
    into.panels.resize(padded * depth_);
    into.norms.assign(padded, T(0));
    for (std::size_t m = 0; m < padded; ++m) {
        T* to = into.panels.data() + m / step * step * depth_ + m % step;
        if (m >= members.size()) {
            for (std::size_t k = 0; k < depth_; ++k) to[k * step] = T(0);
            continue;
        }
        const auto e = static_cast<std::size_t>(members[m]);
        const T* from = vectors_.data() + e * depth_;
        for (std::size_t k = 0; k < depth_; ++k) to[k * step] = from[k];
        into.norms[m] = norms_[e];
    }
}

template <class T>
void DenseClasses<T>::row(std::size_t e, std::size_t c, T* out) const {
    const Class& of = classes_[c];
    loops_.gaussian_row({.row = vectors_.data() + e * depth_,
                         .depth = depth_,
                         .panels = of.panels.data(),
                         .norms = by_differences_ ? nullptr : of.norms.data(),
                         .norm = norms_[e],
                         .rate = rate_,
                         .columns = of.size,
                         .out = out});
}

template class DenseClasses<float>;
template class DenseClasses<double>;

}  // namespace drupe
