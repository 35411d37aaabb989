/// D A D = U'U with D = diag(A)^−½: a Cholesky factor that the scales of columns do not trouble.
#pragma once

#include <cstddef>
#include <vector>

#include "drupe/memory.hpp"

namespace drupe {

class EquilibratedFactor {
public:
    /// Of A = R + G, with R diagonal; of G is read what stands on and above the diagonal. `ridge` is added to the diagonal of
    /// D A D, and as much more as it takes.
    void factor(const double* gram, std::size_t stride, const std::vector<double>& diagonal, double ridge);

    /// x = A⁻¹ x.
    void solve(std::vector<double>& x) const;

private:
    [[nodiscard]] bool try_factor();
    [[nodiscard]] bool factor_block(std::size_t first, std::size_t last);
    void subtract_earlier(std::size_t first, std::size_t last);

    std::size_t size_ = 0, stride_ = 0;
    std::vector<double> scales_;
    Array<double> upper_;           // U with U'U = D A D, row by row
    Array<double> rows_, columns_;  // finished rows of U, packed as left and as right factors
};

}  // namespace drupe
