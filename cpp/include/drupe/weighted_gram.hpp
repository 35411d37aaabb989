/// Σ hᵢ xᵢxᵢ' over the rows of a table, kept while the weights h of rows change.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/linear_table.hpp"
#include "drupe/memory.hpp"

namespace drupe {

/// In single precision dense rows are multiplied twice as fast, for a sum that only shows the way to the minimum.
enum class GramPrecision { single_precision, double_precision };

class WeightedGram {
public:
    WeightedGram(const LinearTable& table, GramPrecision precision);

    [[nodiscard]] std::size_t size() const { return table_.size(); }
    /// Numbers from row to row; only what stands on and above the diagonal is there.
    [[nodiscard]] std::size_t stride() const { return stride_; }
    [[nodiscard]] const double* values() const { return sums_.data(); }

    /// The sum for these h: rows are added or taken away whose h has changed by more than `slack` of itself.
    void bring_to(const std::vector<double>& curvatures, double slack = 1e-9);

    /// All h times this.
    void scale(double factor);

    /// Rows that have been added or taken away so far.
    [[nodiscard]] std::int64_t updates() const { return updates_; }

private:
    void add_listed();
    void add_sparse(std::size_t first, std::size_t last, double* sums) const;
    template <class T>
    void add_dense(std::size_t first, std::size_t last, double* sums) const;
    [[nodiscard]] std::size_t lanes() const;

    const LinearTable& table_;
    GramPrecision precision_;
    std::size_t stride_, height_;
    double entries_per_row_;
    Array<double> sums_;
    std::vector<double> held_;
    std::vector<double> scales_;  // of columns, in single precision
    std::vector<std::size_t> listed_;
    std::vector<double> changes_;
    std::int64_t updates_ = 0;
};

}  // namespace drupe
