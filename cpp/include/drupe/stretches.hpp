/// A list of positions as stretches of neighbours, which can be read at one go.
#pragma once

#include <cstdint>
#include <vector>

namespace drupe {

struct Stretch {
    std::size_t from;  // the first position
    std::size_t to;    // its place in the list
    std::size_t length;
};

inline std::vector<Stretch> stretches(const std::vector<std::int64_t>& positions) {
    std::vector<Stretch> out;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto at = static_cast<std::size_t>(positions[i]);
        if (!out.empty() && out.back().from + out.back().length == at) {
            ++out.back().length;
        } else {
            out.push_back({at, i, 1});
        }
    }
    return out;
}

}  // namespace drupe
