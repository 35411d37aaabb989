/// K + diag(ridge): squared slacks, as something that each example shares with itself alone.
#pragma once

#include "drupe/kernel_rows.hpp"

namespace drupe {

template <class T>
class RidgedRows final : public KernelRows<T> {
public:
    /// One entry of `ridge` for each example of the whole sample.
    RidgedRows(std::unique_ptr<KernelRows<T>> rows, const double* ridge) : rows_(std::move(rows)), ridge_(ridge) {
        for (std::size_t e = 0; e < rows_->size(); ++e) column_of_.push_back(static_cast<std::int64_t>(e));
    }
    RidgedRows(const RidgedRows& whole, const std::vector<std::int64_t>& columns)
        : rows_(whole.rows_->part(columns)), ridge_(whole.ridge_), column_of_(whole.size(), absent) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            column_of_[static_cast<std::size_t>(columns[c])] = static_cast<std::int64_t>(c);
    }

    [[nodiscard]] std::size_t size() const override { return rows_->size(); }
    [[nodiscard]] std::size_t columns() const override { return rows_->columns(); }

    void diagonal(double* out) const override {
        rows_->diagonal(out);
        for (std::size_t e = 0; e < size(); ++e) out[e] += ridge_[e];
    }

    void square(const std::int64_t* index, std::size_t count, T* out, std::size_t ld, const Run& run) const override {
        rows_->square(index, count, out, ld, run);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < count; ++j) {
                if (index[i] == index[j]) out[i * ld + j] += static_cast<T>(ridge_[index[i]]);
            }
        }
    }

    void accumulate(const std::int64_t* index, const double* weights, std::size_t count, double* out,
                    const Run& run) const override {
        rows_->accumulate(index, weights, count, out, run);
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t column = column_of_[static_cast<std::size_t>(index[i])];
            if (column != absent) out[column] += weights[i] * ridge_[index[i]];
        }
    }

    [[nodiscard]] RowCount counted() const override { return rows_->counted(); }

    [[nodiscard]] std::unique_ptr<KernelRows<T>> part(const std::vector<std::int64_t>& columns) const override {
        return std::make_unique<RidgedRows>(*this, columns);
    }

private:
    static constexpr std::int64_t absent = -1;
    std::unique_ptr<KernelRows<T>> rows_;
    const double* ridge_;
    std::vector<std::int64_t> column_of_;
};

}  // namespace drupe
