/// Vectors of zeros and one other value, a byte for each entry: sums of bytes count shared entries exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/data.hpp"
#include "drupe/memory.hpp"
#include "drupe/tiles.hpp"

namespace drupe {

/// Dense panels of vectors, `step` of them in each: entry k of vector v stands at panel[k * step + v].
template <class T>
struct PanelsView {
    const Array<T>& numbers;
    std::size_t size;
    std::size_t depth;
    std::size_t step;
};

template <class T>
class ByteColumns {
public:
    /// The largest count that a byte holds.
    static constexpr std::size_t greatest_count = 255;

    /// Each holds the vectors if they are such, and says whether it does.
    bool pack(const CsrView<T>& source);
    bool pack(const PanelsView<T>& source);

    /// What every entry that is not zero holds.
    [[nodiscard]] T value() const { return value_; }

    /// Entry k of the tile's column c stands at tile[k * tile_columns + c].
    [[nodiscard]] const std::uint8_t* tile(std::size_t index) const {
        return bytes_.data() + index * depth_ * tile_columns;
    }

    /// Entries of vector i, and of the longest.
    [[nodiscard]] std::size_t entries(std::size_t i) const { return entries_[i]; }
    [[nodiscard]] std::size_t longest() const;

    /// ‖z‖² of every vector, padded to whole tiles.
    [[nodiscard]] Array<T> norms() const;

    /// Whether these are nothing but the value that the columns hold too, and not too many to count.
    [[nodiscard]] bool alike(const T* values, std::size_t count) const;

private:
    [[nodiscard]] std::uint8_t* column(std::size_t i) {
        return bytes_.data() + i / tile_columns * depth_ * tile_columns + i % tile_columns;
    }

    T value_ = 0;
    std::size_t depth_ = 0;
    std::vector<std::size_t> entries_;  // of each vector
    Array<std::uint8_t> bytes_;
};

}  // namespace drupe
