#include "drupe/billiard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drupe {

namespace {

/// Bounces after which margins are computed anew, and between two looks at the monitor.
constexpr std::uint64_t bounces_between_refreshes = 1024;
constexpr std::uint64_t bounces_between_polls = 64;

/// Bounces from which the length of a flight is guessed at first.
constexpr std::uint64_t first_bounces = 64;

/// What a step costs besides its bounces, counted in bounces, for the refreshes.
constexpr std::uint64_t bounces_of_a_turn = 16;

constexpr std::size_t lanes = 8;

}  // namespace

Billiard::Billiard(const double* walls, std::size_t count, std::size_t rank, const double* start, double bounces,
                   std::uint64_t seed)
    : Chain(walls, count, rank, start, seed), tangents_(walls_, random_), products_(walls_.products()),
      heading_{Array<double>(rank), Array<double>(count)}, bounces_wanted_(bounces) {}

bool Billiard::step(Watch& watch, bool settling) {
    if (walls_.rank() == 1) return true;  // nowhere to go
    tangents_.draw(here_, heading_);
    if (length_ == 0.0 || settling) {
        const double path = flown_;
        const auto hits = static_cast<double>(hits_);
        const bool ended = length_ == 0.0 ? fly(std::numeric_limits<double>::infinity(), first_bounces, watch)
                                          : fly(some_length(), std::numeric_limits<std::uint64_t>::max(), watch);
        settled_path_ += flown_ - path;
        settled_hits_ += static_cast<double>(hits_) - hits;
        if (ended) length_ = bounces_wanted_ * settled_path_ / std::max(settled_hits_, 1.0);
        if (!ended || settling) return ended;
        tangents_.draw(here_, heading_);
    }
    since_refresh_ += bounces_of_a_turn;
    return fly(some_length(), std::numeric_limits<std::uint64_t>::max(), watch);
}

/// False if the watch has stopped it. Ends inside version space after the length, or at a wall after so many bounces.
bool Billiard::fly(double length, std::uint64_t most_bounces, Watch& watch) {
    double rest = length;
    for (std::uint64_t bounces = 0;; ++bounces) {
        if (since_refresh_ >= bounces_between_refreshes) refresh();
        if (bounces % bounces_between_polls == bounces_between_polls - 1) {
            watch.poll();
            if (watch.stopped()) return false;
        }
        const Next next = nearest();
        const double angle = std::atan2(1.0, next.cotangent);
        if (angle >= rest || bounces == most_bounces) {
            const double last = bounces == most_bounces ? 0.5 * angle : rest;
            move(last);
            flown_ += last;
            return true;
        }
        move(angle);
        reflect(next.wall);
        flown_ += angle;
        rest -= angle;
        ++hits_;
        ++since_refresh_;
    }
}

/// The margin dᵢ cos z + νᵢ sin z is zero where cot z = −νᵢ/dᵢ, and the cotangent falls: the largest ratio is met first. A
/// wall that was just left has d = 0 and ν > 0, and so comes last; one in a corner has d = 0 and ν < 0, and comes at once.
Billiard::Next Billiard::nearest() const {
    const std::size_t n = walls_.size();
    const double* distance = here_.margins.data();
    const double* speed = heading_.margins.data();
    constexpr double none = -std::numeric_limits<double>::infinity();
    double best[lanes];
    std::fill(best, best + lanes, none);
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double ratio = -speed[i + lane] / distance[i + lane];
            best[lane] = ratio > best[lane] ? ratio : best[lane];  // 0/0 is never larger
        }
    }
    double largest = *std::max_element(best, best + lanes);
    for (; i < n; ++i) {
        const double ratio = -speed[i] / distance[i];
        largest = ratio > largest ? ratio : largest;
    }
    for (std::size_t wall = 0; wall < n; ++wall) {
        if (-speed[wall] / distance[wall] == largest) return {wall, largest};
    }
    return {0, none};
}

void Billiard::move(double angle) {
    const double cosine = std::cos(angle), sine = std::sin(angle);
    turn(here_.direction, heading_.direction, cosine, sine);
    turn(here_.margins, heading_.margins, cosine, sine);
    // Rounding must not put the ball behind a wall.
    for (auto& margin : here_.margins) margin = margin > 0.0 ? margin : 0.0;
}

void Billiard::reflect(std::size_t wall) {
    const std::size_t n = walls_.size();
    here_.margins[wall] = 0.0;
    const double speed = heading_.margins[wall];
    if (speed >= 0.0) return;  // rounding in a corner: it leaves already
    const double* products = products_.data() + wall * n;
    const double* vector = walls_.wall(wall);
    const double twice = 2.0 * speed / products[wall];
    for (std::size_t i = 0; i < n; ++i) heading_.margins[i] -= twice * products[i];
    for (std::size_t j = 0; j < walls_.rank(); ++j) heading_.direction[j] -= twice * vector[j];
    heading_.margins[wall] = -speed;
}

/// Back to two orthonormal directions, and margins computed from them.
void Billiard::refresh() {
    since_refresh_ = 0;
    auto normalize = [](Array<double>& direction) {
        const double length = std::sqrt(dot(direction, direction));
        for (auto& coordinate : direction) coordinate /= length;
    };
    normalize(here_.direction);
    const double along = dot(here_.direction, heading_.direction);
    for (std::size_t j = 0; j < walls_.rank(); ++j) heading_.direction[j] -= along * here_.direction[j];
    normalize(heading_.direction);
    here_.margins = fresh_margins(here_.direction);
    for (auto& margin : here_.margins) margin = margin > 0.0 ? margin : 0.0;
    heading_.margins = fresh_margins(heading_.direction);
}

}  // namespace drupe
