/// Blocks of examples in another precision, made as they are needed: nobody holds all of them.
#pragma once

#include <type_traits>
#include <vector>

#include "drupe/data.hpp"
#include "drupe/memory.hpp"
#include "drupe/selection.hpp"

namespace drupe {

template <class T, class From>
class Narrowed {
public:
    /// Rows first, ..., first + count − 1 of the examples, until the next call; numbers too large for T become infinite.
    const Examples<T>& block(const Examples<From>& source, std::size_t first, std::size_t count) {
        block_.count = count;
        block_.identity = source.identity + first;
        block_.functions.clear();
        for (const double* function : source.functions) block_.functions.push_back(function + first);
        block_.vectors.resize(source.vectors.size());
        numbers_.resize(source.vectors.size());
        starts_.resize(source.vectors.size());
        for (std::size_t b = 0; b < source.vectors.size(); ++b) {
            block_.vectors[b] =
                std::visit([&](const auto& view) { return narrow(view, first, count, numbers_[b], starts_[b]); },
                           source.vectors[b]);
        }
        return block_;
    }

private:
    using Starts = std::vector<std::int64_t>;

    static VectorsView<T> narrow(const DenseView<From>& view, std::size_t first, std::size_t count, Scratch<T>& out,
                                 Starts&) {
        out.resize(count * view.columns);
        T* to = out.data();
        for (std::size_t i = 0; i < count; ++i, to += view.columns) {
            const From* row = view.row(first + i);
            if (view.column_stride == 1) {
                for (std::size_t k = 0; k < view.columns; ++k) to[k] = static_cast<T>(row[k]);
            } else {
                for (std::size_t k = 0; k < view.columns; ++k)
                    to[k] = static_cast<T>(row[static_cast<std::ptrdiff_t>(k) * view.column_stride]);
            }
        }
        return DenseView<T>{out.data(), count, view.columns, static_cast<std::ptrdiff_t>(view.columns), 1};
    }

    static VectorsView<T> narrow(const CsrView<From>& view, std::size_t first, std::size_t count, Scratch<T>& out,
                                 Starts& starts) {
        const std::int64_t begin = view.starts[first];
        starts.clear();
        for (std::size_t i = 0; i <= count; ++i) starts.push_back(view.starts[first + i] - begin);
        out.resize(static_cast<std::size_t>(starts.back()));
        const From* values = view.values + begin;
        for (std::size_t e = 0; e < out.size(); ++e) out[e] = static_cast<T>(values[e]);
        return CsrView<T>{out.data(), view.indices + begin, starts.data(), count, view.columns};
    }

    Examples<T> block_;
    std::vector<Scratch<T>> numbers_;
    std::vector<Starts> starts_;
};

/// Examples that are in the right precision are taken as they are.
template <class T>
class Narrowed<T, T> {};

}  // namespace drupe
