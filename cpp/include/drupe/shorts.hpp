/// Vectors of small whole numbers times a common scale, 16 bits for each entry: sums of products that do not round.
#pragma once

#include <vector>

#include "drupe/data.hpp"
#include "drupe/memory.hpp"
#include "drupe/selection.hpp"
#include "drupe/target.hpp"

namespace drupe {

/// The right-hand vectors. Two neighbouring entries of a vector are one pair; panels hold `short_columns` vectors,
/// pair k of vector v at panel[2 * (k * short_columns + v)].
template <class T>
class ShortColumns {
public:
    /// Whether some of the vectors are what this is for.
    [[nodiscard]] static bool likely(const VectorsView<T>& source);

    /// Holds the vectors, less the shift, if all of them are whole multiples of one scale and no sum can overflow.
    bool pack(const VectorsView<T>& source, const Array<T>& shift, Metric metric, int threads);

    [[nodiscard]] Metric metric() const { return metric_; }
    [[nodiscard]] std::size_t depth() const { return depth_; }
    [[nodiscard]] T scale() const { return static_cast<T>(scale_); }

    /// What every sum is multiplied by.
    [[nodiscard]] T squared_scale() const { return static_cast<T>(scale_ * scale_); }

    /// Pairs of a vector are met in so many turns, each of which stays in the nearest cache.
    [[nodiscard]] std::size_t turns() const { return turns_; }
    [[nodiscard]] std::size_t pairs_per_turn() const { return pairs_per_turn_; }

    [[nodiscard]] const std::int16_t* panel(std::size_t index) const { return panels_.data() + index * panel_stride(); }

    /// Bytes of a panel, none if there is no such panel.
    [[nodiscard]] std::size_t panel_bytes(std::size_t index) const {
        return (index + 1) * panel_stride() <= panels_.size() ? panel_stride() * sizeof(std::int16_t) : 0;
    }

    /// ‖z‖² in units of the scale, modulo 2³², for all columns of all panels.
    [[nodiscard]] const std::int32_t* norms() const { return norms_.data(); }

    /// Whether a vector can be met by whole numbers alone; if so, they are written to `out`, and ‖x‖² modulo 2³² to `norm`.
    bool whole(const T* vector, std::int16_t* out, std::int32_t& norm) const;

private:
    [[nodiscard]] std::size_t pairs() const { return (depth_ + 1) / 2; }
    [[nodiscard]] std::size_t panel_stride() const { return 2 * pairs() * short_columns; }
    T fill(const VectorsView<T>& source, int threads);
    bool convert(const T* vector, std::int16_t* out, std::int64_t& norm) const;
    [[nodiscard]] T misfit(const std::vector<T>& vector) const;
    void find_bounds();
    [[nodiscard]] bool overflows(double norm, const std::int16_t* numbers) const;

    Metric metric_ = Metric::dot;
    std::size_t size_ = 0;
    std::size_t depth_ = 0;
    std::size_t turns_ = 1;
    std::size_t pairs_per_turn_ = 0;
    double scale_ = 0.0;
    std::vector<double> shift_;  // in units of the scale
    std::int64_t greatest_norm_ = 0;
    std::vector<std::int16_t> least_, greatest_;  // of every entry
    Array<std::int16_t> panels_;
    std::vector<std::int32_t> norms_;
};

/// A block of left-hand rows as lists of the pairs that are not zero; rows of other numbers are kept as they are.
template <class T>
class ShortRows {
public:
    void take(const ShortColumns<T>& columns, const VectorsView<T>& source, const Array<T>& shift,
              const Selection& rows);

    /// tile[r, c] = ⟨row r, column first + c⟩, or the squared distance where that is the columns' metric.
    void compare(const ShortColumns<T>& columns, const TileLoops<T>& loops, std::size_t first, std::size_t count,
                 T* tile, std::size_t ld) const;

private:
    std::size_t count_ = 0;
    std::vector<std::uint32_t> places_;
    std::vector<std::int32_t> pairs_;
    std::vector<std::size_t> starts_;  // one for each turn of each row, and the end
    std::vector<std::int32_t> norms_;
    std::vector<std::size_t> others_;  // rows that are not whole
    Array<T> other_values_;
};

}  // namespace drupe
