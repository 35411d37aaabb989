/// K as a solver sees it: rows, square blocks and sums of rows, on all examples or on some.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "drupe/box.hpp"
#include "drupe/evaluator.hpp"

namespace drupe {

/// Examples are named by their positions in the whole sample, columns by their positions in this part of it.
template <class T>
class KernelRows {
public:
    virtual ~KernelRows() = default;

    /// Examples of the whole sample.
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// Columns of this part.
    [[nodiscard]] virtual std::size_t columns() const = 0;

    /// K[e, e] for the whole sample.
    virtual void diagonal(double* out) const = 0;

    /// out[i, j] = K[index[i], index[j]].
    virtual void square(const std::int64_t* index, std::size_t count, T* out, std::size_t ld, const Run& run) const = 0;

    /// out[j] += Σᵢ weights[i] K[index[i], column j].
    virtual void accumulate(const std::int64_t* index, const double* weights, std::size_t count, double* out,
                            const Run& run) const = 0;

    /// Over the whole sample and its parts.
    [[nodiscard]] virtual RowCount counted() const = 0;

    /// The same sample, with only these columns (positions in the whole sample).
    [[nodiscard]] virtual std::unique_ptr<KernelRows> part(const std::vector<std::int64_t>& columns) const = 0;
};

}  // namespace drupe
