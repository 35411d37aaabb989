/// K read from a square matrix, whole rows of it or the chosen columns.
#pragma once

#include <optional>

#include "drupe/kernel_rows.hpp"
#include "drupe/row_source.hpp"
#include "drupe/row_sums.hpp"

namespace drupe {

template <class T>
class StoredRows final : public KernelRows<T> {
public:
    explicit StoredRows(const Stored<T>& from) : from_(from), count_(std::make_shared<RowCount>()) {}
    StoredRows(const StoredRows& whole, std::vector<std::int64_t> columns)
        : from_(whole.from_), count_(whole.count_), columns_(std::move(columns)) {}

    [[nodiscard]] std::size_t size() const override { return from_.count; }
    [[nodiscard]] std::size_t columns() const override { return columns_ ? columns_->size() : from_.count; }

    void diagonal(double* out) const override {
        for (std::size_t i = 0; i < from_.count; ++i) out[i] = static_cast<double>(from_.row(i)[i]);
    }

    void square(const std::int64_t* index, std::size_t count, T* out, std::size_t ld, const Run&) const override {
        for (std::size_t i = 0; i < count; ++i) {
            const T* row = from_.row(static_cast<std::size_t>(index[i]));
            for (std::size_t j = 0; j < count; ++j) out[i * ld + j] = row[index[j]];
        }
    }

    void accumulate(const std::int64_t* index, const double* weights, std::size_t count, double* out,
                    const Run& run) const override {
        count_->found += static_cast<std::int64_t>(count);
        add_row_sums(from_.matrix, from_.count, index, weights, count, columns_ ? &*columns_ : nullptr, out, run);
    }

    [[nodiscard]] RowCount counted() const override { return *count_; }

    [[nodiscard]] std::unique_ptr<KernelRows<T>> part(const std::vector<std::int64_t>& columns) const override {
        return std::make_unique<StoredRows>(*this, columns);
    }

private:
    Stored<T> from_;
    std::shared_ptr<RowCount> count_;
    std::optional<std::vector<std::int64_t>> columns_;
};

}  // namespace drupe
