/// The right-hand vectors of one base, packed so that a block of rows is compared with a tile of them fast.
#pragma once

#include "drupe/bytes.hpp"
#include "drupe/data.hpp"
#include "drupe/lists.hpp"
#include "drupe/memory.hpp"
#include "drupe/program.hpp"
#include "drupe/shorts.hpp"
#include "drupe/target.hpp"

namespace drupe {

/// How the vectors are held.
enum class Packing : std::uint8_t {
    panels,  // dense panels; rows may be dense or sparse
    bytes,   // data of zeros and one other value: a byte for each entry, sums of which count shared entries exactly
    shorts,  // small whole numbers times a common scale: 16 bits for each entry, exact sums of products
    lists,   // for every tile of columns and every feature, the entries that are not zero; rows are sparse
    none,    // nothing: the comparison does not look at the vectors
};

template <class T>
class Columns {
public:
    Columns(const Base& base, const VectorsView<T>& source, const TileLoops<T>& loops, int threads = 1);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t depth() const { return depth_; }
    [[nodiscard]] Packing packing() const { return packing_; }

    /// The comparison that the loops make: `squared` has become `difference` where it would cancel.
    [[nodiscard]] Metric metric() const { return metric_; }

    /// Whether rows with this squared norm lose too much in ‖x‖² + ‖z‖² − 2⟨x, z⟩.
    [[nodiscard]] bool cancels(double row_norm) const { return row_norm + greatest_norm_ > trusted_norms_; }

    /// Whether so many entries are zero, after the shift, that rows are better met by their non-zeros alone.
    [[nodiscard]] bool by_nonzeros() const { return by_nonzeros_; }

    /// Subtracted from every vector on both sides before squared distances; empty if nothing is.
    [[nodiscard]] const Array<T>& shift() const { return shift_; }

    /// ‖z‖² of the shifted vectors, padded to whole panels; empty unless the metric is `squared`.
    [[nodiscard]] const Array<T>& norms() const { return norms_; }

    [[nodiscard]] const T* panel(std::size_t index) const { return panels_.data() + index * panel_stride(); }
    [[nodiscard]] std::size_t panel_stride() const { return depth_ * loops_.column_step; }

    /// ‖row‖² of a sparse row, rounded as its product with itself is: a vector has distance 0 from itself.
    [[nodiscard]] T sparse_norm(const T* values, std::size_t count) const;

    [[nodiscard]] const ByteColumns<T>& bytes() const { return bytes_; }
    [[nodiscard]] const ShortColumns<T>& shorts() const { return shorts_; }
    [[nodiscard]] const ListColumns<T>& lists() const { return lists_; }

private:
    void pack_dense(const DenseView<T>& source);
    void pack_sparse(const CsrView<T>& source);
    void make_panels(const CsrView<T>& source);
    void make_lists(const CsrView<T>& source);
    template <class Source>
    bool make_bytes(const Source& source);
    bool make_shorts(const VectorsView<T>& source);
    bool find_shift(const DenseView<T>& source);
    void find_norms();
    void count_zeros();

    const TileLoops<T>& loops_;
    int threads_;
    Metric metric_;
    double rate_;
    std::size_t size_;
    std::size_t depth_;
    Packing packing_ = Packing::panels;
    bool by_nonzeros_ = false;
    Array<T> shift_;
    Array<T> panels_;
    ByteColumns<T> bytes_;
    ShortColumns<T> shorts_;
    ListColumns<T> lists_;
    Array<T> norms_;
    double greatest_norm_ = 0.0;
    double trusted_norms_ = 0.0;
};

}  // namespace drupe
