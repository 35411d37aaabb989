/// The losses of linear machines and what their duals need, each by itself and where rounding does not spoil it.
///
/// An output m of a row with target y and cost c meets its dual variable a where a = −c L′(m); `residual`, which is
/// c L(y, m) + a m less what a adds to the dual, says how far apart they are: never below zero, and zero where they meet.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "drupe/linear_problem.hpp"

namespace drupe {

/// One step on a dual variable.
struct DualStep {
    double dual;       // where it is best, all others held
    double violation;  // how far its slope is from what it should be
    double slack;      // how far on the right side it is at its bound; 0 elsewhere
};

/// Squared lengths of rows below this count as this: what has no length is put where its slope leads.
inline constexpr double shortest = 1e-290;

struct Hinge {
    static constexpr bool is_smooth = false;

    [[nodiscard]] double value(double y, double m) const { return std::max(0.0, 1.0 - y * m); }
    [[nodiscard]] double residual(double y, double m, double a, double c) const {
        const double missing = 1.0 - y * m;
        return missing > 0.0 ? (c - y * a) * missing : -y * a * missing;
    }
    /// Of a row whose squared length is q.
    [[nodiscard]] DualStep step(double y, double m, double a, double c, double q) const {
        const double z = y * a, slope = y * m - 1.0;
        if (z <= 0.0 && slope >= 0.0) return {a, 0.0, slope};
        if (z >= c && slope <= 0.0) return {a, 0.0, -slope};
        return {y * std::clamp(z - slope / std::max(q, shortest), 0.0, c), std::abs(slope), 0.0};
    }
    /// The nearest that is allowed.
    [[nodiscard]] double allowed(double y, double a, double c) const { return y * std::clamp(y * a, 0.0, c); }
};

struct SquaredHinge {
    static constexpr bool is_smooth = true;

    [[nodiscard]] double value(double y, double m) const {
        const double missing = std::max(0.0, 1.0 - y * m);
        return missing * missing;
    }
    [[nodiscard]] double slope(double y, double m) const { return -2.0 * y * std::max(0.0, 1.0 - y * m); }
    [[nodiscard]] double curvature(double y, double m) const { return y * m < 1.0 ? 2.0 : 0.0; }
    [[nodiscard]] double residual(double y, double m, double a, double c) const {
        const double missing = 1.0 - y * m, z = y * a;
        if (missing <= 0.0) return -z * missing + z * z / (4.0 * c);
        const double apart = missing - z / (2.0 * c);
        return c * apart * apart;
    }
    [[nodiscard]] DualStep step(double y, double m, double a, double c, double q) const {
        const double z = y * a, slope = y * m - 1.0 + z / (2.0 * c);
        if (z <= 0.0 && slope >= 0.0) return {a, 0.0, slope};
        return {y * std::max(z - slope / (q + 1.0 / (2.0 * c)), 0.0), std::abs(slope), 0.0};
    }
    [[nodiscard]] double allowed(double y, double a, double) const { return y * std::max(y * a, 0.0); }
};

struct Insensitive {
    static constexpr bool is_smooth = false;
    double width;

    [[nodiscard]] double value(double y, double m) const { return std::max(0.0, std::abs(y - m) - width); }
    [[nodiscard]] double residual(double y, double m, double a, double c) const {
        const double r = y - m, outside = std::abs(r) - width, size = std::abs(a);
        if (a * r < 0.0) return c * std::max(0.0, outside) + size * (width + std::abs(r));
        return outside > 0.0 ? (c - size) * outside : -size * outside;
    }
    [[nodiscard]] DualStep step(double y, double m, double a, double c, double q) const {
        return clipped_step(m - y, a, c, std::max(q, shortest));
    }
    [[nodiscard]] double allowed(double, double a, double c) const { return std::clamp(a, -c, c); }

    /// Of ½ q (a′ − a)² + slope (a′ − a) + width |a′| over |a′| ≤ c.
    [[nodiscard]] DualStep clipped_step(double slope, double a, double c, double q) const {
        const double up = slope + width, down = slope - width;  // slopes to the right and to the left of 0
        if (a == 0.0 && up >= 0.0 && down <= 0.0) return {a, 0.0, std::min(up, -down)};
        if (a >= c && up <= 0.0) return {a, 0.0, -up};
        if (a <= -c && down >= 0.0) return {a, 0.0, down};
        const double violation = a > 0.0 ? std::abs(up) : a < 0.0 ? std::abs(down) : std::max(-up, down);
        double next = 0.0;
        if (up < q * a) {
            next = a - up / q;
        } else if (down > q * a) {
            next = a - down / q;
        }
        return {std::clamp(next, -c, c), violation, 0.0};
    }
};

struct SquaredInsensitive {
    static constexpr bool is_smooth = true;
    double width;

