/// The inner loops of hidden Markov models: several sequences at once, one in each lane of a vector.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drupe {

/// A square matrix by rows: whole, or only the entries that are not zero.
struct MarkovLinks {
    std::size_t states;
    const double* whole;          // null if only `values` are there
    const std::int64_t* starts;   // of every row among the entries, and the end
    const std::int32_t* columns;  // of every entry
    const double* values;
};

/// A stretch of time, t = first, ..., last − 1, in all lanes. Whatever is there for every state of every lane has the
/// states after one another, and in each state the lanes. Sequences shorter than others end early: from then on their
/// symbol is the one that says nothing.
struct MarkovStretch {
    std::size_t first;
    std::size_t last;
    const std::int32_t* symbols;  // for each t from 0 and lane, where in the table of emissions the symbol's row starts
    const std::int64_t* lengths;  // of the lanes' sequences
    const double* emissions;  // P(symbol | state), symbol by symbol; the last row is that of the one that says nothing
    double* alphas;           // P(state at t | symbols up to t), from t = first − 1 on
    double* weights;          // for each t: P(symbol | state); going back, what this and later symbols add to a state
    double* inverses;         // for each t and lane: 1 / P(symbol | symbols before), 0 where that is 0
};

struct MarkovLoops {
    std::size_t lanes;

    /// Goes forward from `alphas` at first − 1, from `start` if first = 0; adds ln P of the symbols to `logs` unless null.
    void (*forward)(const MarkovLinks& backwards, const double* start, const MarkovStretch& stretch, double* logs);

    /// Goes back from `betas` at last − 1, and leaves those at first − 1 there. Adds P(state at t | all symbols) to
    /// tables[lane], at the symbol's row.
    void (*backward)(const MarkovLinks& links, const MarkovStretch& stretch, double* betas, double* const* tables);

    /// Adds to sums[entry, lane], for all t of the stretch but 0, what the transition from t − 1 to t counts, but for its
    /// own probability.
    void (*count)(const MarkovLinks& links, const MarkovStretch& stretch, double* sums);
};

}  // namespace drupe
