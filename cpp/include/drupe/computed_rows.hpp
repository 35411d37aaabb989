/// K computed anew each time: for kernels that the core evaluates faster than memory could bring them.
#pragma once

#include <algorithm>

#include "drupe/kernel_rows.hpp"
#include "drupe/owned.hpp"

namespace drupe {

template <class T>
class ComputedRows final : public KernelRows<T> {
public:
    ComputedRows(const Program& program, const Examples<T>& sample, const double* diagonal, int threads = 1)
        : program_(program), sample_(sample), diagonal_(diagonal), threads_(threads),
          count_(std::make_shared<RowCount>()), evaluator_(program, sample, threads) {}

    ComputedRows(const ComputedRows& whole, const std::vector<std::int64_t>& columns)
        : program_(whole.program_), sample_(whole.sample_), diagonal_(whole.diagonal_), threads_(whole.threads_),
          count_(whole.count_), owned_(std::make_unique<OwnedExamples<T>>(whole.sample_, columns.data(), columns.size())),
          evaluator_(program_, owned_->view(), threads_) {}

    [[nodiscard]] std::size_t size() const override { return sample_.count; }
    [[nodiscard]] std::size_t columns() const override { return evaluator_.size(); }
    void diagonal(double* out) const override { std::copy(diagonal_, diagonal_ + sample_.count, out); }

    void square(const std::int64_t* index, std::size_t count, T* out, std::size_t ld, const Run& run) const override {
        const OwnedExamples<T> chosen(sample_, index, count);
        Evaluator<T>(program_, chosen.view()).gram(out, run, ld);
    }

    void accumulate(const std::int64_t* index, const double* weights, std::size_t count, double* out,
                    const Run& run) const override {
        count_->made += static_cast<std::int64_t>(count);
        evaluator_.accumulate(sample_, index, weights, count, out, run);
    }

    [[nodiscard]] RowCount counted() const override { return *count_; }

    [[nodiscard]] std::unique_ptr<KernelRows<T>> part(const std::vector<std::int64_t>& columns) const override {
        return std::make_unique<ComputedRows>(*this, columns);
    }

private:
    const Program& program_;
    const Examples<T>& sample_;
    const double* diagonal_;
    int threads_;
    std::shared_ptr<RowCount> count_;
    std::unique_ptr<OwnedExamples<T>> owned_;
    Evaluator<T> evaluator_;
};

}  // namespace drupe
