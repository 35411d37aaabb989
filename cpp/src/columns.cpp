#include "drupe/columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "drupe/parallel.hpp"
#include "drupe/trusted_norms.hpp"

namespace drupe {

namespace {

/// Dense panels are taken for sparse data while they stay small or are not much larger than the data.
constexpr std::size_t small_panels = std::size_t{64} << 20;
constexpr std::size_t panels_per_entry = 24;

/// Vectors so short that differences, which do not cancel, cost no more than products do: they are taken where products
/// would lose a sixteenth of what is borne elsewhere. Double precision has digits to spare.
template <class T>
constexpr std::size_t few_columns = sizeof(T) == sizeof(float) ? 12 : 0;
constexpr double trust_of_few_columns = 1.0 / 16.0;

/// The share of zeros from which on it pays to skip them.
constexpr double mostly = 0.55;

/// Whether the entries are all one number or another; of sparse vectors, the ones that are not zero and zero.
template <class T>
bool at_most_two_values(const VectorsView<T>& source) {
    T first = 0;
    T second = 0;
    bool found = false;
    const auto known = [&](T x) {
        if (x == first || (found && x == second)) return true;
        if (found) return false;
        second = x;
        return found = true;
    };
    if (const auto* csr = std::get_if<CsrView<T>>(&source))
        return std::all_of(csr->values, csr->values + csr->nonzeros(), known);
    const auto& dense = std::get<DenseView<T>>(source);
    if (dense.rows > 0 && dense.columns > 0) first = *dense.data;
    for (std::size_t i = 0; i < dense.rows; ++i) {
        const T* row = dense.row(i);
        for (std::size_t k = 0; k < dense.columns; ++k) {
            if (!known(row[static_cast<std::ptrdiff_t>(k) * dense.column_stride])) return false;
        }
    }
    return true;
}

}  // namespace

template <class T>
Columns<T>::Columns(const Base& base, const VectorsView<T>& source, const TileLoops<T>& loops, int threads)
    : loops_(loops), threads_(threads), metric_(base.metric), rate_(base.rate), size_(row_count(source)),
      depth_(column_count(source)) {
    if (metric_ == Metric::same) {
        packing_ = Packing::none;
        return;
    }
    trusted_norms_ = trusted_norms<T>(rate_, depth_);
    if (const auto* dense = std::get_if<DenseView<T>>(&source)) {
        pack_dense(*dense);
    } else {
        pack_sparse(std::get<CsrView<T>>(source));
    }
}

/// The mean, so that norms are no larger than the spread of the data asks for; or, where most entries stand at the
/// least value of their column (the background of an image), that value, so that they become zero. Whether it is so.
template <class T>
bool Columns<T>::find_shift(const DenseView<T>& source) {
    std::vector<double> sums(depth_, 0.0);
    std::vector<T> least(depth_, std::numeric_limits<T>::max());
    std::vector<std::size_t> at_least(depth_, 0);
    for (std::size_t i = 0; i < size_; ++i) {
        const T* row = source.row(i);
        for (std::size_t k = 0; k < depth_; ++k) {
            const T x = row[static_cast<std::ptrdiff_t>(k) * source.column_stride];
            sums[k] += static_cast<double>(x);
            if (x < least[k]) at_least[k] = 0;
            least[k] = std::min(least[k], x);
            at_least[k] += x == least[k] ? 1U : 0U;
        }
    }
    const double background = std::accumulate(at_least.begin(), at_least.end(), 0.0);
    const bool has_background = background >= mostly * static_cast<double>(size_ * depth_);
    shift_.resize(depth_);
    for (std::size_t k = 0; k < depth_; ++k) {
        const T mean = static_cast<T>(sums[k] / static_cast<double>(size_));
        shift_[k] = has_background ? least[k] : std::isfinite(mean) ? mean : T(0);
    }
    if (std::all_of(shift_.begin(), shift_.end(), [](T x) { return x == 0; })) shift_.clear();
    return has_background;
}

template <class T>
void Columns<T>::count_zeros() {
    const auto zeros = static_cast<double>(std::count(panels_.begin(), panels_.end(), T(0)));
    const auto padding = static_cast<double>(panels_.size() - size_ * depth_);
    const double entries = static_cast<double>(size_ * depth_);
    by_nonzeros_ = zeros - padding >= mostly * entries;
    const double nonzeros = static_cast<double>(depth_) * (entries - zeros + padding) / std::max(entries, 1.0);
    if (by_nonzeros_) trusted_norms_ = trusted_norms<T>(rate_, 2.0 * nonzeros, 1.0);
}

template <class T>
void Columns<T>::pack_dense(const DenseView<T>& source) {
    const std::size_t step = loops_.column_step;
    const std::size_t count = rounded_up(size_, step) / step;
    const auto fill = [&] {
        panels_.resize(count * panel_stride());
        const T* shift = shift_.empty() ? nullptr : shift_.data();
        parallel_stretches(count, count * panel_stride() > 1000000 ? threads_ : 1,
                           [&](std::size_t first, std::size_t last) {
                               for (std::size_t p = first; p < last; ++p) {
                                   T* panel = panels_.data() + p * panel_stride();
                                   const std::size_t present = std::min(step, size_ - p * step);
                                   for (std::size_t v = 0; v < present; ++v) {
                                       const T* row = source.row(p * step + v);
                                       for (std::size_t k = 0; k < depth_; ++k) {
                                           const T x = row[static_cast<std::ptrdiff_t>(k) * source.column_stride];
                                           panel[k * step + v] = shift == nullptr ? x : x - shift[k];
                                       }
                                   }
                               }
                           });
    };
    const bool inner = metric_ == Metric::dot || metric_ == Metric::squared;
    if (inner && make_shorts(source)) return;
    if (metric_ == Metric::squared && !find_shift(source) && depth_ <= few_columns<T>)
        trusted_norms_ *= trust_of_few_columns;
    fill();
    if (metric_ == Metric::dot || metric_ == Metric::squared) count_zeros();
    if (by_nonzeros_ && make_bytes(PanelsView<T>{panels_, size_, depth_, step})) {
        panels_ = {};
        return;
    }
    if (metric_ != Metric::squared) return;
    find_norms();
    if (metric_ == Metric::difference) {  // the shifted vectors have lost digits that differences need
        shift_.clear();
        fill();
    }
}

template <class T>
void Columns<T>::find_norms() {
    const std::size_t step = loops_.column_step;
    const std::size_t count = rounded_up(size_, step) / step;
    norms_.assign(count * step, T(0));
    for (std::size_t p = 0; p < count; ++p)
        loops_.norms(panel(p), step, depth_, !by_nonzeros_, norms_.data() + p * step);
    for (const T norm : norms_) greatest_norm_ = norm <= greatest_norm_ ? greatest_norm_ : static_cast<double>(norm);
    // Not (a > b): a norm that is not a number does not pass for small.
    if (!(2.0 * greatest_norm_ <= trusted_norms_)) {
        metric_ = Metric::difference;
        norms_.clear();
    }
}

template <class T>
void Columns<T>::pack_sparse(const CsrView<T>& source) {
    const std::size_t bytes = rounded_up(size_, loops_.column_step) * depth_ * sizeof(T);
    const bool inner = metric_ == Metric::dot || metric_ == Metric::squared;
    const bool dense_enough = bytes <= panels_per_entry * source.nonzeros() * sizeof(T) || bytes <= small_panels;
    const std::size_t in_bytes = rounded_up(size_, tile_columns) * depth_;
    const bool few_enough = in_bytes <= small_panels || in_bytes <= panels_per_entry * sizeof(T) * source.nonzeros();
    if (inner && few_enough && make_bytes(source)) return;
    if (inner && dense_enough && make_shorts(source)) return;
    if (dense_enough || !inner) return make_panels(source);
    make_lists(source);
}

template <class T>
void Columns<T>::make_panels(const CsrView<T>& source) {
    const std::size_t step = loops_.column_step;
    by_nonzeros_ = metric_ == Metric::dot || metric_ == Metric::squared;
    std::int64_t longest = 0;
    for (std::size_t i = 0; i < size_; ++i) longest = std::max(longest, source.starts[i + 1] - source.starts[i]);
    trusted_norms_ = trusted_norms<T>(rate_, static_cast<double>(longest), 1.0);
    panels_.assign(rounded_up(size_, step) / step * panel_stride(), T(0));
    for (std::size_t i = 0; i < size_; ++i) {
        T* panel = panels_.data() + i / step * panel_stride() + i % step;
        for (auto e = source.starts[i]; e < source.starts[i + 1]; ++e) {
            panel[static_cast<std::size_t>(source.indices[e]) * step] = source.values[e];
        }
    }
    if (metric_ == Metric::squared) find_norms();
}

/// Counts do not round, so squared distances from them do not cancel; those from rows that hold other values may.
template <class T>
template <class Source>
bool Columns<T>::make_bytes(const Source& source) {
    if (!bytes_.pack(source)) {
        bytes_ = {};
        return false;
    }
    packing_ = Packing::bytes;
    if (metric_ != Metric::squared) return true;
    trusted_norms_ = trusted_norms<T>(rate_, static_cast<double>(bytes_.longest()), 1.0);
    norms_ = bytes_.norms();
    greatest_norm_ = static_cast<double>(*std::max_element(norms_.begin(), norms_.end()));
    return true;
}

/// Not for data of two values, which bytes hold better. Exact sums need no shift, but a background that is not zero does.
template <class T>
bool Columns<T>::make_shorts(const VectorsView<T>& source) {
    if (!ShortColumns<T>::likely(source) || at_most_two_values(source)) return false;
    const auto* dense = std::get_if<DenseView<T>>(&source);
    if (metric_ == Metric::squared && dense != nullptr && !find_shift(*dense)) shift_.clear();
    if (!shorts_.pack(source, shift_, metric_, threads_)) {
        shift_.clear();
        return false;
    }
    packing_ = Packing::shorts;
    return true;
}

template <class T>
void Columns<T>::make_lists(const CsrView<T>& source) {
    packing_ = Packing::lists;
    lists_.pack(source);
    if (metric_ != Metric::squared) return;
    norms_ = lists_.norms();
    for (const T norm : norms_) greatest_norm_ = norm <= greatest_norm_ ? greatest_norm_ : static_cast<double>(norm);
    trusted_norms_ = trusted_norms<T>(rate_, static_cast<double>(lists_.longest()), 1.0);
    if (!(2.0 * greatest_norm_ <= trusted_norms_)) metric_ = Metric::difference;
}

template <class T>
T Columns<T>::sparse_norm(const T* values, std::size_t count) const {
    if (packing_ == Packing::panels) {
        T total = 0;
        loops_.norms(values, 1, count, false, &total);
        return total;
    }
    const bool counts = packing_ == Packing::bytes && bytes_.alike(values, count);
    return counts ? bytes_.value() * bytes_.value() * static_cast<T>(count) : ListColumns<T>::norm(values, count);
}

template class Columns<float>;
template class Columns<double>;

}  // namespace drupe
