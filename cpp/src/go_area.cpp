/// What surrounds what: chains, their liberties, and areas.
#include <algorithm>

#include "drupe/go_board.hpp"

namespace drupe {

void GoBoard::owners(GoStone* out) const {
    std::copy_n(stone_.begin(), grid_->points, out);
    std::array<bool, go_most_points> seen{};
    std::vector<GoPoint> region;
    for (std::size_t start = 0; start < grid_->points; ++start) {
        if (stone_[start] != GoStone::empty || seen[start]) continue;
        region.assign(1, static_cast<GoPoint>(start));
        seen[start] = true;
        unsigned reached = 0;
        for (std::size_t i = 0; i < region.size(); ++i) {
            for (const GoPoint next : grid_->neighbors[region[i]]) {
                const GoStone there = stone_[next];
                if (there == GoStone::black || there == GoStone::white) {
                    reached |= static_cast<unsigned>(there);
                } else if (there == GoStone::empty && !seen[next]) {
                    seen[next] = true;
                    region.push_back(next);
                }
            }
        }
        if (reached == 0 || reached == 3) continue;
        for (const GoPoint point : region) out[point] = static_cast<GoStone>(reached);
    }
}

GoArea GoBoard::area() const {
    std::array<GoStone, go_most_points> owner;
    owners(owner.data());
    const auto count = [&](GoStone of) {
        return static_cast<int>(std::count(owner.begin(), owner.begin() + static_cast<long>(grid_->points), of));
    };
    return {count(GoStone::black), count(GoStone::white)};
}

std::vector<GoPoint> GoBoard::chain(GoPoint point) const {
    std::vector<GoPoint> stones{point};
    for (GoPoint at = next_[point]; at != point; at = next_[at]) stones.push_back(at);
    std::sort(stones.begin(), stones.end());
    return stones;
}

std::vector<GoPoint> GoBoard::liberties(GoPoint point) const {
    std::vector<GoPoint> found;
    for (const GoPoint stone : chain(point)) {
        for (const GoPoint next : grid_->neighbors[stone]) {
            if (stone_[next] == GoStone::empty) found.push_back(next);
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace drupe
