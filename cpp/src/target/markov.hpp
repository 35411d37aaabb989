/// Hidden Markov models: forward, backward and counting, with a sequence in every lane.
#pragma once

#include <math.h>

#include "drupe/markov_loops.hpp"
#include "drupe/simd.hpp"

namespace drupe::DRUPE_TARGET_NAMESPACE {

inline constexpr std::size_t markov_lanes = width<double>;

/// out[r] = Σ_c matrix[r, c] in[c] for `Rows` rows from r on.
template <std::size_t Rows>
[[gnu::always_inline]] inline void combine_rows(const double* matrix, std::size_t states, const double* in,
                                                double* out) {
    Vec<double> sums[Rows] = {};
    for (std::size_t c = 0; c < states; ++c) {
        const Vec<double> lane = load(in + c * markov_lanes);
        DRUPE_UNROLL for (std::size_t r = 0; r < Rows; ++r) sums[r] += matrix[r * states + c] * lane;
    }
    DRUPE_UNROLL for (std::size_t r = 0; r < Rows; ++r) store<double>(out + r * markov_lanes, sums[r]);
}

/// out = M in, in every lane.
inline void combine(const MarkovLinks& links, const double* in, double* out) {
    const std::size_t states = links.states;
    if (links.whole != nullptr) {
        std::size_t r = 0;
        for (; r + 8 <= states; r += 8) combine_rows<8>(links.whole + r * states, states, in, out + r * markov_lanes);
        if (r + 4 <= states) {
            combine_rows<4>(links.whole + r * states, states, in, out + r * markov_lanes);
            r += 4;
        }
        for (; r < states; ++r) combine_rows<1>(links.whole + r * states, states, in, out + r * markov_lanes);
        return;
    }
    for (std::size_t r = 0; r < states; ++r) {
        Vec<double> sum = {};
        for (std::int64_t e = links.starts[r]; e < links.starts[r + 1]; ++e)
            sum += links.values[e] * load(in + static_cast<std::size_t>(links.columns[e]) * markov_lanes);
        store<double>(out + r * markov_lanes, sum);
    }
}

/// ln of the product of many factors, of which a few are multiplied before a logarithm is taken.
struct LaneLogarithms {
    Vec<double> product = splat(1.0);
    int factors = 0;

    void times(const Vec<double>& factor, double* logs) {
        constexpr double tiny = 1e-35;  // eight factors that are not tiny make a product that is not zero
        const Vec<double> least = splat(tiny);
        const auto smaller = factor < least;
        bool any = false;
        DRUPE_UNROLL for (std::size_t l = 0; l < markov_lanes; ++l) any = any || smaller[l] != 0;
        if (any) flush(logs);
        product *= factor;
        if (++factors == 8 || any) flush(logs);
    }

