/// Up to which norms ‖x‖² + ‖z‖² − 2⟨x, z⟩ is a squared distance with enough digits.
#pragma once

#include <algorithm>
#include <limits>

#include "drupe/target.hpp"

namespace drupe {

/// Squared norms below this keep rate · |rounding of ‖x‖² + ‖z‖² − 2⟨x, z⟩| under the accuracy that is promised, even
/// where all roundings go the same way: half the length of every chain of sums counts.
template <class T>
double trusted_norms(double rate, double longest_chain, double chains) {
    constexpr double promised = sizeof(T) == sizeof(float) ? 8e-6 : 2e-13;
    const double rounding = 0.5 * std::numeric_limits<T>::epsilon() * (2.0 + 0.5 * longest_chain + 0.5 * chains);
    return promised / (rate * rounding);
}

/// In chains of dense products.
template <class T>
double trusted_norms(double rate, std::size_t depth) {
    const auto products = static_cast<double>(depth);
    constexpr auto chain = static_cast<double>(sum_chain);
    return trusted_norms<T>(rate, std::min(products, chain), products / chain);
}

}  // namespace drupe
