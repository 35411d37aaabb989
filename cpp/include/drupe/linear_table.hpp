/// The rows of a linear machine with their constant column, as products need them: w ↦ Xw and a ↦ X'a.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/linear_loops.hpp"
#include "drupe/linear_problem.hpp"
#include "drupe/memory.hpp"
#include "drupe/parallel.hpp"

namespace drupe {

/// Columns up to which a matrix of that size is made and factored.
inline constexpr std::size_t few_columns = 1000;

/// Looks at the rows that it is given. Of compressed ones it keeps a copy where a column comes twice in a row, and, of few
/// columns, where they do not rise: there rows meet entry by entry.
class LinearTable {
public:
    LinearTable(const LinearRows& rows, double constant, int threads);

    [[nodiscard]] std::size_t rows() const { return rows_.n; }
    [[nodiscard]] std::size_t size() const { return rows_.d + (constant_ != 0.0 ? 1 : 0); }
    [[nodiscard]] const LinearRows& stored() const { return rows_; }
    [[nodiscard]] double constant() const { return constant_; }
    [[nodiscard]] int threads() const { return threads_; }

    /// out = X w.
    void outputs(const double* w, double* out) const;

    /// out = X'a.
    void pull(const double* a, double* out) const;

    /// work(part, first, last) for stretches of rows whose number depends on the rows alone.
    template <class Work>
    void each_part(Work work) const {
        parallel_tasks(parts_.size() - 1, threads_,
                       [&] { return [&](std::size_t part) { work(part, parts_[part], parts_[part + 1]); }; });
    }

    [[nodiscard]] std::size_t parts() const { return parts_.size() - 1; }

private:
    void keep_rising();
    [[nodiscard]] bool has_repetitions() const;
    void fill();
    void outputs_of(std::size_t first, std::size_t last, const double* w, double* out) const;
    void pull_from(std::size_t first, std::size_t last, const double* a, double* out) const;
    [[nodiscard]] std::size_t padded() const { return rounded_up(size() + 1, linear_lanes); }

    LinearRows rows_;
    double constant_;
    int threads_;
    std::vector<std::size_t> parts_;
    std::vector<std::int64_t> starts_;
    std::vector<std::int32_t> columns_;
    std::vector<double> values_;
    Array<double> dense_;
};

}  // namespace drupe
