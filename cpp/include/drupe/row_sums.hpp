/// Weighted sums of rows that are at hand, all threads at work.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "drupe/evaluator.hpp"
#include "drupe/parallel.hpp"

namespace drupe {

/// out[j] += Σᵢ weights[i] matrix[index[i], j] over all columns of rows of `columns` numbers, or over the chosen ones.
///
/// Columns go to threads in stretches, rows in order: the sums do not depend on the number of threads.
template <class T>
void add_row_sums(const T* matrix, std::size_t columns, const std::int64_t* index, const double* weights,
                  std::size_t count, const std::vector<std::int64_t>* chosen, double* out, const Run& run) {
    constexpr std::size_t stretch = 2048;
    const auto& loops = target().loops<T>();
    const std::size_t tasks = rounded_up(columns, stretch) / stretch;
    const bool small = static_cast<double>(count) * static_cast<double>(columns) < 1e6;  // waking threads costs more
    std::vector<double> all(chosen == nullptr ? 0 : columns, 0.0);
    double* sums = chosen == nullptr ? out : all.data();
    parallel_stretches(tasks, small ? 1 : run.threads, [&](std::size_t t, std::size_t end) {
        for (; t < end; ++t) {
            const std::size_t first = t * stretch;
            loops.add_rows(matrix + first, columns, index, weights, count, std::min(stretch, columns - first),
                           sums + first);
        }
    });
    if (chosen == nullptr) return;
    for (std::size_t c = 0; c < chosen->size(); ++c) out[c] += sums[(*chosen)[c]];
}

}  // namespace drupe
