/// Makes tiles of kernel values: a program, run on a block of left-hand rows and a stretch of the right-hand examples.
#pragma once

#include <optional>
#include <vector>

#include "drupe/count_table.hpp"
#include "drupe/rows.hpp"
#include "drupe/tiles.hpp"

namespace drupe {

template <class T>
class TileMaker {
public:
    /// Packs the right-hand examples on so many threads (0: what OpenMP says); views that the packing keeps must stay alive.
    TileMaker(Program program, const Examples<T>& right, int threads);

    [[nodiscard]] const Examples<T>& right() const { return right_; }
    [[nodiscard]] const TileLoops<T>& loops() const { return loops_; }

    /// A block of left-hand rows, packed for every base.
    struct Rows {
        explicit Rows(const TileMaker& maker);

        std::size_t count = 0;
        std::vector<RowBlock<T>> blocks;  // per base
        std::vector<Array<T>> functions;
        std::vector<std::int64_t> identity;
        std::vector<std::size_t> counted;  // the rows that a table of counts has
        Array<T> factors;                  // of all rows, zero for others
    };

    /// What one thread needs to make a tile of so many rows.
    struct Scratch {
        explicit Scratch(const TileMaker& maker, std::size_t rows = block_rows);

        std::vector<Array<T>> values;  // per base: its tile
        std::vector<Array<T>> ahead;   // per base that is held in lists: what it gives for many columns
        std::size_t first_ahead = 0;
        std::size_t last_ahead = 0;
        std::vector<Array<T>> stack;
        Array<T> result;
    };

    /// Rows of values, `ld` numbers apart, zero beyond the last column.
    struct Tile {
        T* values;
        std::size_t ld;
    };

    /// Packs the chosen rows.
    void take(Rows& rows, const Examples<T>& left, const Selection& chosen) const;

    /// Whether some vectors are held in lists, which are better gone through for many columns at once.
    [[nodiscard]] bool looks_ahead() const;

    /// Compares the rows by lists with the columns from `first` on to the end of the stretch, or to before `last`; until
    /// the next such call, tiles of these columns must be of these rows. Up to where it went.
    std::size_t look_ahead(const Rows& rows, Scratch& scratch, std::size_t first, std::size_t last) const;

    /// The rows against columns first, ..., last − 1, until the scratch is used again.
    Tile tile(const Rows& rows, Scratch& scratch, std::size_t first, std::size_t last) const {
        return tile(rows, scratch, first, last, scratch.result.data());
    }

    /// The same in a place of the caller's, which has room for whole row steps of `tile_columns` numbers.
    Tile tile(const Rows& rows, Scratch& scratch, std::size_t first, std::size_t last, T* result) const;

    /// sums[c] += Σ_r weights[r] k(row r, column first + c), of one tile; `sums` has room for all its columns, and `weights`
    /// are zero up to the end of a whole block of rows.
    void add_weighted(const Rows& rows, Scratch& scratch, std::size_t first, std::size_t last, const T* weights,
                      double* sums) const;

private:
    [[nodiscard]] bool gaussian() const;
    void find_count_factors();
    void find_factors(Rows& rows) const;
    CountedRows<T> counted(const Rows& rows, std::size_t row, std::size_t count, std::size_t first,
                           const T* factors) const;
    [[nodiscard]] bool in_place(std::size_t base) const;
    /// Where base b's values go: straight into the result if the program only takes them from there.
    [[nodiscard]] T* values_of(std::size_t b, Scratch& scratch, T* result) const {
        return in_place(b) ? result : scratch.values[b].data();
    }
    static void clear_padding(std::size_t rows, std::size_t columns, Tile tile);
    void interpret(const Rows& rows, Scratch& scratch, const Selection& strip, std::size_t first, Tile tile) const;
    void compare_identity(const Rows& rows, std::size_t first, std::size_t last, T* out, std::size_t ld) const;

    Program program_;
    std::size_t height_;
    const TileLoops<T>& loops_;
    std::vector<std::size_t> uses_;  // of each base
    std::vector<Columns<T>> columns_;
    std::vector<Array<T>> functions_;  // right-hand values, padded
    std::vector<std::int64_t> identity_;
    std::optional<CountTable<T>> counts_;
    Array<T> count_factors_;  // of each column
    Examples<T> right_;
};

}  // namespace drupe
