/// A sub-sample of examples with storage of its own.
#pragma once

#include <memory>

#include "drupe/evaluator.hpp"

namespace drupe {

/// Sparse vectors with storage of their own.
template <class T>
struct SparseRows {
    Array<T> values;
    std::vector<std::int32_t> indices;
    std::vector<std::int64_t> starts;  // one more than there are rows

    [[nodiscard]] CsrView<T> view(std::size_t columns) const {
        return {values.data(), indices.data(), starts.data(), starts.size() - 1, columns};
    }
};

template <class T>
class OwnedExamples {
public:
    /// Copies the examples at `index`, in that order.
    OwnedExamples(const Examples<T>& from, const std::int64_t* index, std::size_t count);

    OwnedExamples(const OwnedExamples&) = delete;
    OwnedExamples& operator=(const OwnedExamples&) = delete;

    [[nodiscard]] const Examples<T>& view() const { return view_; }

private:
    void copy(const DenseView<T>& from, const std::int64_t* index);
    void copy(const CsrView<T>& from, const std::int64_t* index);

    std::vector<std::unique_ptr<Array<T>>> dense_;
    std::vector<std::unique_ptr<SparseRows<T>>> sparse_;
    std::vector<std::unique_ptr<std::vector<double>>> functions_;
    std::vector<std::int64_t> identity_;
    Examples<T> view_;
};

}  // namespace drupe
