#include "drupe/lists.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

namespace drupe {

namespace {

/// Whether all entries are whole numbers from 0 to the most that there may be.
template <class T>
bool whole_up_to(const CsrView<T>& source, unsigned most) {
    return std::all_of(source.values, source.values + source.nonzeros(), [most](T x) {
        return x >= T(0) && x <= static_cast<T>(most) && x == static_cast<T>(static_cast<unsigned>(x));
    });
}

template <class T>
void put(SmallEntry& entry, T value, std::size_t column) {
    const auto high = static_cast<std::size_t>(value) << SmallEntry::column_bits;
    entry.both = static_cast<std::uint16_t>(high | column);
}

template <class V, class T>
void put(ListEntry<V>& entry, T value, std::size_t column) {
    entry = {static_cast<V>(value), static_cast<std::uint16_t>(column)};
}

/// The first entry whose column is not below this one, found without a branch that nobody can foresee.
template <class Entry>
const Entry* from_column(const Entry* first, const Entry* last, std::size_t column) {
    auto count = last - first;
    while (count > 0) {
        const auto half = (count + 1) / 2;
        first += first[half - 1].column() < column ? half : 0;
        count -= half;
    }
    return first;
}

/// Features of a row that are looked up before the entries of the first are read: what is far away comes in the meantime.
constexpr std::size_t at_once = 32;

}  // namespace

template <class T>
void ListColumns<T>::pack(const CsrView<T>& source) {
    source_ = source;
    stretches_.assign(rounded_up(source.rows, stretch_columns) / stretch_columns, {});
    if (whole_up_to(source, SmallEntry::most)) {
        fill(entries_.template emplace<std::vector<SmallEntry>>());
    } else if (whole_up_to(source, std::numeric_limits<std::uint16_t>::max())) {
        fill(entries_.template emplace<std::vector<ListEntry<std::uint16_t>>>());
    } else {
        fill(entries_.template emplace<std::vector<ListEntry<T>>>());
    }
}

template <class T>
void ListColumns<T>::find_present(Stretch& stretch, std::size_t first, std::size_t last) const {
    stretch.first_entry = source_.starts[first];
    stretch.present.assign(rounded_up(source_.columns, 64) / 64, {});
    for (auto e = source_.starts[first]; e < source_.starts[last]; ++e) {
        const auto feature = static_cast<std::size_t>(source_.indices[e]);
        stretch.present[feature >> 6].bits |= std::uint64_t{1} << (feature & 63);
    }
    std::uint32_t before = 0;
    for (auto& word : stretch.present) {
        word.before = before;
        before += static_cast<std::uint32_t>(std::popcount(word.bits));
    }
    stretch.starts.assign(before + 1, 0);
}

template <class T>
template <class Entry>
void ListColumns<T>::fill(std::vector<Entry>& entries) {
    entries.resize(source_.nonzeros());
    std::vector<std::uint32_t> numbers;
    for (std::size_t s = 0; s < stretches_.size(); ++s) {
        Stretch& stretch = stretches_[s];
        const std::size_t first = s * stretch_columns;
        const std::size_t last = std::min(first + stretch_columns, source_.rows);
        if (source_.starts[last] - source_.starts[first] > std::numeric_limits<std::uint32_t>::max())
            throw std::length_error("two thousand sparse vectors have more entries than 32 bits can number");
        find_present(stretch, first, last);
        numbers.clear();
        for (auto e = source_.starts[first]; e < source_.starts[last]; ++e)
            numbers.push_back(static_cast<std::uint32_t>(stretch.number(source_.indices[e])));
        for (const auto number : numbers) ++stretch.starts[number + 1];
        for (std::size_t f = 1; f < stretch.starts.size(); ++f) stretch.starts[f] += stretch.starts[f - 1];
        auto next = stretch.starts;
        Entry* to = entries.data() + stretch.first_entry;
        for (std::size_t i = first; i < last; ++i) {
            for (auto e = source_.starts[i]; e < source_.starts[i + 1]; ++e)
                put(to[next[numbers[static_cast<std::size_t>(e - stretch.first_entry)]]++], source_.values[e],
                    i - first);
        }
    }
}

template <class T>
void ListColumns<T>::compare(std::size_t first, std::size_t last, const std::int32_t* indices, const T* values,
                             std::size_t nonzeros, T* out) const {
    std::fill(out, out + (last - first), T(0));
    std::visit([&](const auto& entries) { add(entries, first, last, indices, values, nonzeros, out); }, entries_);
}

template <class T>
template <class Entry>
void ListColumns<T>::add(const std::vector<Entry>& entries, std::size_t first, std::size_t last,
                         const std::int32_t* indices, const T* values, std::size_t nonzeros, T* out) const {
    struct Meeting {
        const Entry* first;
        const Entry* last;
        T value;
    };
    std::array<Meeting, at_once> meetings;
    std::array<std::uint32_t, at_once> numbers;
    const Stretch& stretch = stretches_[first / stretch_columns];
    const std::size_t before = first / stretch_columns * stretch_columns;
    const bool from_the_start = first == before;
    const bool to_the_end = last >= std::min(before + stretch_columns, source_.rows);
    const Entry* from = entries.data() + stretch.first_entry;
    T* const origin = out - (first - before);
    for (std::size_t k = 0; k < nonzeros; k += at_once) {
        std::size_t met = 0;
        for (std::size_t f = k; f < std::min(k + at_once, nonzeros); ++f) {
            const std::int64_t number = stretch.number(indices[f]);
            numbers[met] = static_cast<std::uint32_t>(number);
            meetings[met].value = values[f];
            met += number >= 0 ? 1U : 0U;
        }
        for (std::size_t f = 0; f < met; ++f) {
            meetings[f].first = from + stretch.starts[numbers[f]];
            meetings[f].last = from + stretch.starts[numbers[f] + 1];
            __builtin_prefetch(meetings[f].first);
        }
        for (std::size_t f = 0; f < met; ++f) {
            const T x = meetings[f].value;
            auto [e, end, unused] = meetings[f];
            if (!from_the_start) e = from_column(e, end, first - before);
            if (!to_the_end) end = from_column(e, end, last - before);
            for (; e < end; ++e) origin[e->column()] += x * static_cast<T>(e->value());
        }
    }
}

template <class T>
void ListColumns<T>::differ(std::size_t first, std::size_t last, const std::int32_t* indices, const T* values,
                            std::size_t nonzeros, T* out) const {
    std::fill(out, out + (last - first), T(0));
    for (std::size_t c = first; c < std::min(last, source_.rows); ++c) {
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
