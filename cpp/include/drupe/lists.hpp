/// Wide sparse vectors as inverted lists: for every tile of columns and every feature, the entries that are not zero.
#pragma once

#include <cstdint>
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
    struct Entry {
        std::int32_t column;  // within its tile
        T value;
    };

    CsrView<T> source_;
    std::vector<std::int64_t> starts_;  // tile by tile, depth + 1 each
    std::vector<Entry> entries_;
};

}  // namespace drupe
