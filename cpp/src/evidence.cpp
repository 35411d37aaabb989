#include "drupe/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "drupe/target.hpp"

namespace drupe {

Evidence::Evidence(const EvidenceProblem& problem)
    : problem_(problem), variances_(problem.correlations.size(), 0.0), energy_(level().possible(problem.energy)) {}

bool Evidence::move_to(std::vector<double> variances) {
    std::vector<std::size_t> active;
    for (std::size_t i = 0; i < variances.size(); ++i) {
        if (variances[i] > 0.0) active.push_back(i);
    }
    const std::size_t m = active.size();
    std::vector<double> roots(m), matrix(m * m);
    for (std::size_t k = 0; k < m; ++k) roots[k] = std::sqrt(variances[active[k]]);
    for (std::size_t k = 0; k < m; ++k) {
        const double* from = products_of(active[k]);
        for (std::size_t l = k; l < m; ++l) matrix[k * m + l] = roots[k] * from[active[l]] * roots[l];
        matrix[k * m + k] += 1.0;
    }
    if (!factor_.factor(std::move(matrix), m)) return false;
    variances_ = std::move(variances);
    active_ = std::move(active);
    roots_ = std::move(roots);
    log_determinant_ = factor_.log_determinant();
    reduced_.resize(m);
    for (std::size_t k = 0; k < m; ++k) reduced_[k] = roots_[k] * problem_.correlations[active_[k]];
    factor_.solve_lower(reduced_);
    energy_ = problem_.energy;
    for (const double part : reduced_) energy_ -= part * part;
    energy_ = level().possible(energy_);
    weighed_ = looked_ = false;
    return true;
}

void Evidence::weigh() {
    if (weighed_) return;
    inverse_ = factor_.inverse();
    mean_ = reduced_;
    factor_.solve_upper(mean_);
    weighed_ = true;
}

double Evidence::ratio(std::size_t k) {
    weigh();
    const double zeta = std::max(determined(k), std::numeric_limits<double>::min());
    return mean_[k] * mean_[k] / (noise() * zeta);
}

double Evidence::slope(std::size_t k) {
    weigh();
    return 0.5 * (mean_[k] * mean_[k] / noise() - determined(k));
}

double Evidence::steepest() {
    double most = 0.0;
    for (std::size_t k = 0; k < active_.size(); ++k) most = std::max(most, std::abs(slope(k)));
    return most;
}

std::vector<double> Evidence::curvature() {
    weigh();
    const std::size_t m = active_.size();
    const double rate = 1.0 / noise();
    const double common = level().learns(energy_) ? 0.5 * rate * rate / level().count : 0.0;
    std::vector<double> out(m * m);
    for (std::size_t k = 0; k < m; ++k) {
        for (std::size_t l = k; l < m; ++l) {
            const double between = (k == l ? 1.0 : 0.0) - inverse_[k * m + l];
            const double both = mean_[k] * mean_[l];
            out[k * m + l] = -(0.5 * between * between - rate * both * between + common * both * both);
        }
        out[k * m + k] -= slope(k);
    }
    return out;
}

LoneColumn Evidence::outside(std::size_t column) {
    look();
    const double length = products_of(column)[column];
    const double variance = variances_[column];
    if (variance == 0.0) return {share_[column], pull_[column], energy_, length};
    const std::size_t k = place_[column];
    const double left = std::max(inverse_[k * active_.size() + k], std::numeric_limits<double>::epsilon());
    return {determined(k) / (left * variance), mean_[k] / (left * roots_[k]), energy_ + mean_[k] * mean_[k] / left,
            length};
}

/// W = L⁻¹ Θ^½ PᵀBP, row after row; shares are what it leaves of the squared lengths.
void Evidence::look() {
    if (looked_) return;
    weigh();
    const auto& loops = target().loops<double>();
    const std::size_t m = active_.size(), all = columns();
    place_.resize(all);
    share_.resize(all);
    pull_ = problem_.correlations;
    for (std::size_t i = 0; i < all; ++i) share_[i] = products_of(i)[i];
    std::vector<double> rows(m * all), parts(m);
    std::vector<std::int64_t> earlier(m), chosen(m);
    for (std::size_t k = 0; k < m; ++k) {
        place_[active_[k]] = k;
        earlier[k] = static_cast<std::int64_t>(k);
        chosen[k] = static_cast<std::int64_t>(active_[k]);
        double* row = &rows[k * all];
        const double* from = products_of(active_[k]);
        const double inverse = 1.0 / factor_.at(k, k);
        for (std::size_t i = 0; i < all; ++i) row[i] = inverse * roots_[k] * from[i];
        for (std::size_t l = 0; l < k; ++l) parts[l] = -inverse * factor_.at(k, l);
        loops.add_rows(rows.data(), all, earlier.data(), parts.data(), k, all, row);
        for (std::size_t i = 0; i < all; ++i) share_[i] -= row[i] * row[i];
    }
    for (std::size_t k = 0; k < m; ++k) parts[k] = -roots_[k] * mean_[k];
    loops.add_rows(problem_.products.data(), all, chosen.data(), parts.data(), m, all, pull_.data());
    looked_ = true;
}

}  // namespace drupe
