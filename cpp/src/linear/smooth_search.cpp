#include "drupe/smooth_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "drupe/target.hpp"

namespace drupe {

namespace {

/// A length along a direction will do where the slope has fallen to this share of the first.
constexpr double flat_enough = 0.3;

constexpr int most_trials = 60;

CurveRows stretch(const CurveRows& rows, std::size_t first, std::size_t last) {
    return {rows.targets + first, rows.costs + first, rows.centers == nullptr ? nullptr : rows.centers + first,
            rows.width,           rows.share,         last - first};
}

}  // namespace

SmoothSearch::SmoothSearch(const LinearTable& table, LinearPenalty penalty, std::vector<double> rates,
                           GramPrecision precision)
    : table_(table), penalty_(penalty), penalties_(std::move(rates)), gram_(table, precision),
      ridge_(precision == GramPrecision::single_precision ? 1e-7 : 1e-14), outputs_(table.rows()), pulls_(table.rows()),
      curvatures_(table.rows()), gradient_(table.size()), direction_(table.size()), changes_(table.rows()) {}

void SmoothSearch::begin(std::vector<double> weights) {
    weights_ = std::move(weights);
    refresh();
}

void SmoothSearch::refresh() { table_.outputs(weights_.data(), outputs_.data()); }

void SmoothSearch::look(const SmoothCost& cost) {
    std::vector<double> losses(table_.parts());
    table_.each_part([&](std::size_t part, std::size_t first, std::size_t last) {
        losses[part] = target().linear.answer(cost.curve, stretch(cost.rows, first, last), outputs_.data() + first,
                                              pulls_.data() + first, curvatures_.data() + first);
    });
    table_.pull(pulls_.data(), gradient_.data());
    objective_ = std::accumulate(losses.begin(), losses.end(), penalty());
    const bool squares = penalty_ == LinearPenalty::squares;
    for (std::size_t j = 0; j < weights_.size(); ++j)
        gradient_[j] = (squares ? penalties_[j] * weights_[j] : 0.0) - gradient_[j];
}

double SmoothSearch::penalty() const {
    const bool squares = penalty_ == LinearPenalty::squares;
    double total = 0.0;
    for (std::size_t j = 0; j < weights_.size(); ++j)
        total += penalties_[j] * (squares ? 0.5 * weights_[j] * weights_[j] : std::abs(weights_[j]));
    return total;
}

double SmoothSearch::gap() const {
    double total = 0.0;
    if (penalty_ == LinearPenalty::squares) {
        for (std::size_t j = 0; j < weights_.size(); ++j) total += 0.5 * penalties_[j] * gradient_[j] * gradient_[j];
        return total;
    }
    double largest = 1.0, product = 0.0;
    for (std::size_t j = 0; j < weights_.size(); ++j) {
        largest = std::max(largest, penalties_[j] * std::abs(gradient_[j]));
        product += weights_[j] * gradient_[j];
        total += penalties_[j] * (std::abs(weights_[j]) + weights_[j] * gradient_[j]);
    }
    const double off =
        1.0 - 1.0 / largest;  // what a loses when it is scaled; D falls with it at once and by its square
    return std::abs(total) + off * std::abs(product) + off * off * (objective_ - penalty());
}

void SmoothSearch::step(const SmoothCost& cost, double slack) {
    gram_.bring_to(curvatures_, slack);
    find_direction(cost);
    table_.outputs(direction_.data(), changes_.data());
    const double length = penalty_ == LinearPenalty::squares ? best_length(cost) : best_share(cost);
    for (std::size_t j = 0; j < weights_.size(); ++j) weights_[j] += length * direction_[j];
    for (std::size_t i = 0; i < outputs_.size(); ++i) outputs_[i] += length * changes_[i];
}

void SmoothSearch::find_direction(const SmoothCost& cost) {
    const bool squares = penalty_ == LinearPenalty::squares;
    std::vector<double> diagonal(weights_.size(), 0.0);
    if (squares) diagonal = penalties_;
    if (diagonal.empty()) return;
    const std::size_t last = diagonal.size() - 1;
    // A free constant that no row with curvature holds goes as far as an output may.
    if (penalties_[last] == 0.0) diagonal[last] = 1e-8 * std::abs(gradient_[last] * table_.constant()) / cost.unit;
    if (diagonal[last] > 0.0 && penalties_[last] == 0.0 &&
        gram_.values()[last * gram_.stride() + last] <= diagonal[last])
        diagonal[last] *= 1e8;
    if (!squares) {
        model_.set(gram_.values(), gram_.stride(), diagonal);
        const std::vector<double>& point = model_.minimize(weights_, gradient_, penalties_);
        for (std::size_t j = 0; j < weights_.size(); ++j) direction_[j] = point[j] - weights_[j];
        return;
    }
    factor_.factor(gram_.values(), gram_.stride(), diagonal, ridge_);
    for (std::size_t j = 0; j < weights_.size(); ++j) direction_[j] = -gradient_[j];
    factor_.solve(direction_);
}

LineSlope SmoothSearch::slope_at(const SmoothCost& cost, double t, LineSlope squares) const {
    std::vector<LineSlope> slopes(table_.parts());
    table_.each_part([&](std::size_t part, std::size_t first, std::size_t last) {
        slopes[part] = target().linear.along(cost.curve, stretch(cost.rows, first, last), outputs_.data() + first,
                                             changes_.data() + first, t);
    });
    LineSlope out{squares.slope + t * squares.curvature, squares.curvature};
    for (const LineSlope& part : slopes) {
        out.slope += part.slope;
        out.curvature += part.curvature;
    }
    return out;
}

/// Where the slope, which only rises, is nearly 0. Never by values of the objective: near the end their differences are
/// rounding alone.
double SmoothSearch::best_length(const SmoothCost& cost) const {
    LineSlope squares{0.0, 0.0};
    double first = 0.0;
    for (std::size_t j = 0; j < weights_.size(); ++j) {
        squares.slope += penalties_[j] * weights_[j] * direction_[j];
        squares.curvature += penalties_[j] * direction_[j] * direction_[j];
        first += gradient_[j] * direction_[j];
    }
    double low = 0.0, high = std::numeric_limits<double>::infinity(), t = 1.0;
    for (int trial = 1; trial <= most_trials; ++trial) {
        const LineSlope here = slope_at(cost, t, squares);
        if (std::abs(here.slope) <= flat_enough * std::abs(first)) break;
        (here.slope < 0.0 ? low : high) = t;
        const double wished = here.curvature > 0.0 ? t - here.slope / here.curvature : 4.0 * t;
        if (std::isinf(high)) {
            t = std::clamp(wished, 1.5 * t, 10.0 * t);
        } else {
            t = trial % 3 != 0 && wished > low && wished < high ? wished : 0.5 * (low + high);
        }
    }
    return t;
}

/// The same along a way on which weights meet zero, where the slope jumps; never beyond its end, where signs are right.
double SmoothSearch::best_share(const SmoothCost& cost) const {
    const auto kinks = [&](double t, double side) {
        double slope = 0.0;
        for (std::size_t j = 0; j < weights_.size(); ++j) {
            const double p = direction_[j], here = weights_[j] + t * p;
            slope += penalties_[j] * (here != 0.0 ? (here > 0.0 ? p : -p) : side * std::abs(p));
        }
        return slope;
    };
    double first = kinks(0.0, 1.0);
    for (std::size_t j = 0; j < weights_.size(); ++j) first += gradient_[j] * direction_[j];
    const double enough = flat_enough * std::abs(first);
    double low = 0.0, high = 1.0, t = 1.0;
    for (int trial = 1; trial <= most_trials; ++trial) {
        const LineSlope here = slope_at(cost, t, {0.0, 0.0});
        const double before = here.slope + kinks(t, -1.0), after = here.slope + kinks(t, 1.0);
        if (before <= enough && (after >= -enough || t == 1.0)) break;
        (before > enough ? high : low) = t;
        const double slope = before > enough ? before : after;
        const double wished = here.curvature > 0.0 ? t - slope / here.curvature : low;
        t = trial % 3 != 0 && wished > low && wished < high ? wished : 0.5 * (low + high);
    }
    return t;
}

}  // namespace drupe
