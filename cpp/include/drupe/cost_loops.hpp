/// The inner loops of losses: what many outputs cost where numbers are wanted, and how the costs change.
#pragma once

#include <cstddef>

namespace drupe {

/// Outputs f and numbers y that are wanted, side by side; all arrays have room for whole vectors, `count` rounded up.
struct Costs {
    const double* outputs;
    const double* wanted;
    double* losses;
    double* slopes;
    std::size_t count;
};

struct CostLoops {
    /// weight · (f − y)².
    void (*squared)(double weight, const Costs& costs);

    /// r² / (2 transition) where |r| = |f − y| ≤ transition, else |r| − transition / 2.
    void (*huber)(double transition, const Costs& costs);

    /// scale · ln(1 + exp(−rate · y f)).
    void (*logistic)(double rate, double scale, const Costs& costs);

    /// max(margin − y f, 0)².
    void (*squared_hinge)(double margin, const Costs& costs);
};

}  // namespace drupe
