#include "drupe/columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace drupe {

namespace {

/// Dense panels are taken for sparse data while they stay small or are not much larger than the data.
constexpr std::size_t small_panels = std::size_t{64} << 20;
constexpr std::size_t panels_per_entry = 24;

/// The largest count that a byte holds.
constexpr std::size_t greatest_byte = 255;

/// The share of zeros from which on it pays to skip them.
constexpr double mostly = 0.55;

/// Squared norms below this keep rate · |rounding of ‖x‖² + ‖z‖² − 2⟨x, z⟩| under the accuracy that is promised, even
/// where all roundings go the same way: half the length of every chain of sums counts.
template <class T>
double trusted_norms(double rate, double longest_chain, double chains) {
    constexpr double promised = sizeof(T) == sizeof(float) ? 8e-6 : 2e-13;
    const double rounding = 0.5 * std::numeric_limits<T>::epsilon() * (2.0 + 0.5 * longest_chain + 0.5 * chains);
    return promised / (rate * rounding);
}

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
    if (const auto* csr = std::get_if<CsrView<T>>(&source)) return std::all_of(csr->values, csr->values + csr->nonzeros(), known);
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

/// In chains of dense products.
template <class T>
double trusted_norms(double rate, std::size_t depth) {
    const auto products = static_cast<double>(depth);
    constexpr auto chain = static_cast<double>(sum_chain);
    return trusted_norms<T>(rate, std::min(products, chain), products / chain);
}

}  // namespace

template <class T>
Columns<T>::Columns(const Base& base, const VectorsView<T>& source, const TileLoops<T>& loops, int threads)
    : loops_(loops), threads_(threads), metric_(base.metric), rate_(base.rate), size_(row_count(source)), depth_(column_count(source)) {
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
            at_least[k] += x == least[k] ? 1 : 0;
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
#pragma omp parallel for schedule(static) num_threads(threads_) if (count * panel_stride() > 1000000)
        for (std::size_t p = 0; p < count; ++p) {
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
    };
    const bool inner = metric_ == Metric::dot || metric_ == Metric::squared;
    if (inner && make_shorts(source)) return;
    if (metric_ == Metric::squared) find_shift(source);
    fill();
    if (metric_ == Metric::dot || metric_ == Metric::squared) count_zeros();
    if (by_nonzeros_ && make_bytes_from_panels()) return;
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
    for (std::size_t p = 0; p < count; ++p) loops_.norms(panel(p), step, depth_, !by_nonzeros_, norms_.data() + p * step);
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
    if (inner && make_bytes(source)) return;
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

template <class T>
bool Columns<T>::make_bytes(const CsrView<T>& source) {
    const std::size_t bytes = rounded_up(size_, tile_columns) * depth_;
    const std::size_t nonzeros = source.nonzeros();
    if (nonzeros == 0 || (bytes > small_panels && bytes > panels_per_entry * sizeof(T) * nonzeros)) return false;
    const T value = source.values[0];
    if (value == 0 || std::any_of(source.values, source.values + nonzeros, [=](T x) { return x != value; })) return false;
    std::vector<std::size_t> entries(size_);
    for (std::size_t i = 0; i < size_; ++i) entries[i] = static_cast<std::size_t>(source.starts[i + 1] - source.starts[i]);
    if (*std::max_element(entries.begin(), entries.end()) > greatest_byte) return false;
    value_ = value;
    bytes_.assign(bytes, 0);
    for (std::size_t i = 0; i < size_; ++i) {
        std::uint8_t* column = bytes_.data() + i / tile_columns * depth_ * tile_columns + i % tile_columns;
        for (auto e = source.starts[i]; e < source.starts[i + 1]; ++e) {
            column[static_cast<std::size_t>(source.indices[e]) * tile_columns] = 1;
        }
    }
    finish_bytes(entries);
    return true;
}

template <class T>
bool Columns<T>::make_bytes_from_panels() {
    const auto first = std::find_if(panels_.begin(), panels_.end(), [](T x) { return x != 0; });
    if (first == panels_.end()) return false;
    const T value = *first;
    if (std::any_of(first, panels_.end(), [=](T x) { return x != 0 && x != value; })) return false;
    const std::size_t step = loops_.column_step;
    std::vector<std::size_t> entries(size_, 0);
    bytes_.assign(rounded_up(size_, tile_columns) * depth_, 0);
    for (std::size_t i = 0; i < size_; ++i) {
        const T* from = panel(i / step) + i % step;
        std::uint8_t* column = bytes_.data() + i / tile_columns * depth_ * tile_columns + i % tile_columns;
        for (std::size_t k = 0; k < depth_; ++k) {
            if (from[k * step] == 0) continue;
            column[k * tile_columns] = 1;
            ++entries[i];
        }
    }
    if (*std::max_element(entries.begin(), entries.end()) > greatest_byte) {
        bytes_ = {};
        return false;
    }
    value_ = value;
    panels_ = {};
    finish_bytes(entries);
    return true;
}

/// Counts do not round, so squared distances from them do not cancel; those from rows that hold other values may.
template <class T>
void Columns<T>::finish_bytes(const std::vector<std::size_t>& entries) {
    packing_ = Packing::bytes;
    if (metric_ != Metric::squared) return;
    trusted_norms_ = trusted_norms<T>(rate_, static_cast<double>(*std::max_element(entries.begin(), entries.end())), 1.0);
    norms_.assign(rounded_up(size_, tile_columns), T(0));
    for (std::size_t i = 0; i < size_; ++i) norms_[i] = value_ * value_ * static_cast<T>(entries[i]);
    greatest_norm_ = static_cast<double>(*std::max_element(norms_.begin(), norms_.end()));
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
    sparse_ = source;
    const std::size_t tiles = rounded_up(size_, tile_columns) / tile_columns;
    list_starts_.assign(tiles * (depth_ + 1), 0);
    entries_.resize(source.nonzeros());
    std::int64_t before = 0;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        auto* starts = list_starts_.data() + tile * (depth_ + 1);
        const std::size_t first = tile * tile_columns;
        const std::size_t last = std::min(first + tile_columns, size_);
        for (auto e = source.starts[first]; e < source.starts[last]; ++e) ++starts[source.indices[e] + 1];
        starts[0] = before;
        for (std::size_t k = 0; k < depth_; ++k) starts[k + 1] += starts[k];
        std::vector<std::int64_t> next(starts, starts + depth_);
        for (std::size_t i = first; i < last; ++i) {
            for (auto e = source.starts[i]; e < source.starts[i + 1]; ++e) {
                const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(source.indices[e])]++);
                entries_[at] = {static_cast<std::int32_t>(i - first), source.values[e]};
            }
        }
        before = starts[depth_];
    }
    if (metric_ != Metric::squared) return;
    norms_.assign(rounded_up(size_, tile_columns), T(0));
    for (std::size_t i = 0; i < size_; ++i) {
        const auto start = static_cast<std::size_t>(source.starts[i]);
        norms_[i] = sparse_norm(source.values + start, static_cast<std::size_t>(source.starts[i + 1]) - start);
        greatest_norm_ = norms_[i] <= greatest_norm_ ? greatest_norm_ : static_cast<double>(norms_[i]);
    }
    std::int64_t longest = 0;
    for (std::size_t i = 0; i < size_; ++i) longest = std::max(longest, source.starts[i + 1] - source.starts[i]);
    trusted_norms_ = trusted_norms<T>(rate_, static_cast<double>(longest), 1.0);
    if (!(2.0 * greatest_norm_ <= trusted_norms_)) metric_ = Metric::difference;
}

