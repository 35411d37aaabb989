/// K computed anew each time: for kernels that the core evaluates faster than memory could bring them.
#pragma once

#include <algorithm>

#include "drupe/kernel_rows.hpp"
#include "drupe/owned.hpp"
#include "drupe/row_source.hpp"

namespace drupe {

template <class T>
class ComputedRows final : public KernelRows<T> {
public:
    ComputedRows(Computed<T> from, int threads = 1)
        : from_(std::move(from)), threads_(threads), count_(std::make_shared<RowCount>()),
          evaluator_(*from_.program, from_.sample, threads) {}

    ComputedRows(const ComputedRows& whole, const std::vector<std::int64_t>& columns)
        : from_(whole.from_), threads_(whole.threads_), count_(whole.count_),
          owned_(std::make_unique<OwnedExamples<T>>(from_.sample, columns.data(), columns.size())),
          evaluator_(*from_.program, owned_->view(), threads_) {}

    [[nodiscard]] std::size_t size() const override { return from_.size(); }
    [[nodiscard]] std::size_t columns() const override { return evaluator_.size(); }
    void diagonal(double* out) const override { std::copy_n(from_.diagonal, size(), out); }

    void square(const std::int64_t* index, std::size_t count, T* out, std::size_t ld, const Run& run) const override {
        const OwnedExamples<T> chosen(from_.sample, index, count);
        Evaluator<T>(*from_.program, chosen.view()).gram(out, run, ld);
    }

    void accumulate(const std::int64_t* index, const double* weights, std::size_t count, double* out,
                    const Run& run) const override {
        count_->made += static_cast<std::int64_t>(count);
        evaluator_.accumulate(from_.sample, index, weights, count, out, run);
    }

    [[nodiscard]] RowCount counted() const override { return *count_; }

    [[nodiscard]] std::unique_ptr<KernelRows<T>> part(const std::vector<std::int64_t>& columns) const override {
        return std::make_unique<ComputedRows>(*this, columns);
    }

private:
    Computed<T> from_;
    int threads_;
    std::shared_ptr<RowCount> count_;
    std::unique_ptr<OwnedExamples<T>> owned_;
    Evaluator<T> evaluator_;
};

}  // namespace drupe