    [[nodiscard]] double value(double y, double m) const {
        const double outside = std::max(0.0, std::abs(y - m) - width);
        return outside * outside;
    }
    [[nodiscard]] double slope(double y, double m) const {
        const double r = m - y;
        return 2.0 * (r > width ? r - width : r < -width ? r + width : 0.0);
    }
    [[nodiscard]] double curvature(double y, double m) const { return std::abs(y - m) > width ? 2.0 : 0.0; }
    [[nodiscard]] double residual(double y, double m, double a, double c) const {
        const double r = y - m, outside = std::abs(r) - width, size = std::abs(a);
        const double own = size * size / (4.0 * c);
        if (a * r < 0.0) {
            const double counted = std::max(0.0, outside);
            return c * counted * counted + size * (width + std::abs(r)) + own;
        }
        if (outside <= 0.0) return own - size * outside;
        const double apart = outside - size / (2.0 * c);
        return c * apart * apart;
    }
    [[nodiscard]] DualStep step(double y, double m, double a, double c, double q) const {
        constexpr double any = std::numeric_limits<double>::infinity();
        return Insensitive{width}.clipped_step(m - y + a / (2.0 * c), a, any, q + 1.0 / (2.0 * c));
    }
    [[nodiscard]] double allowed(double, double a, double) const { return a; }
};

/// 1 / (1 + exp(−t)).
[[nodiscard]] inline double sigmoid(double t) {
    if (t >= 0.0) return 1.0 / (1.0 + std::exp(-t));
    const double e = std::exp(t);
    return e / (1.0 + e);
}

/// Its logarithm.
[[nodiscard]] inline double log_sigmoid(double t) { return std::min(t, 0.0) - std::log1p(std::exp(-std::abs(t))); }

struct Logistic {
    static constexpr bool is_smooth = true;

    [[nodiscard]] double value(double y, double m) const { return -log_sigmoid(y * m); }
    [[nodiscard]] double slope(double y, double m) const { return -y * sigmoid(-y * m); }
    [[nodiscard]] double curvature(double y, double m) const {
        const double e = std::exp(-std::abs(y * m));
        return e / ((1.0 + e) * (1.0 + e));
    }
    /// c times the relative entropy of the share z / c with respect to the probability of the other class.
    [[nodiscard]] double residual(double y, double m, double a, double c) const {
        const double share = std::clamp(y * a / c, 0.0, 1.0);
        return c * (divergence(share, -y * m) + divergence(1.0 - share, y * m));
    }
    [[nodiscard]] DualStep step(double y, double m, double a, double c, double q) const;
    [[nodiscard]] double allowed(double y, double a, double c) const { return y * std::clamp(y * a, 0.0, c); }

private:
    /// b log(b / p) − b + p for p = σ(t).
    [[nodiscard]] static double divergence(double b, double t) {
        const double p = sigmoid(t);
        if (b <= 0.0) return p;
        const double more = (b - p) / p;
        const double apart = std::abs(more) < 0.5 ? p * ((1.0 + more) * std::log1p(more) - more)
                                                  : b * (std::log(b) - log_sigmoid(t)) - b + p;
        return std::max(0.0, apart);
    }
};

/// About where t + b σ(t) = s, b ≥ 0: for t < 0, where σ(t) is nearly exp(t), t = s − W(b exp(s)) with Lambert's W.
[[nodiscard]] inline double near_root(double s, double b) {
    if (s > 0.5 * b) return -near_root(b - s, b);
    const double logarithm = s + std::log(b);
    if (logarithm > 1.0) return s - logarithm + std::log(logarithm);
    return s - std::log1p(std::exp(logarithm));
}

/// Minimizes ½ q (z′ − z)² + y m (z′ − z) + z′ log z′ + (c − z′) log (c − z′) over t = log(z′ / (c − z′)), whose slope there
/// is t + y m + q (c σ(t) − z): Newton, held within the bounds that 0 < σ < 1 gives.
inline DualStep Logistic::step(double y, double m, double a, double c, double q) const {
    constexpr int most = 100;
    constexpr double exact = 1e-3;  // of the first step, and of one
    const double z = std::clamp(y * a, 0.0, c), margin = y * m, rest = q * z - margin;
    double low = rest - q * c, high = rest;
    double t = z > 0.0 && z < c ? std::clamp(std::log(z / (c - z)), low, high) : rest;
    double first = 1.0;
    for (int turn = 0; turn < most; ++turn) {
        const double share = sigmoid(t);
        const double slope = t - rest + q * c * share;
        (slope > 0.0 ? high : low) = t;
        double next = t - slope / (1.0 + q * c * share * (1.0 - share));
        if (turn == 0 && std::abs(next - t) > 1.0 && q > 0.0) next = near_root(rest, q * c);
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        const double moved = std::abs(next - t);
        if (turn == 0) first = std::min(moved, 1.0);
        t = next;
        if (moved <= exact * first || moved <= 1e-14 * std::abs(t)) break;
    }
    const double share = sigmoid(t);
    return {y * c * share, std::abs(share - z / c), 0.0};
}

/// use(loss) for the loss that the problem names.
template <class Use>
auto with_loss(const LinearProblem& problem, Use use) {
    switch (problem.loss) {
        case LinearLoss::hinge: return use(Hinge{});
        case LinearLoss::squared_hinge: return use(SquaredHinge{});
        case LinearLoss::logistic: return use(Logistic{});
        case LinearLoss::insensitive: return use(Insensitive{problem.width});
        case LinearLoss::squared_insensitive: break;
    }
    return use(SquaredInsensitive{problem.width});
}

}  // namespace drupe