template <class T>
T Columns<T>::sparse_norm(const T* values, std::size_t count) const {
    T total = 0;
    if (packing_ == Packing::panels) {
        loops_.norms(values, 1, count, false, &total);
        return total;
    }
    if (packing_ == Packing::bytes && std::all_of(values, values + count, [this](T x) { return x == value_; })) {
        return value_ * value_ * static_cast<T>(count);
    }
    for (std::size_t k = 0; k < count; ++k) total += values[k] * values[k];
    return total;
}

template <class T>
void Columns<T>::meet_lists(std::size_t tile, const std::int32_t* indices, const T* values, std::size_t nonzeros,
                            T* out) const {
    std::fill(out, out + tile_columns, T(0));
    const auto* starts = list_starts_.data() + tile * (depth_ + 1);
    for (std::size_t k = 0; k < nonzeros; ++k) {
        const T x = values[k];
        const auto feature = static_cast<std::size_t>(indices[k]);
        for (auto e = starts[feature]; e < starts[feature + 1]; ++e) {
            const Entry& entry = entries_[static_cast<std::size_t>(e)];
            out[entry.column] += x * entry.value;
        }
    }
}

template <class T>
void Columns<T>::difference_lists(std::size_t tile, const std::int32_t* indices, const T* values, std::size_t nonzeros,
                                  T* out) const {
    const std::size_t first = tile * tile_columns;
    const std::size_t last = std::min(first + tile_columns, size_);
    for (std::size_t c = first; c < last; ++c) {
        auto e = sparse_.starts[c];
        const auto end = sparse_.starts[c + 1];
        T total = 0;
        for (std::size_t k = 0; k < nonzeros; ++k) {
            for (; e < end && sparse_.indices[e] < indices[k]; ++e) total += sparse_.values[e] * sparse_.values[e];
            const T other = e < end && sparse_.indices[e] == indices[k] ? sparse_.values[e++] : T(0);
            total += (values[k] - other) * (values[k] - other);
        }
        for (; e < end; ++e) total += sparse_.values[e] * sparse_.values[e];
        out[c - first] = total;
    }
}

template class Columns<float>;
template class Columns<double>;

}  // namespace drupe
