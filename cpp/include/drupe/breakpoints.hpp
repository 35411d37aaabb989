/// Where a convex piecewise linear function along a ray turns from falling to rising.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace drupe {

struct Breakpoint {
    double at;
    double gain;      // by so much the slope grows there
    double speed;     // of what becomes zero there
    std::size_t who;  // becomes zero there
};

/// Breakpoints reordered so that those before the returned position are passed and the one there ends the ray: with it
/// the slope, negative at zero, is no longer below zero. Their number, if it stays negative.
inline std::size_t turning_point(std::vector<Breakpoint>& points, double slope) {
    const auto earlier = [](const Breakpoint& a, const Breakpoint& b) { return a.at < b.at; };
    std::size_t first = 0;
    std::size_t last = points.size();
    constexpr std::size_t few = 24;
    const auto from = [&](std::size_t i) { return points.begin() + static_cast<std::ptrdiff_t>(i); };
    while (last - first > few) {
        const std::size_t middle = first + (last - first) / 4;
        std::nth_element(from(first), from(middle), from(last), earlier);
        double reached = slope;
        for (std::size_t i = first; i < middle; ++i) reached += points[i].gain;
        if (reached >= 0.0) {
            last = middle;
        } else {
            slope = reached;
            first = middle;
        }
    }
    std::sort(from(first), from(last), earlier);
    for (; first < last; ++first) {
        slope += points[first].gain;
        if (slope >= 0.0) return first;
    }
    return last;
}

}  // namespace drupe
