#include "drupe/lists.hpp"

#include <algorithm>

namespace drupe {

template <class T>
void ListColumns<T>::pack(const CsrView<T>& source) {
    source_ = source;
    const std::size_t depth = source.columns;
    const std::size_t tiles = rounded_up(source.rows, tile_columns) / tile_columns;
    starts_.assign(tiles * (depth + 1), 0);
    entries_.resize(source.nonzeros());
    std::int64_t before = 0;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        auto* starts = starts_.data() + tile * (depth + 1);
        const std::size_t first = tile * tile_columns;
        const std::size_t last = std::min(first + tile_columns, source.rows);
        for (auto e = source.starts[first]; e < source.starts[last]; ++e) ++starts[source.indices[e] + 1];
        starts[0] = before;
        for (std::size_t k = 0; k < depth; ++k) starts[k + 1] += starts[k];
        std::vector<std::int64_t> next(starts, starts + depth);
        for (std::size_t i = first; i < last; ++i) {
            for (auto e = source.starts[i]; e < source.starts[i + 1]; ++e) {
                const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(source.indices[e])]++);
                entries_[at] = {static_cast<std::int32_t>(i - first), source.values[e]};
            }
        }
        before = starts[depth];
    }
}

template <class T>
void ListColumns<T>::compare(std::size_t tile, const std::int32_t* indices, const T* values, std::size_t nonzeros,
                             T* out) const {
    std::fill(out, out + tile_columns, T(0));
    const auto* starts = starts_.data() + tile * (source_.columns + 1);
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
void ListColumns<T>::differ(std::size_t tile, const std::int32_t* indices, const T* values, std::size_t nonzeros,
                            T* out) const {
    const std::size_t first = tile * tile_columns;
    const std::size_t last = std::min(first + tile_columns, source_.rows);
    for (std::size_t c = first; c < last; ++c) {
        auto e = source_.starts[c];
        const auto end = source_.starts[c + 1];
        T total = 0;
        for (std::size_t k = 0; k < nonzeros; ++k) {
            for (; e < end && source_.indices[e] < indices[k]; ++e) total += source_.values[e] * source_.values[e];
            const T other = e < end && source_.indices[e] == indices[k] ? source_.values[e++] : T(0);
            total += (values[k] - other) * (values[k] - other);
        }
        for (; e < end; ++e) total += source_.values[e] * source_.values[e];
        out[c - first] = total;
    }
}

template <class T>
std::size_t ListColumns<T>::longest() const {
    std::int64_t longest = 0;
    for (std::size_t i = 0; i < source_.rows; ++i)
        longest = std::max(longest, source_.starts[i + 1] - source_.starts[i]);
    return static_cast<std::size_t>(longest);
}

template <class T>
Array<T> ListColumns<T>::norms() const {
    Array<T> norms(rounded_up(source_.rows, tile_columns), T(0));
    for (std::size_t i = 0; i < source_.rows; ++i) {
        const auto start = static_cast<std::size_t>(source_.starts[i]);
        norms[i] = norm(source_.values + start, static_cast<std::size_t>(source_.starts[i + 1]) - start);
    }
    return norms;
}

template <class T>
T ListColumns<T>::norm(const T* values, std::size_t count) {
    T total = 0;
    for (std::size_t k = 0; k < count; ++k) total += values[k] * values[k];
    return total;
}

template class ListColumns<float>;
template class ListColumns<double>;

}  // namespace drupe
