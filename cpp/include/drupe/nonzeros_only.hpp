/// Dense vectors of zeros and one other number, held by their non-zeros: a fraction of the memory to pass over.
#pragma once

#include "drupe/owned.hpp"

namespace drupe {

/// Views the examples as they are given, but for such vectors under comparisons that sums over non-zeros serve.
template <class T>
class NonzerosOnly {
public:
    NonzerosOnly(const Program& program, const Examples<T>& sample);

    NonzerosOnly(const NonzerosOnly&) = delete;
    NonzerosOnly& operator=(const NonzerosOnly&) = delete;

    [[nodiscard]] const Examples<T>& view() const { return view_; }

private:
    std::vector<std::unique_ptr<SparseRows<T>>> sparse_;
    Examples<T> view_;
};

}  // namespace drupe
