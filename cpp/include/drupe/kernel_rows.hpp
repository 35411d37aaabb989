/// K as a solver sees it: rows, square blocks and sums of rows, on all examples or on some.
#pragma once

#include <memory>
#include <optional>

#include "drupe/owned.hpp"

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

    /// The same sample, with only these columns (positions in the whole sample).
    [[nodiscard]] virtual std::unique_ptr<KernelRows> part(const std::vector<std::int64_t>& columns) const = 0;
};

/// Computed anew each time: for kernels that the core evaluates faster than memory could bring them.
template <class T>
class ComputedRows final : public KernelRows<T> {
public:
    ComputedRows(const Program& program, const Examples<T>& sample, const double* diagonal, int threads = 1)
        : program_(program), sample_(sample), diagonal_(diagonal), evaluator_(program, sample, threads) {}

    ComputedRows(const ComputedRows& whole, const std::vector<std::int64_t>& columns)
        : program_(whole.program_), sample_(whole.sample_), diagonal_(whole.diagonal_),
          owned_(std::make_unique<OwnedExamples<T>>(whole.sample_, columns.data(), columns.size())),
          evaluator_(program_, owned_->view()) {}

    [[nodiscard]] std::size_t size() const override { return sample_.count; }
    [[nodiscard]] std::size_t columns() const override { return evaluator_.size(); }
    void diagonal(double* out) const override { std::copy(diagonal_, diagonal_ + sample_.count, out); }

    void square(const std::int64_t* index, std::size_t count, T* out, std::size_t ld, const Run& run) const override {
        const OwnedExamples<T> chosen(sample_, index, count);
        Evaluator<T>(program_, chosen.view()).gram(out, run, ld);
    }

    void accumulate(const std::int64_t* index, const double* weights, std::size_t count, double* out,
                    const Run& run) const override {
        evaluator_.accumulate(sample_, index, weights, count, out, run);
    }

    [[nodiscard]] std::unique_ptr<KernelRows<T>> part(const std::vector<std::int64_t>& columns) const override {
        return std::make_unique<ComputedRows>(*this, columns);
    }

    [[nodiscard]] const Program& program() const { return program_; }
    [[nodiscard]] const Examples<T>& sample() const { return sample_; }

private:
    const Program& program_;
    const Examples<T>& sample_;
    const double* diagonal_;
    std::unique_ptr<OwnedExamples<T>> owned_;
    Evaluator<T> evaluator_;
};

/// Read from a square matrix, whole rows of it or the chosen columns.
template <class T>
class StoredRows final : public KernelRows<T> {
public:
    StoredRows(const T* matrix, std::size_t size) : matrix_(matrix), size_(size) {}
    StoredRows(const T* matrix, std::size_t size, std::vector<std::int64_t> columns)
        : matrix_(matrix), size_(size), columns_(std::move(columns)) {}

    [[nodiscard]] std::size_t size() const override { return size_; }
    [[nodiscard]] std::size_t columns() const override { return columns_ ? columns_->size() : size_; }

    void diagonal(double* out) const override {
        for (std::size_t i = 0; i < size_; ++i) out[i] = static_cast<double>(matrix_[i * size_ + i]);
    }

    void square(const std::int64_t* index, std::size_t count, T* out, std::size_t ld, const Run&) const override {
        for (std::size_t i = 0; i < count; ++i) {
            const T* row = matrix_ + static_cast<std::size_t>(index[i]) * size_;
            for (std::size_t j = 0; j < count; ++j) out[i * ld + j] = row[index[j]];
        }
    }

    void accumulate(const std::int64_t* index, const double* weights, std::size_t count, double* out, const Run&) const override {
        for (std::size_t i = 0; i < count; ++i) {
            const T* row = matrix_ + static_cast<std::size_t>(index[i]) * size_;
            if (!columns_) {
                for (std::size_t j = 0; j < size_; ++j) out[j] += weights[i] * static_cast<double>(row[j]);
            } else {
                for (std::size_t j = 0; j < columns_->size(); ++j) out[j] += weights[i] * static_cast<double>(row[(*columns_)[j]]);
            }
        }
    }

    [[nodiscard]] std::unique_ptr<KernelRows<T>> part(const std::vector<std::int64_t>& columns) const override {
        return std::make_unique<StoredRows>(matrix_, size_, columns);
    }

private:
    const T* matrix_;
    std::size_t size_;
    std::optional<std::vector<std::int64_t>> columns_;
};

}  // namespace drupe
