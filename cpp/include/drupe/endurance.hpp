/// How long pair steps may go on in single precision, in which rounding can lead them in circles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace drupe {

/// Rounds of steps, after each of which the violation is found anew; in double precision there is no limit.
template <class T>
class Endurance {
public:
    /// Steps that one round over so many variables may take: ten times what most problems need.
    [[nodiscard]] static std::int64_t steps(std::size_t variables) {
        if constexpr (!single) return std::int64_t{1} << 60;
        return std::max<std::int64_t>(5000, 20 * static_cast<std::int64_t>(variables));
    }

    /// The least violation that can be told among scores of this size.
    [[nodiscard]] static double resolution(double largest_score) {
        return single ? 2.0 * static_cast<double>(std::numeric_limits<T>::epsilon()) * largest_score : 0.0;
    }

    /// Hears of a round that used up its steps; whether there may be another.
    bool outlasts(double violation_before, double violation_after) {
        fruitless_ = violation_after > 0.5 * violation_before ? fruitless_ + 1 : 0;
        return fruitless_ < fruitless_at_most;
    }

private:
    static constexpr bool single = std::is_same_v<T, float>;
    static constexpr int fruitless_at_most = 3;
    int fruitless_ = 0;
};

}  // namespace drupe
