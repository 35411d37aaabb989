#include "drupe/shorts.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "drupe/parallel.hpp"
#include "drupe/whole_scale.hpp"

namespace drupe {

namespace {

/// Bytes of a panel that are met in one turn: what stays in the second cache.
constexpr std::size_t near = std::size_t{256} * 1024;

/// How often the scale may turn out to be a fraction of what was thought.
constexpr int attempts = 8;

/// Rows that need most of a panel, so that it is worth fetching ahead.
constexpr std::size_t many = 16;

constexpr double greatest_sum = std::numeric_limits<std::int32_t>::max();

}  // namespace

/// Whether a sum with some column may not fit into 32 bits. Sums are modulo 2³²: of a squared distance only the end counts.
template <class T>
bool ShortColumns<T>::overflows(double norm, const std::int16_t* numbers) const {
    const double other = std::max(norm, static_cast<double>(greatest_norm_));
    if (metric_ != Metric::squared) return std::sqrt(norm) * std::sqrt(other) > greatest_sum;
    const double lengths = std::sqrt(norm) + std::sqrt(other);
    if (lengths * lengths <= greatest_sum) return false;
    double farthest = 0.0;
    for (std::size_t k = 0; k < depth_; ++k) {
        const double apart = std::max(numbers[k] - least_[k], greatest_[k] - numbers[k]);
        farthest += apart * apart;
    }
    return farthest > greatest_sum;
}

/// Whether a vector holds whole numbers alone, which are small once the shift is taken off: of rounded numbers, as thousandths
/// are, the difference is no multiple any more. Of numbers far from zero no more is forgiven than of the largest of these.
template <class T>
bool ShortColumns<T>::convert(const T* vector, std::int16_t* out, std::int64_t& norm) const {
    const double units = 1.0 / scale_;
    const double forgiven = 2.0 * std::numeric_limits<T>::epsilon() * greatest_short * scale_;
    bool fits = true;
    norm = 0;
    for (std::size_t k = 0; k < depth_; ++k) {
        const double nearest = rounded(static_cast<double>(vector[k]) * units);
        const double moved = nearest - shift_[k];
        const bool is_short = std::abs(moved) <= greatest_short;
        fits &= is_short && is_multiple(vector[k], nearest, scale_) &&
                std::abs(nearest * scale_ - static_cast<double>(vector[k])) <= forgiven;
        const auto number = static_cast<std::int32_t>(is_short ? moved : 0.0);
        out[k] = static_cast<std::int16_t>(number);
        norm += static_cast<std::int64_t>(number * number);
    }
    if (depth_ % 2 != 0) out[depth_] = 0;
    return fits;
}

template <class T>
bool ShortColumns<T>::whole(const T* vector, std::int16_t* out, std::int32_t& norm) const {
    std::int64_t squared = 0;
    const bool fits = convert(vector, out, squared) && !overflows(static_cast<double>(squared), out);
    norm = fits ? static_cast<std::int32_t>(squared) : 0;
    return fits;
}

/// Of every entry the least and the greatest number.
template <class T>
void ShortColumns<T>::find_bounds() {
    least_.assign(2 * pairs(), std::numeric_limits<std::int16_t>::max());
    greatest_.assign(2 * pairs(), std::numeric_limits<std::int16_t>::min());
    for (std::size_t v = 0; v < size_; ++v) {
        const std::int16_t* at = panel(v / short_columns) + 2 * (v % short_columns);
        for (std::size_t k = 0; k < 2 * pairs(); ++k) {
            const std::int16_t number = at[k / 2 * 2 * short_columns + k % 2];
            least_[k] = std::min(least_[k], number);
            greatest_[k] = std::max(greatest_[k], number);
        }
    }
}

/// Fills the panels. An entry that does not fit, or 0 if all do.
template <class T>
T ShortColumns<T>::fill(const VectorsView<T>& source, int threads) {
    const std::size_t size = row_count(source);
    std::vector<T> misfits(norms_.size() / short_columns, T(0));
    std::vector<std::int64_t> greatest(misfits.size(), 0);
    std::atomic<bool> stop{false};
    parallel_stretches(misfits.size(), size * depth_ > 1000000 ? threads : 1, [&](std::size_t first, std::size_t last) {
        std::vector<T> row(depth_);
        std::vector<std::int16_t> numbers(2 * pairs());
        for (std::size_t p = first; p < last; ++p) {
            for (std::size_t v = p * short_columns; v < std::min(size, (p + 1) * short_columns) && !stop.load(); ++v) {
                spread(source, v, Array<T>{}, row.data());
                std::int64_t norm = 0;
                if (!convert(row.data(), numbers.data(), norm)) {
                    misfits[p] = misfit(row);
                    stop.store(true);
                    break;
                }
                greatest[p] = std::max(greatest[p], norm);
                norms_[v] = static_cast<std::int32_t>(norm);
                std::int16_t* at = panels_.data() + p * panel_stride() + 2 * (v % short_columns);
                for (std::size_t k = 0; k < pairs(); ++k) {
                    at[2 * k * short_columns] = numbers[2 * k];
                    at[2 * k * short_columns + 1] = numbers[2 * k + 1];
                }
            }
        }
    });
    greatest_norm_ = *std::max_element(greatest.begin(), greatest.end());
    const auto any = std::find_if(misfits.begin(), misfits.end(), [](T x) { return x != 0; });
    return any == misfits.end() ? T(0) : *any;
}

template <class T>
T ShortColumns<T>::misfit(const std::vector<T>& vector) const {
    for (const T x : vector) {
        if (!is_multiple(x, rounded(static_cast<double>(x) / scale_), scale_)) return x;
    }
    return std::numeric_limits<T>::infinity();
}

template <class T>
bool ShortColumns<T>::likely(const VectorsView<T>& source) {
    return likely_scale(source, Array<T>{}) != 0.0;
}

template <class T>
bool ShortColumns<T>::pack(const VectorsView<T>& source, const Array<T>& shift, Metric metric, int threads) {
    metric_ = metric;
    size_ = row_count(source);
    depth_ = column_count(source);
    turns_ = std::max<std::size_t>(1, rounded_up(pairs() * 2 * short_columns * sizeof(std::int16_t), near) / near);
    pairs_per_turn_ = rounded_up(pairs(), turns_) / turns_;
    scale_ = likely_scale(source, Array<T>{});
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const double least = scale_ * scale_;
        const bool representable =
            least >= std::numeric_limits<T>::min() && least * greatest_sum <= std::numeric_limits<T>::max();
        if (!representable) return false;  // nor is there a scale where all entries are zero
        shift_.assign(depth_, 0.0);
        for (std::size_t k = 0; k < shift.size(); ++k) shift_[k] = rounded(static_cast<double>(shift[k]) / scale_);
        norms_.assign(rounded_up(row_count(source), short_columns), 0);
        panels_.assign(norms_.size() / short_columns * panel_stride(), 0);
        const T misfit = fill(source, threads);
        if (misfit == 0) {
            find_bounds();
            if (!overflows(static_cast<double>(greatest_norm_), least_.data())) return true;
            panels_ = {};
            return false;
        }
        panels_ = {};
        norms_ = {};
        scale_ = finer_scale(misfit, scale_);
        if (scale_ == 0.0) return false;
    }
    return false;
}