    void flush(double* logs) {
        for (std::size_t l = 0; l < markov_lanes; ++l) logs[l] += ::log(product[l]);
        product = splat(1.0);
        factors = 0;
    }
};

/// Numbers where the sequence goes on, `otherwise` where it has ended.
[[gnu::always_inline]] inline Vec<double> where_active(std::size_t t, const std::int64_t* lengths,
                                                       const Vec<double>& active, double otherwise) {
    Vec<double> out = active;
    for (std::size_t l = 0; l < markov_lanes; ++l) {
        if (static_cast<std::int64_t>(t) >= lengths[l]) out[l] = otherwise;
    }
    return out;
}

/// What is less counts as nothing, in both directions: so no number going back, at most one over this, is infinite.
inline constexpr double least_share = 1e-305;

inline void markov_forward(const MarkovLinks& backwards, const double* start, const MarkovStretch& stretch,
                           double* logs) {
    const std::size_t states = backwards.states, step = states * markov_lanes;
    LaneLogarithms taken;
    for (std::size_t t = stretch.first; t < stretch.last; ++t) {
        const std::size_t at = t - stretch.first;
        double* alpha = stretch.alphas + (at + 1) * step;
        double* emitted = stretch.weights + at * step;
        const std::int32_t* symbols = stretch.symbols + t * markov_lanes;
        DRUPE_UNROLL for (std::size_t l = 0; l < markov_lanes; ++l) {
            const double* row = stretch.emissions + symbols[l];
            for (std::size_t i = 0; i < states; ++i) emitted[i * markov_lanes + l] = row[i];
        }
        if (t == 0) {
            for (std::size_t i = 0; i < states; ++i) store<double>(alpha + i * markov_lanes, splat(start[i]));
        } else {
            combine(backwards, alpha - step, alpha);
        }
        const Vec<double> none = {}, least = splat(least_share);
        Vec<double> sum = {};
        for (std::size_t i = 0; i < states; ++i) {
            const Vec<double> whole = load(alpha + i * markov_lanes) * load(emitted + i * markov_lanes);
            const Vec<double> value = whole < least ? none : whole;
            store<double>(alpha + i * markov_lanes, value);
            sum += value;
        }
        const Vec<double> inverse = sum > none ? 1.0 / sum : none;
        store<double>(stretch.inverses + at * markov_lanes, inverse);
        for (std::size_t i = 0; i < states; ++i)
            store<double>(alpha + i * markov_lanes, load(alpha + i * markov_lanes) * inverse);
        if (logs != nullptr) taken.times(where_active(t, stretch.lengths, sum, 1.0), logs);
    }
    if (logs != nullptr) taken.flush(logs);
}

inline void markov_backward(const MarkovLinks& links, const MarkovStretch& stretch, double* betas,
                            double* const* tables) {
    const std::size_t states = links.states, step = states * markov_lanes;
    for (std::size_t t = stretch.last; t-- > stretch.first;) {
        const std::size_t at = t - stretch.first;
        const double* alpha = stretch.alphas + (at + 1) * step;
        double* weight = stretch.weights + at * step;
        const std::int32_t* symbols = stretch.symbols + t * markov_lanes;
        for (std::size_t l = 0; l < markov_lanes; ++l) {  // nothing comes after the last symbol
            if (static_cast<std::int64_t>(t) + 1 < stretch.lengths[l]) continue;
            for (std::size_t i = 0; i < states; ++i) betas[i * markov_lanes + l] = 1.0;
        }
        const Vec<double> inverse = where_active(t, stretch.lengths, load(stretch.inverses + at * markov_lanes), 0.0);
        for (std::size_t i = 0; i < states; ++i) {
            // a state that cannot be reached may explain what follows without bound, and leads from none that can
            const Vec<double> none = {}, reached = load(alpha + i * markov_lanes);
            const Vec<double> beta = reached > none ? load(betas + i * markov_lanes) : none;
            store<double>(weight + i * markov_lanes, load(weight + i * markov_lanes) * beta * inverse);
            const Vec<double> share = reached * beta;
            DRUPE_UNROLL for (std::size_t l = 0; l < markov_lanes; ++l)
                tables[l][static_cast<std::size_t>(symbols[l]) + i] += share[l];
        }
        if (t > 0) combine(links, weight, betas);
    }
}

/// Steps of time whose vectors stay near while all pairs of states are counted.
inline constexpr std::size_t counted_together = 24;

template <std::size_t Rows, std::size_t Columns>
[[gnu::always_inline]] inline void count_tile(const double* alphas, const double* weights, std::size_t steps,
                                              std::size_t states, double* sums) {
    Vec<double> tile[Rows][Columns] = {};
    for (std::size_t t = 0; t < steps; ++t) {
        const double* from = alphas + t * states * markov_lanes;
        const double* to = weights + t * states * markov_lanes;
        Vec<double> lanes[Columns];
        DRUPE_UNROLL for (std::size_t c = 0; c < Columns; ++c) lanes[c] = load(to + c * markov_lanes);
        DRUPE_UNROLL for (std::size_t r = 0; r < Rows; ++r) {
            const Vec<double> left = load(from + r * markov_lanes);
            DRUPE_UNROLL for (std::size_t c = 0; c < Columns; ++c) tile[r][c] += left * lanes[c];
        }
    }
    DRUPE_UNROLL for (std::size_t r = 0; r < Rows; ++r) {
        DRUPE_UNROLL for (std::size_t c = 0; c < Columns; ++c) {
            double* sum = sums + (r * states + c) * markov_lanes;
            store<double>(sum, load(sum) + tile[r][c]);
        }
    }
}

template <std::size_t Rows>
[[gnu::always_inline]] inline void count_rows(const double* alphas, const double* weights, std::size_t steps,
                                              std::size_t states, double* sums) {
    std::size_t c = 0;
    for (; c + 4 <= states; c += 4)
        count_tile<Rows, 4>(alphas, weights + c * markov_lanes, steps, states, sums + c * markov_lanes);
    for (; c < states; ++c)
        count_tile<Rows, 1>(alphas, weights + c * markov_lanes, steps, states, sums + c * markov_lanes);
}

inline void markov_count(const MarkovLinks& links, const MarkovStretch& stretch, double* sums) {
    constexpr std::size_t rows = markov_lanes >= 8 ? 4 : 2;  // as the registers allow
    const std::size_t states = links.states, step = states * markov_lanes;
    const std::size_t steps = stretch.last - stretch.first;
    for (std::size_t t = stretch.first == 0 ? 1 : 0; t < steps; t += counted_together) {
        const std::size_t now = steps - t < counted_together ? steps - t : counted_together;
        const double* alphas = stretch.alphas + t * step;  // one step before the weights
        const double* weights = stretch.weights + t * step;
        if (links.whole != nullptr) {
            std::size_t r = 0;
            for (; r + rows <= states; r += rows)
                count_rows<rows>(alphas + r * markov_lanes, weights, now, states, sums + r * step);
            for (; r < states; ++r) count_rows<1>(alphas + r * markov_lanes, weights, now, states, sums + r * step);
            continue;
        }
        for (std::size_t r = 0; r < states; ++r) {
            for (std::int64_t e = links.starts[r]; e < links.starts[r + 1]; ++e) {
                const double* from = alphas + r * markov_lanes;
                const double* to = weights + static_cast<std::size_t>(links.columns[e]) * markov_lanes;
                Vec<double> sum = {};
                for (std::size_t s = 0; s < now; ++s) sum += load(from + s * step) * load(to + s * step);
                double* into = sums + static_cast<std::size_t>(e) * markov_lanes;
                store<double>(into, load(into) + sum);
            }
        }
    }
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
