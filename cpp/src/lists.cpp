#include "drupe/lists.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

namespace drupe {

namespace {

/// Whether all entries are whole numbers that this type holds.
template <class V, class T>
bool all_are(const CsrView<T>& source) {
    return std::all_of(source.values, source.values + source.nonzeros(), [](T x) {
        return x >= T(0) && x <= static_cast<T>(std::numeric_limits<V>::max()) &&
               x == static_cast<T>(static_cast<V>(x));
    });
}

/// Features of a row that are looked up before the entries of the first are read: what is far away comes in the meantime.
constexpr std::size_t at_once = 32;

}  // namespace

template <class T>
void ListColumns<T>::pack(const CsrView<T>& source) {
    source_ = source;
    tiles_.assign(rounded_up(source.rows, tile_columns) / tile_columns, {});
    if (all_are<std::uint8_t>(source)) {
        fill(entries_.template emplace<Entries<std::uint8_t>>());
    } else if (all_are<std::uint16_t>(source)) {
        fill(entries_.template emplace<Entries<std::uint16_t>>());
    } else {
        fill(entries_.template emplace<Entries<T>>());
    }
}

template <class T>
void ListColumns<T>::find_present(Tile& tile, std::size_t first, std::size_t last) const {
    tile.first_entry = source_.starts[first];
    tile.present.assign(rounded_up(source_.columns, 64) / 64, {});
    for (auto e = source_.starts[first]; e < source_.starts[last]; ++e) {
        const auto feature = static_cast<std::size_t>(source_.indices[e]);
        tile.present[feature >> 6].bits |= std::uint64_t{1} << (feature & 63);
    }
    std::uint32_t before = 0;
    for (auto& word : tile.present) {
        word.before = before;
        before += static_cast<std::uint32_t>(std::popcount(word.bits));
    }
    tile.starts.assign(before + 1, 0);
}

template <class T>
template <class V>
void ListColumns<T>::fill(Entries<V>& entries) {
    entries.resize(source_.nonzeros());
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
        Tile& tile = tiles_[t];
        const std::size_t first = t * tile_columns;
        const std::size_t last = std::min(first + tile_columns, source_.rows);
        if (source_.starts[last] - source_.starts[first] > std::numeric_limits<std::uint32_t>::max())
            throw std::length_error("a few sparse vectors have more entries than 32 bits can number");
        find_present(tile, first, last);
        std::vector<std::uint32_t> numbers;
        numbers.reserve(static_cast<std::size_t>(source_.starts[last] - source_.starts[first]));
        for (auto e = source_.starts[first]; e < source_.starts[last]; ++e)
            numbers.push_back(static_cast<std::uint32_t>(tile.number(source_.indices[e])));
        for (const auto number : numbers) ++tile.starts[number + 1];
        for (std::size_t f = 1; f < tile.starts.size(); ++f) tile.starts[f] += tile.starts[f - 1];
        auto next = tile.starts;
        Entry<V>* to = entries.data() + tile.first_entry;
        for (std::size_t i = first; i < last; ++i) {
            for (auto e = source_.starts[i]; e < source_.starts[i + 1]; ++e) {
                const auto number = numbers[static_cast<std::size_t>(e - tile.first_entry)];
                to[next[number]++] = {static_cast<V>(source_.values[e]), static_cast<std::uint8_t>(i - first)};
            }
        }
    }
}

template <class T>
void ListColumns<T>::compare(std::size_t tile, const std::int32_t* indices, const T* values, std::size_t nonzeros,
                             T* out) const {
    std::fill(out, out + tile_columns, T(0));
    std::visit([&](const auto& entries) { add(tiles_[tile], entries, indices, values, nonzeros, out); }, entries_);
}

template <class T>
template <class V>
void ListColumns<T>::add(const Tile& tile, const Entries<V>& entries, const std::int32_t* indices, const T* values,
                         std::size_t nonzeros, T* out) const {
    struct Meeting {
        const Entry<V>* first;
        const Entry<V>* last;
        T value;
    };
    std::array<Meeting, at_once> meetings;
    std::array<std::uint32_t, at_once> numbers;
    const Entry<V>* from = entries.data() + tile.first_entry;
    for (std::size_t k = 0; k < nonzeros; k += at_once) {
        std::size_t met = 0;
        for (std::size_t f = k; f < std::min(k + at_once, nonzeros); ++f) {
            const std::int64_t number = tile.number(indices[f]);
            numbers[met] = static_cast<std::uint32_t>(number);
            meetings[met].value = values[f];
            met += number >= 0 ? 1U : 0U;
        }
        for (std::size_t f = 0; f < met; ++f) {
            meetings[f].first = from + tile.starts[numbers[f]];
            meetings[f].last = from + tile.starts[numbers[f] + 1];
            __builtin_prefetch(meetings[f].first);
        }
        for (std::size_t f = 0; f < met; ++f) {
            const T x = meetings[f].value;
            for (const Entry<V>* e = meetings[f].first; e < meetings[f].last; ++e)
                out[e->column] += x * static_cast<T>(e->value);
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