template class ShortColumns<float>;
template class ShortColumns<double>;

template <class T>
void ShortRows<T>::take(const ShortColumns<T>& columns, const VectorsView<T>& source, const Array<T>& shift,
                        const Selection& rows) {
    const std::size_t depth = columns.depth();
    const std::size_t pairs = (depth + 1) / 2;
    count_ = rows.count;
    places_.clear();
    pairs_.clear();
    starts_.clear();
    others_.clear();
    other_values_.clear();
    norms_.assign(count_, 0);
    std::vector<T> row(depth);
    std::vector<std::int16_t> numbers(2 * pairs);
    for (std::size_t r = 0; r < count_; ++r) {
        spread(source, rows.row(r), Array<T>{}, row.data());
        const bool whole = columns.whole(row.data(), numbers.data(), norms_[r]);
        if (!whole) {
            for (std::size_t k = 0; k < shift.size(); ++k) row[k] -= shift[k];
            others_.push_back(r);
            other_values_.insert(other_values_.end(), row.begin(), row.end());
        }
        for (std::size_t turn = 0; turn < columns.turns(); ++turn) {
            starts_.push_back(pairs_.size());
            const std::size_t end = std::min(pairs, (turn + 1) * columns.pairs_per_turn());
            for (std::size_t k = turn * columns.pairs_per_turn(); k < end && whole; ++k) {
                const auto low = static_cast<std::uint16_t>(numbers[2 * k]);
                const auto high = static_cast<std::uint16_t>(numbers[2 * k + 1]);
                if (low == 0 && high == 0) continue;
                places_.push_back(static_cast<std::uint32_t>(2 * k * short_columns));
                pairs_.push_back(static_cast<std::int32_t>(low | static_cast<std::uint32_t>(high) << 16));
            }
        }
    }
    starts_.push_back(pairs_.size());
}

template <class T>
void ShortRows<T>::compare(const ShortColumns<T>& columns, const TileLoops<T>& loops, std::size_t first,
                           std::size_t count, T* tile, std::size_t ld) const {
    const bool squared = columns.metric() == Metric::squared;
    alignas(64) std::int32_t sums[block_rows * short_columns];
    for (std::size_t p = first / short_columns; p * short_columns < first + count; ++p) {
        // A tile may start or end within a panel.
        const std::size_t start = std::max(first, p * short_columns);
        const std::size_t here = std::min(first + count, (p + 1) * short_columns) - start;
        const std::size_t skipped = start - p * short_columns;
        const std::int16_t* panel = columns.panel(p);
        for (std::size_t turn = 0; turn < columns.turns(); ++turn) {
            loops.compare_shorts({.places = places_.data(),
                                  .pairs = pairs_.data(),
                                  .starts = starts_.data() + turn,
                                  .starts_step = columns.turns(),
                                  .rows = count_,
                                  .panel = panel,
                                  .sums = sums,
                                  .add = turn > 0,
                                  .next = reinterpret_cast<const char*>(columns.panel(p + 1)),
                                  .next_bytes = turn == 0 && count_ >= many ? columns.panel_bytes(p + 1) : 0});
        }
        T* out = tile + (start - first);
        loops.scale_sums(sums + skipped, count_, here, columns.squared_scale(), squared ? norms_.data() : nullptr,
                         columns.norms() + start, out, ld);
        for (std::size_t other = 0; other < others_.size(); ++other) {
            loops.compare_short_row(squared ? Metric::difference : Metric::dot,
                                    other_values_.data() + other * columns.depth(), columns.depth(),
                                    panel + 2 * skipped, here, columns.scale(), out + others_[other] * ld);
        }
    }
}

template class ShortRows<float>;
template class ShortRows<double>;

}  // namespace drupe
