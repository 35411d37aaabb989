/// Where the rows of K come from: the core computes them, a matrix stores them, or somebody outside is asked for them.
#pragma once

#include <algorithm>
#include <variant>

#include "drupe/evaluator.hpp"

namespace drupe {

/// A kernel that the core evaluates, its examples, and K[e, e] for each of them.
template <class T>
struct Computed {
    const Program* program;
    Examples<T> sample;
    const double* diagonal;

    [[nodiscard]] std::size_t size() const { return sample.count; }
};

/// A square matrix.
template <class T>
struct Stored {
    const T* matrix;
    std::size_t count;

    [[nodiscard]] std::size_t size() const { return count; }
    [[nodiscard]] const T* row(std::size_t e) const { return matrix + e * count; }
};

/// Computes rows outside the core. Called from the thread that called the core; throws `Interrupted` if it cannot.
template <class T>
class RowFetcher {
public:
    virtual ~RowFetcher() = default;
    /// out[i, j] = K[rows[i], j] for all columns.
    virtual void rows(const std::vector<std::int64_t>& rows, T* out) = 0;
    /// out[i, j] = K[rows[i], columns[j]].
    virtual void block(const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& columns, T* out) = 0;
};

/// Rows that are fetched from outside, and K[e, e] for each example.
template <class T>
struct Fetched {
    RowFetcher<T>* fetcher;
    const double* diagonal;
    std::size_t count;

    [[nodiscard]] std::size_t size() const { return count; }
};

/// Fetches whole rows, each to a place of its own.
template <class T>
void fetch_rows(const Fetched<T>& from, const std::vector<std::int64_t>& index, const std::vector<T*>& places) {
    std::vector<T> block(index.size() * from.count);
    from.fetcher->rows(index, block.data());
    for (std::size_t i = 0; i < index.size(); ++i) std::copy_n(block.data() + i * from.count, from.count, places[i]);
}

/// A source of rows, and a ridge that is added to the diagonal: one number for each example, or null. Owns nothing.
template <class T>
struct RowSource {
    std::variant<Computed<T>, Stored<T>, Fetched<T>> from;
    const double* ridge = nullptr;

    [[nodiscard]] std::size_t size() const {
        return std::visit([](const auto& source) { return source.size(); }, from);
    }
};

}  // namespace drupe
