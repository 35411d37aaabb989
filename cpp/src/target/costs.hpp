/// What outputs cost where numbers are wanted, a vector of them at a time.
#pragma once

#include "drupe/cost_loops.hpp"
#include "drupe/simd_exp.hpp"

namespace drupe::DRUPE_TARGET_NAMESPACE {

/// cost(f, y, loss, slope) for vectors of all four.
template <class Cost>
[[gnu::always_inline]] inline void each_output(const Costs& costs, Cost cost) {
    for (std::size_t i = 0; i < costs.count; i += width<double>) {
        Vec<double> loss, slope;
        cost(load(costs.outputs + i), load(costs.wanted + i), loss, slope);
        store<double>(costs.losses + i, loss);
        store<double>(costs.slopes + i, slope);
    }
}

/// ln(1 + e) = 2 artanh(e / (2 + e)) for 0 ≤ e ≤ 1, by its series: the argument is 1/3 at most.
[[gnu::always_inline]] inline Vec<double> log_one_plus(const Vec<double>& e) {
    constexpr int terms = 17;
    const Vec<double> s = e / (e + 2.0);
    const Vec<double> square = s * s;
    Vec<double> sum = splat(1.0 / (2 * terms - 1));
    DRUPE_UNROLL for (int k = terms - 2; k >= 0; --k) sum = sum * square + 1.0 / (2 * k + 1);
    return 2.0 * s * sum;
}

inline void squared_cost(double weight, const Costs& costs) {
    each_output(costs, [=](const auto& f, const auto& y, auto& loss, auto& slope) {
        const Vec<double> r = f - y;
        loss = weight * (r * r);
        slope = 2.0 * weight * r;
    });
}

inline void huber_cost(double transition, const Costs& costs) {
    each_output(costs, [=](const auto& f, const auto& y, auto& loss, auto& slope) {
        const Vec<double> r = f - y;
        const Vec<double> size = magnitude(r);
        const Vec<double> inner = size > transition ? splat(transition) : size;
        loss = inner * inner / (2.0 * transition) + (size - inner);
        slope = (r < 0.0 ? -inner : inner) / transition;
    });
}

inline void logistic_cost(double rate, double scale, const Costs& costs) {
    each_output(costs, [=](const auto& f, const auto& y, auto& loss, auto& slope) {
        const Vec<double> against = -rate * (y * f);
        const Vec<double> e = two_to(-log2_e * magnitude(against));  // which neither overflows nor is lost
        const Vec<double> share = (against < 0.0 ? e : splat(1.0)) / (1.0 + e);
        loss = scale * ((against < 0.0 ? Vec<double>{} : against) + log_one_plus(e));
        slope = -(rate * scale) * (y * share);
    });
}

inline void squared_hinge_cost(double margin, const Costs& costs) {
    each_output(costs, [=](const auto& f, const auto& y, auto& loss, auto& slope) {
        const Vec<double> missing = margin - y * f;
        const Vec<double> some = missing < 0.0 ? Vec<double>{} : missing;
        loss = some * some;
        slope = -2.0 * (y * some);
    });
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
