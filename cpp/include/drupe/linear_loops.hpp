/// The inner loops of linear machines: what rows cost as their outputs change, and products with dense rows.
#pragma once

#include <cstddef>

namespace drupe {

/// Costs that are smooth in the output; those of `clipped_` come from a cost with a corner, min over m' of its value at m'
/// plus (m − m')² σ / 2 about a center: the multiplier method's.
enum class LinearCurve {
    squared_hinge,
    logistic,
    squared_insensitive,
    clipped_hinge,
    clipped_insensitive,
};

/// So many rows, side by side.
struct CurveRows {
    const double* targets;
    const double* costs;
    const double* centers;  // a that the clipped curves start from; others look at none
    double width;           // of the tube
    double share;           // σ = share · cost
    std::size_t count;
};

/// How a sum of curves changes along a line.
struct LineSlope {
    double slope;
    double curvature;
};

/// Rows one after the other, `ld` numbers from one to the next, up to `end`: nothing may be read from there on.
struct DenseRows {
    const double* first;
    std::size_t count;
    std::size_t columns;
    std::size_t ld;
    const double* end;
};

struct LinearLoops {
    /// a = −c L'(m) and h = c L''(m) for every row; the sum of all c L(m).
    double (*answer)(LinearCurve curve, const CurveRows& rows, const double* outputs, double* pulls,
                     double* curvatures);

    /// d/dt and d²/dt² of Σ c L(m + t q).
    LineSlope (*along)(LinearCurve curve, const CurveRows& rows, const double* outputs, const double* changes,
                       double t);

    /// out[i] = ⟨row i, w⟩; w has zeros up to a whole vector. Numbers of the next row may be met by these zeros.
    void (*dense_outputs)(const DenseRows& rows, const double* w, double* out);

    /// out[j] += Σᵢ a[i] row i[j]; out has room for a whole vector.
    void (*dense_pull)(const DenseRows& rows, const double* pulls, double* out);
};

/// Numbers of a vector, for every target at most.
inline constexpr std::size_t linear_lanes = 8;

}  // namespace drupe
