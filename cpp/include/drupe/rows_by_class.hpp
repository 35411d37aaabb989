/// Rows of a kernel between an example and a class, in the way that is fastest for the kernel and the data.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "drupe/dense_classes.hpp"
#include "drupe/owned.hpp"
#include "drupe/row_source.hpp"
#include "drupe/whole_classes.hpp"

namespace drupe {

/// A Gaussian over dense vectors is computed in one loop, all other kernels by an evaluator for each class.
template <class T>
class RowsByClass {
public:
    RowsByClass(const Computed<T>& source, const std::vector<std::vector<std::int64_t>>& members, int threads);

    /// One thread's workplace.
    class Worker {
    public:
        explicit Worker(const RowsByClass& rows);

        /// Example e against class c; `out` has room for whole vectors.
        void row(std::size_t e, std::size_t c, T* out);

    private:
        const RowsByClass& rows_;
        std::vector<typename Evaluator<T>::RowWorker> workers_;
    };

private:
    void prepare(const std::vector<std::vector<std::int64_t>>& members, int threads);

    Examples<T> sample_;
    const Program& program_;
    std::optional<WholeClasses> whole_;
    std::optional<DenseClasses<T>> dense_;
    std::vector<std::unique_ptr<OwnedExamples<T>>> owned_;
    std::vector<std::unique_ptr<Evaluator<T>>> evaluators_;
};

}  // namespace drupe
