/// Whole numbers in order: by their digits, in time that grows no faster than there are numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace drupe {

/// Sorts the keys, none of which is above `largest`; `spare` is storage that is used again and again.
inline void sort_keys(std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& spare, std::uint64_t largest) {
    constexpr std::size_t few = 128;  // below which counting digits costs more than comparing
    constexpr unsigned digit = 8;
    if (keys.size() < few) return std::sort(keys.begin(), keys.end());
    spare.resize(keys.size());
    for (unsigned shift = 0; shift < 64 && (largest >> shift) != 0; shift += digit) {
        std::array<std::size_t, std::size_t{1} << digit> next{};
        for (const auto key : keys) ++next[(key >> shift) & (next.size() - 1)];
        if (next[(keys.front() >> shift) & (next.size() - 1)] == keys.size()) continue;  // all have this digit
        std::size_t before = 0;
        for (auto& place : next) before += std::exchange(place, before);
        for (const auto key : keys) spare[next[(key >> shift) & (next.size() - 1)]++] = key;
        keys.swap(spare);
    }
}

/// Each of the keys once, in order.
inline void sort_unique(std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& spare, std::uint64_t largest) {
    sort_keys(keys, spare, largest);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace drupe
