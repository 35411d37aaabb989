/// Linear machines: costs of rows and their slopes, a vector of rows at a time; products with dense rows.
#pragma once

#include "costs.hpp"
#include "drupe/linear_loops.hpp"
#include "drupe/simd_exp.hpp"

namespace drupe::DRUPE_TARGET_NAMESPACE {

/// What a vector of rows costs, a = −cost', and cost''.
struct Answer {
    Vec<double> loss, pull, curvature;
};

[[gnu::always_inline]] inline Vec<double> positive(const Vec<double>& v) { return v > 0.0 ? v : Vec<double>{}; }

/// c L about the output m where y is wanted, from the center a; `sigma` is that of the clipped curves.
template <LinearCurve curve>
[[gnu::always_inline]] inline Answer answer_of(const Vec<double>& m, const Vec<double>& y, const Vec<double>& c,
                                               const Vec<double>& center, double width, double share) {
    const Vec<double> none = {};
    if constexpr (curve == LinearCurve::squared_hinge) {
        const Vec<double> r = 1.0 - y * m;
        const Vec<double> some = positive(r);
        const Vec<double> twice = 2.0 * c;
        return {c * some * some, twice * some * y, r > 0.0 ? twice : none};
    } else if constexpr (curve == LinearCurve::logistic) {
        const Vec<double> against = -(y * m);
        const Vec<double> e = two_to(-log2_e * magnitude(against));  // which neither overflows nor is lost
        const Vec<double> inverse = 1.0 / (1.0 + e);
        const Vec<double> p = (against < 0.0 ? e : splat(1.0)) * inverse;
        return {c * (positive(against) + log_one_plus(e)), c * y * p, c * e * inverse * inverse};
    } else if constexpr (curve == LinearCurve::squared_insensitive) {
        const Vec<double> r = y - m;
        const Vec<double> outside = positive(magnitude(r) - width);
        const Vec<double> twice = 2.0 * c;
        return {c * outside * outside, twice * (r < 0.0 ? -outside : outside),
                magnitude(r) > splat(width) ? twice : none};
    } else {
        constexpr bool hinge = curve == LinearCurve::clipped_hinge;
        const Vec<double> sigma = share * c;
        const Vec<double> safe = sigma > 0.0 ? sigma : splat(1.0);
        if constexpr (hinge) {
            const Vec<double> r = 1.0 - y * m;
            const Vec<double> before = y * center;
            const Vec<double> free = before + sigma * r;
            const Vec<double> low = positive(free);
            const Vec<double> z = low < c ? low : c;
            const Vec<double> moved = z - before;
            const Vec<double> inside = low < c ? sigma : none;
            return {z * r - moved * moved / (2.0 * safe), y * z, free > 0.0 ? inside : none};
        } else {
            const Vec<double> r = y - m;
            const Vec<double> free = center + sigma * r;
            const Vec<double> size = positive(magnitude(free) - sigma * width);
            const Vec<double> clipped = size < c ? size : c;
            const Vec<double> a = free < 0.0 ? -clipped : clipped;
            const Vec<double> moved = a - center;
            const Vec<double> inside = size < c ? sigma : none;
            return {a * r - width * clipped - moved * moved / (2.0 * safe), a, size > 0.0 ? inside : none};
        }
    }
}

/// body(first, load) for whole vectors of rows; `load(array)` gives theirs, zeros behind the last row.
template <class Body>
[[gnu::always_inline]] inline void each_vector_of_rows(std::size_t count, Body body) {
    constexpr std::size_t step = width<double>;
    std::size_t i = 0;
    for (; i + step <= count; i += step)
        body(i, step, [i](const double* from) { return drupe::DRUPE_TARGET_NAMESPACE::load(from + i); });
    if (i == count) return;
    const std::size_t rest = count - i;
    body(i, rest, [i, rest](const double* from) {
        double padded[step] = {};
        for (std::size_t k = 0; k < rest; ++k) padded[k] = from[i + k];
        return drupe::DRUPE_TARGET_NAMESPACE::load(padded);
    });
}

[[gnu::always_inline]] inline void store_rows(double* to, const Vec<double>& v, std::size_t count) {
    if (count == width<double>) return store<double>(to, v);
    for (std::size_t k = 0; k < count; ++k) to[k] = v[k];
}

template <LinearCurve curve>
double answer_rows(const CurveRows& rows, const double* outputs, double* pulls, double* curvatures) {
    constexpr bool centered = curve == LinearCurve::clipped_hinge || curve == LinearCurve::clipped_insensitive;
    Vec<double> total = {};
    each_vector_of_rows(rows.count, [&](std::size_t i, std::size_t count, auto get) {
        const Vec<double> center = centered ? get(rows.centers) : Vec<double>{};
        const Answer a =
            answer_of<curve>(get(outputs), get(rows.targets), get(rows.costs), center, rows.width, rows.share);
        total += a.loss;
        store_rows(pulls + i, a.pull, count);
        store_rows(curvatures + i, a.curvature, count);
    });
    return sum<double>(total);
}

template <LinearCurve curve>
LineSlope slope_along(const CurveRows& rows, const double* outputs, const double* changes, double t) {
    constexpr bool centered = curve == LinearCurve::clipped_hinge || curve == LinearCurve::clipped_insensitive;
    Vec<double> slope = {}, curvature = {};
    each_vector_of_rows(rows.count, [&](std::size_t, std::size_t, auto get) {
        const Vec<double> q = get(changes);
        const Vec<double> center = centered ? get(rows.centers) : Vec<double>{};
        const Answer a =
            answer_of<curve>(get(outputs) + t * q, get(rows.targets), get(rows.costs), center, rows.width, rows.share);
        slope -= a.pull * q;
        curvature += a.curvature * q * q;
    });
    return {sum<double>(slope), sum<double>(curvature)};
}

/// work.operator()<curve>().
template <class Work>
[[gnu::always_inline]] inline auto for_curve(LinearCurve curve, Work work) {
    switch (curve) {
        case LinearCurve::squared_hinge: return work.template operator()<LinearCurve::squared_hinge>();
        case LinearCurve::logistic: return work.template operator()<LinearCurve::logistic>();
        case LinearCurve::squared_insensitive: return work.template operator()<LinearCurve::squared_insensitive>();
        case LinearCurve::clipped_hinge: return work.template operator()<LinearCurve::clipped_hinge>();
        default: return work.template operator()<LinearCurve::clipped_insensitive>();
    }
}

inline double answer_linear(LinearCurve curve, const CurveRows& rows, const double* outputs, double* pulls,
                            double* curvatures) {
    return for_curve(curve, [&]<LinearCurve which>() { return answer_rows<which>(rows, outputs, pulls, curvatures); });
}

inline LineSlope along_linear(LinearCurve curve, const CurveRows& rows, const double* outputs, const double* changes,
                              double t) {
    return for_curve(curve, [&]<LinearCurve which>() { return slope_along<which>(rows, outputs, changes, t); });
}

/// So many rows from the first on of which whole vectors may be read.
inline std::size_t rows_far_from_end(const DenseRows& rows, std::size_t padded) {
    std::size_t count = rows.count;
    while (count > 0 && static_cast<std::size_t>(rows.end - (rows.first + (count - 1) * rows.ld)) < padded) --count;
    return count;
}

template <std::size_t together>
[[gnu::always_inline]] inline void some_outputs(const double* row, std::size_t ld, std::size_t padded, const double* w,
                                                double* out) {
    Vec<double> sums[together] = {};
    for (std::size_t j = 0; j < padded; j += width<double>) {
        const Vec<double> weight = load(w + j);
        DRUPE_UNROLL for (std::size_t k = 0; k < together; ++k) sums[k] += load(row + k * ld + j) * weight;
    }
    DRUPE_UNROLL for (std::size_t k = 0; k < together; ++k) out[k] = sum<double>(sums[k]);
}

inline void dense_outputs(const DenseRows& rows, const double* w, double* out) {
    constexpr std::size_t together = 8;
    const std::size_t padded = (rows.columns + width<double> - 1) / width<double> * width<double>;
    const std::size_t safe = rows_far_from_end(rows, padded);
    std::size_t i = 0;
    for (; i + together <= safe; i += together)
        some_outputs<together>(rows.first + i * rows.ld, rows.ld, padded, w, out + i);
    for (; i < safe; ++i) some_outputs<1>(rows.first + i * rows.ld, rows.ld, padded, w, out + i);
    for (; i < rows.count; ++i) {
        double total = 0.0;
        for (std::size_t j = 0; j < rows.columns; ++j) total += rows.first[i * rows.ld + j] * w[j];
        out[i] = total;
    }
}

inline void dense_pull(const DenseRows& rows, const double* pulls, double* out) {
    constexpr std::size_t together = 4;
    const std::size_t padded = (rows.columns + width<double> - 1) / width<double> * width<double>;
    const std::size_t safe = rows_far_from_end(rows, padded);
    std::size_t i = 0;
    for (; i + together <= safe; i += together) {
        const double* row = rows.first + i * rows.ld;
        for (std::size_t j = 0; j < padded; j += width<double>) {
            Vec<double> total = load(out + j);
            DRUPE_UNROLL for (std::size_t k = 0; k < together; ++k) total += load(row + k * rows.ld + j) * pulls[i + k];
            store<double>(out + j, total);
        }
    }
    for (; i < rows.count; ++i) {
        for (std::size_t j = 0; j < rows.columns; ++j) out[j] += rows.first[i * rows.ld + j] * pulls[i];
    }
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
