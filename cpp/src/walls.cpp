#include "drupe/walls.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace drupe {

namespace {

/// Directions whose products are made together: enough for the caches, few enough for a quick answer to Ctrl-C.
constexpr std::size_t most_together = 96;
constexpr std::size_t numbers_together = 40'000'000;

/// Multiplications up to which packing would cost more than they do.
constexpr std::size_t small_product = 16'384;

/// Squared share of a random direction below which so little is left of it that rounding would show. What is left is
/// isotropic whatever its length, so that the next one will do.
constexpr double hardly_any = 1e-4;

Program inner_product() {
    Program program;
    program.bases = {{Metric::dot, 0.0}};
    program.code = {{.op = Op::base}};
    return program;
}

}  // namespace

Walls::Walls(const double* vectors, std::size_t count, std::size_t rank)
    : count_(count), rank_(rank), vectors_(vectors, vectors + count * rank), identity_(std::max(count, most_together)) {
    std::iota(identity_.begin(), identity_.end(), std::int64_t{0});
    evaluator_ = std::make_unique<Evaluator<double>>(inner_product(), seen(vectors_.data(), count_), 0);
}

Examples<double> Walls::seen(const double* vectors, std::size_t count) const {
    Examples<double> out;
    out.count = count;
    out.vectors = {DenseView<double>{vectors, count, rank_, static_cast<std::ptrdiff_t>(rank_), 1}};
    out.identity = identity_.data();
    return out;
}

void Walls::margins(const double* directions, std::size_t directions_count, double* out) const {
    if (directions_count * count_ * rank_ <= small_product) {
        for (std::size_t k = 0; k < directions_count; ++k) {
            const double* direction = directions + k * rank_;
            for (std::size_t i = 0; i < count_; ++i)
                out[k * count_ + i] = std::inner_product(direction, direction + rank_, wall(i), 0.0);
        }
        return;
    }
    for (std::size_t first = 0; first < directions_count; first += most_together) {
        const std::size_t some = std::min(most_together, directions_count - first);
        evaluator_->block(seen(directions + first * rank_, some), out + first * count_, {});
    }
}

Array<double> Walls::products() const {
    Array<double> out(count_ * count_);
    evaluator_->gram(out.data(), {});
    return out;
}

double dot(const Array<double>& a, const Array<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

Tangents::Tangents(const Walls& walls, Random& random)
    : walls_(walls), random_(random),
      block_(std::clamp<std::size_t>(numbers_together / (walls.size() * walls.rank()), 1, most_together)),
      used_(block_), directions_(block_ * walls.rank()), products_(block_ * walls.size()) {}

std::size_t Tangents::draws_between_refreshes() const { return std::clamp<std::size_t>(walls_.rank() / 4, 1, 64); }

void Tangents::refill() {
    for (auto& number : directions_) number = random_.normal();
    walls_.margins(directions_.data(), block_, products_.data());
    used_ = 0;
}

void Tangents::draw(const Point& at, Point& out) {
    const std::size_t rank = walls_.rank(), n = walls_.size();
    while (true) {
        if (used_ == block_) refill();
        const double* drawn = directions_.data() + used_ * rank;
        const double* products = products_.data() + used_ * n;
        ++used_;
        double along = 0.0, length = 0.0, squared = 0.0;
        for (std::size_t j = 0; j < rank; ++j) along += drawn[j] * at.direction[j];
        for (std::size_t j = 0; j < rank; ++j) {
            out.direction[j] = drawn[j] - along * at.direction[j];
            squared += out.direction[j] * out.direction[j];
            length += drawn[j] * drawn[j];
        }
        if (squared <= hardly_any * length) continue;
        const double scale = 1.0 / std::sqrt(squared);
        for (std::size_t j = 0; j < rank; ++j) out.direction[j] *= scale;
        for (std::size_t i = 0; i < n; ++i) out.margins[i] = scale * (products[i] - along * at.margins[i]);
        return;
    }
}

}  // namespace drupe
