/// A block of left-hand rows of one base, packed to be compared with the columns.
#pragma once

#include "drupe/columns.hpp"

namespace drupe {

template <class T>
class RowBlock {
public:
    RowBlock(const Columns<T>& columns, const TileLoops<T>& loops) : columns_(columns), loops_(loops) {}

    /// Packs up to block_rows rows.
    void take(const VectorsView<T>& source, const Selection& rows);

    /// tile[r, c] of the base for the panels [first_panel, first_panel + panels), `ld` numbers from row to row;
    /// squared distances still as dot products, unless they are exact, until `finish` has seen their rows.
    void compare(std::size_t first_panel, std::size_t panels, T* tile, std::size_t ld) const;

    /// The same for columns held in lists, from `first` to before `last`, all of one stretch.
    void compare_lists(std::size_t first, std::size_t last, T* out, std::size_t ld) const;

    /// Makes dot products squared distances where that is what the base is, on `rows` rows of the tile.
    void finish(std::size_t first_row, std::size_t rows, std::size_t first_column, T* strip, std::size_t ld) const;

    /// Whether row r holds nothing but the one value that the columns hold too, at most so many times.
    [[nodiscard]] bool counts(std::size_t r, std::size_t most) const {
        return columns_.packing() == Packing::bytes && starts_[r + 1] - starts_[r] <= most && alike(r);
    }

    /// Whether the rows are held in dense panels and compared by squared distances; these panels, and ‖row‖² unless distances
    /// come from differences.
    [[nodiscard]] bool dense_distances() const {
        return columns_.packing() == Packing::panels && !sparse_ &&
               (metric_ == Metric::squared || metric_ == Metric::difference);
    }
    [[nodiscard]] const T* panels() const { return panels_.data(); }
    [[nodiscard]] const T* norms() const { return metric_ == Metric::squared ? norms_.data() : nullptr; }

    /// Of sparse rows: the places of entries that are not zero, and where each row starts among them.
    [[nodiscard]] const std::vector<std::int32_t>& indices() const { return indices_; }
    [[nodiscard]] const std::vector<std::size_t>& starts() const { return starts_; }

private:
    void take_dense(const DenseView<T>& source, const Selection& rows);
    void take_sparse(const CsrView<T>& source, const Selection& rows);
    void spread(const CsrView<T>& source, const Selection& rows);
    void find_norms();
    [[nodiscard]] bool alike(std::size_t r) const;
    void compare_panels(Metric metric, std::size_t first_panel, std::size_t panels, T* tile, std::size_t ld) const;
    void compare_sparse(std::size_t first_panel, std::size_t panels, T* tile, std::size_t ld) const;
    void compare_bytes(std::size_t first_panel, std::size_t panels, T* tile, std::size_t ld) const;

    const Columns<T>& columns_;
    const TileLoops<T>& loops_;
    std::size_t count_ = 0;
    ShortRows<T> shorts_;
    bool sparse_ = false;
    Array<T> panels_;                  // dense rows
    std::vector<std::size_t> starts_;  // sparse rows
    std::vector<std::int32_t> indices_;
    Array<T> values_;
    Array<T> norms_;
    Metric metric_ = Metric::dot;  // what this block does: the columns' metric, or `difference` for far rows
};

}  // namespace drupe
