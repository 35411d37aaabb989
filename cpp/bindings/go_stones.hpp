/// Stones and players as Python writes them: 1 for Black, −1 for White, 0 for an empty point.
#pragma once

#include <stdexcept>

#include "border.hpp"
#include "drupe/go_board.hpp"

namespace drupe::border {

inline int sign_of(GoStone stone) { return stone == GoStone::black ? 1 : stone == GoStone::white ? -1 : 0; }

inline GoStone stone_of(int sign) {
    if (sign < -1 || sign > 1) throw std::invalid_argument("a stone is 1 for Black or -1 for White");
    return sign == 1 ? GoStone::black : sign == -1 ? GoStone::white : GoStone::empty;
}

inline GoStone player_of(int sign) {
    if (sign == 0) throw std::invalid_argument("a player is 1 for Black or -1 for White");
    return stone_of(sign);
}

/// A point, which must lie on the board.
inline GoPoint point_of(const GoBoard& board, std::int64_t point) {
    if (point < 0 || point >= static_cast<std::int64_t>(board.grid().points))
        throw std::invalid_argument("a point does not lie on the board");
    return static_cast<GoPoint>(point);
}

/// An array that Python may keep, of some shape.
template <class T, std::size_t D>
nb::ndarray<nb::numpy, T, nb::ndim<D>> handed_over(std::vector<T> values, const std::array<std::size_t, D>& shape) {
    auto kept = std::make_unique<std::vector<T>>(std::move(values));
    const nb::capsule owner(kept.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    auto* at = kept.release();  // the capsule's from here on
    return {at->data(), D, shape.data(), owner};
}

}  // namespace drupe::border
