#include "drupe/nonzeros_only.hpp"

#include <algorithm>

namespace drupe {

namespace {

/// Held by their non-zeros, vectors take twice the memory for each of them: it pays where most entries are zero.
constexpr std::size_t entries_per_nonzero = 4;

/// The non-zeros of vectors, or nothing if they are not all the same number or if they are many.
template <class T>
std::unique_ptr<SparseRows<T>> nonzeros_alike(const DenseView<T>& source) {
    auto rows = std::make_unique<SparseRows<T>>();
    rows->starts.push_back(0);
    T value = 0;
    const std::size_t most = source.rows * source.columns / entries_per_nonzero;
    for (std::size_t i = 0; i < source.rows; ++i) {
        const T* row = source.row(i);
        for (std::size_t k = 0; k < source.columns; ++k) {
            const T x = row[static_cast<std::ptrdiff_t>(k) * source.column_stride];
            if (x == 0) continue;
            if (value == 0) value = x;
            if (x != value) return nullptr;
            rows->indices.push_back(static_cast<std::int32_t>(k));
        }
        if (rows->indices.size() > most) return nullptr;
        rows->starts.push_back(static_cast<std::int64_t>(rows->indices.size()));
    }
    rows->values.assign(rows->indices.size(), value);
    return rows;
}

}  // namespace

template <class T>
NonzerosOnly<T>::NonzerosOnly(const Program& program, const Examples<T>& sample) : view_(sample) {
    for (std::size_t b = 0; b < program.bases.size(); ++b) {
        const Metric metric = program.bases[b].metric;
        if (metric != Metric::dot && metric != Metric::squared) continue;
        const auto* dense = std::get_if<DenseView<T>>(&sample.vectors[b]);
        if (dense == nullptr) continue;
        auto rows = nonzeros_alike(*dense);
        if (rows == nullptr) continue;
        view_.vectors[b] = rows->view(dense->columns);
        sparse_.push_back(std::move(rows));
    }
}

template class NonzerosOnly<float>;
template class NonzerosOnly<double>;

}  // namespace drupe
