/// Wide sparse vectors as inverted lists: for every tile of columns and every feature, the entries that are not zero.
#pragma once

#include <bit>
#include <cstdint>
#include <variant>
#include <vector>

#include "drupe/data.hpp"
#include "drupe/memory.hpp"
#include "drupe/tiles.hpp"

namespace drupe {

/// Columns whose entries stand in one list: long lists are gone through fast, and their sums still fit the nearest cache.
inline constexpr std::size_t stretch_columns = 8 * tile_columns;

/// A small whole number and its column within the stretch, in two bytes.
struct SmallEntry {
    static constexpr unsigned column_bits = 11;
    static constexpr unsigned most = (1U << (16 - column_bits)) - 1;
    static_assert(stretch_columns <= std::size_t{1} << column_bits);

    std::uint16_t both;

    [[nodiscard]] std::size_t column() const { return both & ((1U << column_bits) - 1); }
    [[nodiscard]] int value() const { return both >> column_bits; }
};

/// A value and its column within the stretch.
template <class V>
struct ListEntry {
    V number;
    std::uint16_t place;

    [[nodiscard]] std::size_t column() const { return place; }
    [[nodiscard]] V value() const { return number; }
};

template <class T>
class ListColumns {
public:
    /// Keeps looking at the caller's rows.
    void pack(const CsrView<T>& source);

    /// out[c − first] = ⟨sparse row, column c⟩ for the columns c from `first` to before `last`, all of one stretch.
    void compare(std::size_t first, std::size_t last, const std::int32_t* indices, const T* values,
                 std::size_t nonzeros, T* out) const;

    /// out[c − first] = ‖sparse row − column c‖² entry by entry, where the fast formula would cancel.
    void differ(std::size_t first, std::size_t last, const std::int32_t* indices, const T* values, std::size_t nonzeros,
                T* out) const;

    /// Entries of the longest vector.
    [[nodiscard]] std::size_t longest() const;

    /// ‖z‖² of every vector, padded to whole tiles.
    [[nodiscard]] Array<T> norms() const;

    /// ‖row‖², its entries added in the order of `compare`.
    [[nodiscard]] static T norm(const T* values, std::size_t count);

private:
    /// Which of 64 features occur in a stretch, and how many occur before these.
    struct Present {
        std::uint64_t bits = 0;
        std::uint32_t before = 0;
    };

    /// One stretch's features that occur, in order, each with the place where its entries start; one more for the end.
    struct Stretch {
        std::int64_t first_entry = 0;
        std::vector<Present> present;
        std::vector<std::uint32_t> starts;

        /// The number of a feature among those that occur; −1 for one that does not.
        [[nodiscard]] std::int64_t number(std::int32_t feature) const {
            const Present& word = present[static_cast<std::size_t>(feature) >> 6];
            const std::uint64_t bit = std::uint64_t{1} << (feature & 63);
            if ((word.bits & bit) == 0) return -1;
            return static_cast<std::int64_t>(word.before) + std::popcount(word.bits & (bit - 1));
        }
    };

    template <class Entry>
    void fill(std::vector<Entry>& entries);
    template <class Entry>
    void add(const std::vector<Entry>& entries, std::size_t first, std::size_t last, const std::int32_t* indices,
             const T* values, std::size_t nonzeros, T* out) const;
    void find_present(Stretch& stretch, std::size_t first, std::size_t last) const;

    CsrView<T> source_;
    std::vector<Stretch> stretches_;
    std::variant<std::vector<ListEntry<T>>, std::vector<SmallEntry>, std::vector<ListEntry<std::uint16_t>>> entries_;
};

}  // namespace drupe
