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

template <class T>
class ListColumns {
public:
    /// Keeps looking at the caller's rows.
    void pack(const CsrView<T>& source);

    /// out[c] = ⟨sparse row, column c of the tile⟩ for the columns of one tile.
    void compare(std::size_t tile, const std::int32_t* indices, const T* values, std::size_t nonzeros, T* out) const;

    /// out[c] = ‖sparse row − column c‖² entry by entry, for tiles where the fast formula would cancel.
    void differ(std::size_t tile, const std::int32_t* indices, const T* values, std::size_t nonzeros, T* out) const;

    /// Entries of the longest vector.
    [[nodiscard]] std::size_t longest() const;

    /// ‖z‖² of every vector, padded to whole tiles.
    [[nodiscard]] Array<T> norms() const;

    /// ‖row‖², its entries added in the order of `compare`.
    [[nodiscard]] static T norm(const T* values, std::size_t count);

private:
    /// A value in the smallest type that holds all of them exactly, and its column within the tile.
    template <class V>
    struct Entry {
        V value;
        std::uint8_t column;
        static_assert(tile_columns <= 256);
    };
    template <class V>
    using Entries = std::vector<Entry<V>>;

    /// Which of 64 features occur in a tile, and how many occur before these.
    struct Present {
        std::uint64_t bits = 0;
        std::uint32_t before = 0;
    };

    /// One tile's features that occur, in order, each with the place where its entries start; one more for the end.
    struct Tile {
        std::int64_t first_entry = 0;
        std::vector<Present> present;
        std::vector<std::uint32_t> starts;

        /// The number of a feature among those that occur; −1 for one that does not.
        [[nodiscard]] std::int64_t number(std::int32_t feature) const {
            const Present& word = present[static_cast<std::size_t>(feature) >> 6];
            const std::uint64_t below = word.bits >> (feature & 63);
            if ((below & 1U) == 0) return -1;
            return static_cast<std::int64_t>(word.before) + std::popcount(word.bits) - std::popcount(below);
        }
    };

    template <class V>
    void fill(Entries<V>& entries);
    template <class V>
    void add(const Tile& tile, const Entries<V>& entries, const std::int32_t* indices, const T* values,
             std::size_t nonzeros, T* out) const;
    void find_present(Tile& tile, std::size_t first, std::size_t last) const;

    CsrView<T> source_;
    std::vector<Tile> tiles_;
    std::variant<Entries<T>, Entries<std::uint8_t>, Entries<std::uint16_t>> entries_;
};

}  // namespace drupe
