#include "drupe/rows.hpp"

#include <algorithm>

namespace drupe {

namespace {

/// Entries of a vector that are multiplied before the next rows take their turn: what stays in the nearest cache.
constexpr std::size_t depth_step = 256;

/// Fewer rows than this do not fill a register tile well enough.
constexpr std::size_t few_rows = 4;

constexpr std::size_t nearest_cache = 32768;

}  // namespace

template <class T>
void RowBlock<T>::take(const VectorsView<T>& source, const Selection& rows) {
    count_ = rows.count;
    metric_ = columns_.metric();
    if (columns_.packing() == Packing::none) return;
    if (columns_.packing() == Packing::shorts) return shorts_.take(columns_.shorts(), source, columns_.shift(), rows);
    const auto* csr = std::get_if<CsrView<T>>(&source);
    const bool inner = metric_ == Metric::dot || metric_ == Metric::squared;
    sparse_ = columns_.packing() != Packing::panels || (inner && columns_.by_nonzeros());
    if (csr == nullptr) {
        take_dense(std::get<DenseView<T>>(source), rows);
    } else if (sparse_) {
        take_sparse(*csr, rows);
    } else {
        spread(*csr, rows);
    }
    if (metric_ != Metric::squared) return;
    find_norms();
    double greatest = 0.0;
    for (std::size_t r = 0; r < count_; ++r) {
        const bool counts = columns_.packing() == Packing::bytes && alike(r);  // counts do not cancel
        if (!counts && !(norms_[r] <= greatest)) greatest = static_cast<double>(norms_[r]);
    }
    if (greatest == 0.0 || !columns_.cancels(greatest)) return;
    metric_ = Metric::difference;
    if (sparse_ && columns_.packing() == Packing::panels) {
        sparse_ = false;
        if (csr != nullptr) {
            spread(*csr, rows);
        } else {
            take_dense(std::get<DenseView<T>>(source), rows);
        }
    }
}

/// Whether a sparse row holds nothing but the value that the columns hold too.
template <class T>
bool RowBlock<T>::alike(std::size_t r) const {
    return columns_.bytes().alike(values_.data() + starts_[r], starts_[r + 1] - starts_[r]);
}

template <class T>
void RowBlock<T>::take_dense(const DenseView<T>& source, const Selection& rows) {
    const std::size_t depth = columns_.depth();
    const T* shift = columns_.shift().empty() ? nullptr : columns_.shift().data();
    if (sparse_) {  // keep what is not zero
        starts_.assign(1, 0);
        indices_.clear();
        values_.clear();
        for (std::size_t r = 0; r < count_; ++r) {
            const T* row = source.row(rows.row(r));
            for (std::size_t k = 0; k < depth; ++k) {
                const T raw = row[static_cast<std::ptrdiff_t>(k) * source.column_stride];
                const T x = shift == nullptr ? raw : raw - shift[k];
                if (x == 0) continue;
                indices_.push_back(static_cast<std::int32_t>(k));
                values_.push_back(x);
            }
            starts_.push_back(values_.size());
        }
        return;
    }
    const std::size_t step = loops_.row_step;
    panels_.resize(rounded_up(count_, step) * depth);
    for (std::size_t r = 0; r < rounded_up(count_, step); ++r) {
        T* panel = panels_.data() + r / step * step * depth + r % step;
        if (r >= count_) {
            for (std::size_t k = 0; k < depth; ++k) panel[k * step] = T(0);
            continue;
        }
        const T* row = source.row(rows.row(r));
        for (std::size_t k = 0; k < depth; ++k) {
            const T x = row[static_cast<std::ptrdiff_t>(k) * source.column_stride];
            panel[k * step] = shift == nullptr ? x : x - shift[k];
        }
    }
}

template <class T>
void RowBlock<T>::take_sparse(const CsrView<T>& source, const Selection& rows) {
    starts_.assign(1, 0);
    indices_.clear();
    values_.clear();
    const auto& shift = columns_.shift();
    for (std::size_t r = 0; r < count_; ++r) {
        const std::size_t i = rows.row(r);
        if (!shift.empty()) {  // what was not stored is not zero any more
            std::vector<T> row(shift.size(), T(0));
            for (auto e = source.starts[i]; e < source.starts[i + 1]; ++e)
                row[static_cast<std::size_t>(source.indices[e])] = source.values[e];
            for (std::size_t k = 0; k < row.size(); ++k) {
                if (row[k] == shift[k]) continue;
                indices_.push_back(static_cast<std::int32_t>(k));
                values_.push_back(row[k] - shift[k]);
            }
            starts_.push_back(values_.size());
            continue;
        }
        indices_.insert(indices_.end(), source.indices + source.starts[i], source.indices + source.starts[i + 1]);
        values_.insert(values_.end(), source.values + source.starts[i], source.values + source.starts[i + 1]);
        starts_.push_back(values_.size());
    }
}

template <class T>
void RowBlock<T>::spread(const CsrView<T>& source, const Selection& rows) {
    const std::size_t step = loops_.row_step;
    const std::size_t depth = columns_.depth();
    panels_.assign(rounded_up(count_, step) * depth, T(0));
    const auto& shift = columns_.shift();
    for (std::size_t r = 0; r < count_; ++r) {
        T* panel = panels_.data() + r / step * step * depth + r % step;
        const std::size_t i = rows.row(r);
        for (auto e = source.starts[i]; e < source.starts[i + 1]; ++e) {
            panel[static_cast<std::size_t>(source.indices[e]) * step] = source.values[e];
        }
        for (std::size_t k = 0; k < shift.size(); ++k) panel[k * step] -= shift[k];
    }
}

template <class T>
void RowBlock<T>::find_norms() {
    const std::size_t step = loops_.row_step;
    norms_.assign(rounded_up(count_, step), T(0));
    if (sparse_) {
        for (std::size_t r = 0; r < count_; ++r) {
            norms_[r] = columns_.sparse_norm(values_.data() + starts_[r], starts_[r + 1] - starts_[r]);
        }
        return;
    }
    for (std::size_t p = 0; p * step < count_; ++p) {
        loops_.norms(panels_.data() + p * step * columns_.depth(), step, columns_.depth(), true,
                     norms_.data() + p * step);
    }
}

template <class T>
void RowBlock<T>::compare(std::size_t first_panel, std::size_t panels, T* tile, std::size_t ld) const {
    if (columns_.packing() == Packing::shorts) {
        shorts_.compare(columns_.shorts(), loops_, first_panel * loops_.column_step, panels * loops_.column_step, tile,
                        ld);
    } else if (sparse_) {
        compare_sparse(first_panel, panels, tile, ld);
    } else {
        compare_panels(metric_ == Metric::squared ? Metric::dot : metric_, first_panel, panels, tile, ld);
    }
}

template <class T>
void RowBlock<T>::finish(std::size_t first_row, std::size_t rows, std::size_t first_column, T* strip,
                         std::size_t ld) const {
    if (metric_ != Metric::squared || columns_.packing() == Packing::shorts) return;
    loops_.distances(strip, rows, ld, ld, norms_.data() + first_row, columns_.norms().data() + first_column);
}

template <class T>
void RowBlock<T>::compare_panels(Metric metric, std::size_t first_panel, std::size_t panels, T* tile,
                                 std::size_t ld) const {
    const std::size_t depth = columns_.depth();
    const std::size_t row_step = loops_.row_step;
    if (count_ < few_rows) {
        Array<T> row(depth);
        for (std::size_t r = 0; r < count_; ++r) {
            for (std::size_t k = 0; k < depth; ++k) row[k] = panels_[k * row_step + r];
            loops_.compare_row(metric, row.data(), depth, columns_.panel(first_panel), panels, columns_.panel_stride(),
                               tile + r * ld);
        }
        return;
    }
    for (std::size_t k = 0; k == 0 || k < depth; k += depth_step) {
        loops_.compare(metric, {.rows = panels_.data() + k * row_step,
                                .columns = columns_.panel(first_panel) + k * loops_.column_step,
                                .depth = std::min(depth_step, depth - k),
                                .row_panels = rounded_up(count_, row_step) / row_step,
                                .column_panels = panels,
                                .row_stride = row_step * depth,
                                .column_stride = columns_.panel_stride(),
                                .out = tile,
                                .ld = ld,
                                .add = k > 0});
    }
}

template <class T>
void RowBlock<T>::compare_sparse(std::size_t first_panel, std::size_t panels, T* tile, std::size_t ld) const {
    if (columns_.packing() == Packing::bytes) return compare_bytes(first_panel, panels, tile, ld);
    if (columns_.packing() == Packing::lists) {
        const std::size_t first = first_panel * loops_.column_step;
        return compare_lists(first, first + panels * loops_.column_step, tile, ld);
    }
    // Few panels at a time, so that they stay in the nearest cache while all rows pass by.
    const bool narrow = 4 * columns_.panel_stride() * sizeof(T) <= nearest_cache;
    const std::size_t group = narrow ? 4 : 2;
    for (std::size_t p = 0; p < panels; p += group) {
        const std::size_t here = std::min(group, panels - p);
        for (std::size_t r = 0; r < count_; ++r) {
            loops_.compare_sparse(indices_.data() + starts_[r], values_.data() + starts_[r],
                                  starts_[r + 1] - starts_[r], columns_.panel(first_panel + p), here,
                                  columns_.panel_stride(), tile + r * ld + p * loops_.column_step);
        }
    }
}

template <class T>
void RowBlock<T>::compare_bytes(std::size_t first_panel, std::size_t panels, T* tile, std::size_t ld) const {
    const std::size_t first = first_panel * loops_.column_step;
    const std::uint8_t* bytes = columns_.bytes().tile(first / tile_columns);
    const T value = columns_.bytes().value();
    const std::size_t offset = first % tile_columns;
    const std::size_t count = panels * loops_.column_step;
    Array<T> row(metric_ == Metric::difference ? columns_.depth() : 0);
    for (std::size_t r = 0; r < count_; ++r) {
        const T* values = values_.data() + starts_[r];
        const std::int32_t* indices = indices_.data() + starts_[r];
        const std::size_t nonzeros = starts_[r + 1] - starts_[r];
        if (metric_ == Metric::difference) {
            std::fill(row.begin(), row.end(), T(0));
            for (std::size_t k = 0; k < nonzeros; ++k) row[static_cast<std::size_t>(indices[k])] = values[k];
            loops_.differ_bytes(row.data(), row.size(), bytes, offset, count, value, tile + r * ld);
        } else {
            const bool counts = alike(r);
            loops_.compare_bytes(indices, counts ? nullptr : values, nonzeros, bytes, offset, count,
                                 counts ? value * value : value, tile + r * ld);
        }
    }
}

template <class T>
void RowBlock<T>::compare_lists(std::size_t first, std::size_t last, T* out, std::size_t ld) const {
    for (std::size_t r = 0; r < count_; ++r) {
        const std::int32_t* indices = indices_.data() + starts_[r];
        const T* values = values_.data() + starts_[r];
        const std::size_t nonzeros = starts_[r + 1] - starts_[r];
        if (metric_ == Metric::difference) {
            columns_.lists().differ(first, last, indices, values, nonzeros, out + r * ld);
        } else {
            columns_.lists().compare(first, last, indices, values, nonzeros, out + r * ld);
        }
    }
}

template class RowBlock<float>;
template class RowBlock<double>;

}  // namespace drupe
