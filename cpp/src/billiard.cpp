#include "drupe/billiard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drupe {

namespace {

/// Hits after which margins are computed anew, and between two looks at the monitor.
constexpr std::uint64_t hits_between_refreshes = 1024;
constexpr std::uint64_t hits_between_polls = 64;

/// Hits from which the time of a flight is guessed at first.
constexpr std::uint64_t first_hits = 64;

/// The margin of a ball that lies at a wall.
constexpr double touching = 1e-300;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t lanes = 8;

}  // namespace

Billiard::Billiard(const double* walls, std::size_t count, std::size_t rank, const double* start, double noise,
                   double bounces, std::uint64_t seed)
    : Chain(walls, count, rank, start, seed), tangents_(walls_, random_), products_(walls_.products()), sides_(count),
      ratios_(count), heading_{Array<double>(rank), Array<double>(count)}, noise_(noise),
      step_up_(std::log((1.0 - noise) / noise)), bounces_wanted_(bounces) {
    for (std::size_t i = 0; i < count; ++i) {
        sides_[i] = products_[i * count + i] == 0.0 ? 0.0 : here_.margins[i] > 0.0 ? 1.0 : -1.0;
    }
    stay_on_side();
}

bool Billiard::step(Watch& watch, bool settling) {
    if (walls_.rank() == 1) {
        choose_side(noise_);
        return true;
    }
    if (time_ == 0.0 || settling) {
        const double before = flown_;
        const auto hits = static_cast<double>(hits_);
        set_off();
        const bool ended = time_ == 0.0 ? fly(std::numeric_limits<double>::infinity(), first_hits, watch)
                                        : fly(some_time(), no_limit, watch);
        settled_time_ += flown_ - before;
        settled_hits_ += static_cast<double>(hits_) - hits;
        if (ended) time_ = bounces_wanted_ * settled_time_ / std::max(settled_hits_, 1.0);
        if (!ended || settling) return ended;
    }
    set_off();
    return fly(some_time(), no_limit, watch);
}

/// A velocity with independent normal components in all directions of the tangent space.
void Billiard::set_off() {
    tangents_.draw(here_, heading_);
    since_refresh_ += hits_between_refreshes / tangents_.draws_between_refreshes();
    double squared = 0.0;
    for (std::size_t j = 1; j < walls_.rank(); ++j) {
        const double component = random_.normal();
        squared += component * component;
    }
    speed_ = std::sqrt(squared);
}

/// False if the watch has stopped it. Ends between walls after the time, or half-way to a wall after so many hits.
bool Billiard::fly(double time, std::uint64_t most_hits, Watch& watch) {
    double rest = time;
    for (std::uint64_t hits = 0;; ++hits) {
        if (since_refresh_ >= hits_between_refreshes) refresh();
        if (hits % hits_between_polls == hits_between_polls - 1) {
            watch.poll();
            if (watch.stopped()) return false;
        }
        const Next next = nearest();
        const double angle = std::atan2(1.0, next.cotangent);
        if (angle >= rest * speed_ || hits == most_hits) {
            const double last = hits == most_hits ? 0.5 * angle : rest * speed_;
            flown_ += last / speed_;
            move(last);
            return true;
        }
        flown_ += angle / speed_;
        rest -= angle / speed_;
        move(angle);
        meet(next.wall);
        ++hits_;
        ++since_refresh_;
    }
}

/// The margin dᵢ cos z + νᵢ sin z is zero where cot z = −νᵢ/dᵢ, and the cotangent falls: the largest ratio is met first. A
/// wall that was just left has a small d of the sign of ν, and comes last; one in a corner, of the other sign, comes at once.
Billiard::Next Billiard::nearest() {
    const std::size_t n = walls_.size();
    const double* distance = here_.margins.data();
    const double* speed = heading_.margins.data();
    double* ratios = ratios_.data();
    constexpr double none = -std::numeric_limits<double>::infinity();
    double best[lanes];
    std::fill(best, best + lanes, none);
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double ratio = -speed[i + lane] / distance[i + lane];
            ratios[i + lane] = ratio;
            best[lane] = ratio > best[lane] ? ratio : best[lane];  // 0/0, of an example at the origin, is never larger
        }
    }
    double largest = *std::max_element(best, best + lanes);
    for (; i < n; ++i) {
        ratios[i] = -speed[i] / distance[i];
        largest = ratios[i] > largest ? ratios[i] : largest;
    }
    const auto found = std::find(ratios, ratios + n, largest);
    return {found == ratios + n ? 0 : static_cast<std::size_t>(found - ratios), largest};
}

void Billiard::move(double angle) {
    const double cosine = std::cos(angle), sine = std::sin(angle);
    turn(here_.direction, heading_.direction, cosine, sine);
    turn(here_.margins, heading_.margins, cosine, sine);
    stay_on_side();
}

/// Rounding must not put the ball behind a wall that it has not passed.
void Billiard::stay_on_side() {
    double* margins = here_.margins.data();
    const double* sides = sides_.data();
    for (std::size_t i = 0; i < sides_.size(); ++i) {
        const double inside = margins[i] * sides[i];
        margins[i] = sides[i] * (inside > touching ? inside : touching);
    }
}

/// Only the velocity along the wall's normal changes: it turns round, or gains and loses what the wall costs.
void Billiard::meet(std::size_t wall) {
    const std::size_t n = walls_.size();
    const double* products = products_.data() + wall * n;
    const double* vector = walls_.wall(wall);
    const double norm = std::sqrt(products[wall]);
    const double before = speed_ * heading_.margins[wall] / norm;
    const double left = before * before - 2.0 * sides_[wall] * step_up_;
    if (before * sides_[wall] >= 0.0) return;  // rounding in a corner: it leaves already
    const bool passes = left > 0.0;
    const double after = passes ? std::copysign(std::sqrt(left), before) : -before;
    const double speed = passes ? std::sqrt(std::max(speed_ * speed_ - before * before + left, left)) : speed_;
    const double slowed = speed_ / speed, along = (after - before) / (norm * speed);
    const auto change = [=](double* from, const double* by, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) from[k] = slowed * from[k] + along * by[k];
    };
    change(heading_.margins.data(), products, n);
    change(heading_.direction.data(), vector, walls_.rank());
    if (passes) sides_[wall] = -sides_[wall];
    speed_ = speed;
    here_.margins[wall] = sides_[wall] * touching;
    heading_.margins[wall] = after * norm / speed;
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
    stay_on_side();
    heading_.margins = fresh_margins(heading_.direction);
}

}  // namespace drupe
