#include "drupe/gibbs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace drupe {

namespace {

/// Crossings are sorted as whole numbers: positive doubles have the order of their bits. The last bit, of no weight in an
/// angle, says what the crossing does.
constexpr std::uint64_t to_the_right_side = 1;

bool all_positive(const Array<double>& margins) {
    return std::all_of(margins.begin(), margins.end(), [](double margin) { return margin > 0.0; });
}

}  // namespace

Circle::Circle(std::size_t walls, double noise) : noise_(noise), falling_(walls + 1) {
    const double odds = noise / (1.0 - noise);
    const double ratio = odds <= 1.0 ? odds : 1.0 / odds;
    falling_[0] = 1.0;
    for (std::size_t errors = 1; errors <= walls; ++errors) falling_[errors] = ratio * falling_[errors - 1];
    crossings_.reserve(walls);
}

double Circle::draw(const Array<double>& at, const Array<double>& across, Random& random) {
    return hard() ? draw_between_nearest(at, across, random) : draw_by_sweep(at, across, random);
}

/// Without noise only the arc around z = 0 counts. The margin aᵢ cos z + bᵢ sin z with aᵢ > 0 is zero where cot z = −bᵢ/aᵢ,
/// and the cotangent falls, so that the nearest walls are the largest ratios.
double Circle::draw_between_nearest(const Array<double>& at, const Array<double>& across, Random& random) const {
    double ahead = -across[0] / at[0], behind = -ahead;
    for (std::size_t i = 1; i < at.size(); ++i) {
        const double ratio = across[i] / at[i];
        ahead = std::max(ahead, -ratio);
        behind = std::max(behind, ratio);
    }
    const double low = -std::atan2(1.0, behind), high = std::atan2(1.0, ahead);
    return low + (high - low) * random.uniform();
}

/// The margin aᵢ cos z + bᵢ sin z changes its sign once in 0 < z < π, at the angle of (−bᵢ, aᵢ). An example that is
/// orthogonal to the circle never changes, and its factor of the likelihood cancels.
void Circle::find_crossings(const Array<double>& at, const Array<double>& across) {
    crossings_.clear();
    first_errors_ = active_ = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const double a = at[i], b = across[i];
        if (a == 0.0 && b == 0.0) continue;
        ++active_;
        first_errors_ += a < 0.0 || (a == 0.0 && b < 0.0) ? 1 : 0;
        if (a == 0.0) continue;
        const auto angle = std::bit_cast<std::uint64_t>(a > 0.0 ? std::atan2(a, -b) : std::atan2(-a, b));
        crossings_.push_back((angle & ~to_the_right_side) | (a < 0.0 ? to_the_right_side : 0));
    }
    std::sort(crossings_.begin(), crossings_.end());
}

/// Walks the arcs of the first half circle, adding and subtracting errors: visit(left, right, errors) goes on while true.
template <class Visit>
void Circle::sweep(Visit visit) const {
    double left = 0.0;
    std::size_t errors = first_errors_;
    for (const auto crossing : crossings_) {
        const double right = std::bit_cast<double>(crossing);
        if (!visit(left, right, errors)) return;
        left = right;
        errors = (crossing & to_the_right_side) != 0 ? errors - 1 : errors + 1;
    }
    visit(left, std::numbers::pi, errors);
}

/// Opposite every arc with e errors lies one, of the same length, with the others wrong.
double Circle::draw_by_sweep(const Array<double>& at, const Array<double>& across, Random& random) {
    find_crossings(at, across);
    std::size_t fewest = first_errors_, most = first_errors_;
    sweep([&](double, double, std::size_t errors) {
        fewest = std::min(fewest, errors);
        most = std::max(most, errors);
        return true;
    });
    set_best(std::min(fewest, active_ - most), std::max(most, active_ - fewest));
    double total = 0.0;
    sweep([&](double left, double right, std::size_t errors) {
        total += (right - left) * (likelihood(errors) + likelihood(active_ - errors));
        return true;
    });
    double rest = random.uniform() * total;
    const double place = random.uniform();
    double angle = 0.0;
    sweep([&](double left, double right, std::size_t errors) {
        const double here = (right - left) * likelihood(errors),
                     opposite = (right - left) * likelihood(active_ - errors);
        if (here + opposite == 0.0) return true;
        angle = left + (right - left) * place + (rest < here ? 0.0 : std::numbers::pi);
        rest -= here + opposite;
        return rest >= 0.0;
    });
    return angle;
}

GibbsChain::GibbsChain(const double* walls, std::size_t count, std::size_t rank, const double* start, double noise,
                       std::uint64_t seed)
    : Chain(walls, count, rank, start, seed), circle_(count, noise), tangents_(walls_, random_),
      across_{Array<double>(rank), Array<double>(count)}, moved_(count) {}

bool GibbsChain::step(Watch&, bool) {
    if (walls_.rank() == 1) {
        choose_side(circle_.noise());
        return true;
    }
    tangents_.draw(here_, across_);
    go_to(circle_.draw(here_.margins, across_.margins, random_));
    if (++since_refresh_ >= tangents_.draws_between_refreshes()) refresh();
    return true;
}

void GibbsChain::go_to(double angle) {
    const double cosine = std::cos(angle), sine = std::sin(angle);
    for (std::size_t i = 0; i < moved_.size(); ++i) moved_[i] = cosine * here_.margins[i] + sine * across_.margins[i];
    // At the very end of an arc rounding may lead across the wall.
    if (circle_.hard() && !all_positive(moved_)) return;
    here_.margins.swap(moved_);
    turn(here_.direction, across_.direction, cosine, sine);
}

void GibbsChain::refresh() {
    since_refresh_ = 0;
    const double length = std::sqrt(dot(here_.direction, here_.direction));
    for (auto& coordinate : here_.direction) coordinate /= length;
    auto margins = fresh_margins(here_.direction);
    if (!circle_.hard() || all_positive(margins)) here_.margins.swap(margins);
}

}  // namespace drupe
