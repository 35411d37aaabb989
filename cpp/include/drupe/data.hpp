/// Views of the caller's vectors, dense rows with any strides or CSR rows, and of examples. Nothing here owns memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace drupe {

template <class T>
struct DenseView {
    const T* data = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::ptrdiff_t row_stride = 0;     // in elements
    std::ptrdiff_t column_stride = 1;  // in elements

    [[nodiscard]] const T* row(std::size_t i) const { return data + static_cast<std::ptrdiff_t>(i) * row_stride; }
};

/// Column indices rise within a row; every index lies below `columns`.
template <class T>
struct CsrView {
    const T* values = nullptr;
    const std::int32_t* indices = nullptr;
    const std::int64_t* starts = nullptr;  // rows + 1 of them
    std::size_t rows = 0;
    std::size_t columns = 0;

    [[nodiscard]] std::size_t nonzeros() const { return static_cast<std::size_t>(starts[rows]); }
};

template <class T>
using VectorsView = std::variant<DenseView<T>, CsrView<T>>;

template <class T>
std::size_t row_count(const VectorsView<T>& view) {
    return std::visit([](const auto& v) { return v.rows; }, view);
}

template <class T>
std::size_t column_count(const VectorsView<T>& view) {
    return std::visit([](const auto& v) { return v.columns; }, view);
}

/// One side of a comparison, as every base and every function of the program sees it. Owns nothing.
template <class T>
struct Examples {
    std::size_t count = 0;
    std::vector<VectorsView<T>> vectors;     // one per base
    std::vector<const double*> functions;    // one per function, `count` numbers each
    const std::int64_t* identity = nullptr;  // equal numbers: the same example
};

}  // namespace drupe
