/// Weights of columns, packed so that a tile of kernel values is multiplied by all of them fast.
#pragma once

#include <algorithm>

#include "drupe/memory.hpp"
#include "drupe/target.hpp"
#include "drupe/tiles.hpp"

namespace drupe {

/// Rows of `count` numbers, each followed by zeros up to `padded`.
template <class T>
Array<T> with_padding(const T* rows, std::size_t width, std::size_t count, std::size_t padded) {
    Array<T> out(width * padded, T(0));
    for (std::size_t w = 0; w < width; ++w)
        std::copy(rows + w * count, rows + (w + 1) * count, out.data() + w * padded);
    return out;
}

/// Whole vectors of weights stand side by side for each column; a few that are left over are taken one by one.
template <class T>
class PackedWeights {
public:
    /// `width` rows of `count` numbers.
    PackedWeights(const T* weights, std::size_t width, std::size_t count, const TileLoops<T>& loops)
        : loops_(loops), width_(width), whole_(side_by_side(width, loops.lanes)), ld_(rounded_up(whole_, loops.lanes)),
          padded_(rounded_up(count, tile_columns)), by_column_(count * ld_, T(0)),
          one_by_one_(with_padding(weights + whole_ * count, width - whole_, count, padded_)) {
        for (std::size_t w = 0; w < whole_; ++w) {
            for (std::size_t c = 0; c < count; ++c) by_column_[c * ld_ + w] = weights[w * count + c];
        }
    }

    /// Where sums of rows go: `step` numbers lie from row to row.
    struct Sums {
        double* out;
        std::size_t step;
    };

    /// out[r, w] += Σ_c tile[r, c] weights[w, first + c]; the tile is read to the end of the last vector of columns.
    void multiply(const T* tile, std::size_t rows, std::size_t first, std::size_t columns, std::size_t ld,
                  const Sums& sums) const {
        if (whole_ > 0) {
            loops_.times_weights(tile, rows, columns, ld, by_column_.data() + first * ld_, ld_, whole_, sums.out,
                                 sums.step);
        }
        const std::size_t read = rounded_up(columns, loops_.lanes);
        for (std::size_t w = whole_; w < width_; ++w) {
            loops_.times_columns(tile, rows, read, ld, one_by_one_.data() + (w - whole_) * padded_ + first,
                                 sums.out + w, sums.step);
        }
    }

private:
    /// So few weights are best taken one by one; after whole vectors only if they fill no quarter of another.
    static constexpr std::size_t few = 3;

    static std::size_t side_by_side(std::size_t width, std::size_t lanes) {
        if (width <= few) return 0;
        const std::size_t left_over = width % lanes;
        return left_over <= std::min(few, lanes / 4) ? width - left_over : width;
    }

    const TileLoops<T>& loops_;
    std::size_t width_;
    std::size_t whole_;
    std::size_t ld_;
    std::size_t padded_;
    Array<T> by_column_;
    Array<T> one_by_one_;
};

}  // namespace drupe
