/// Hidden Markov models: how likely sequences are, and how often each transition and emission is expected in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "drupe/run.hpp"
#include "drupe/sequences.hpp"

namespace drupe {

/// P(x) = Σ over paths of start[s₁] emit[s₁, x₁] Πₜ step[sₜ₋₁, sₜ] emit[sₜ, xₜ].
struct HiddenMarkov {
    std::size_t states;
    std::size_t symbols;
    const double* start;        // one for each state
    const double* transitions;  // states × states, row by row
    const double* emissions;    // symbols × states: P(symbol | state), symbol by symbol
};

/// How many numbers the expected counts of one sequence are: the start's, one for each transition that is possible, row
/// by row, and those of emissions, symbol by symbol.
std::size_t count_width(const HiddenMarkov& model);

/// ln P of every sequence; −∞ where that is 0, and 0 for an empty one. The letter `symbols` says nothing of the state.
void log_likelihoods(const HiddenMarkov& model, const SequencesView& sequences, const Run& options, double* logs);

/// The same, and expected counts summed over all sequences; those of probability 0 count nothing. The sums do not depend on
/// the number of threads. Throws `Interrupted` if the monitor says so.
/// [Rabiner89], section III and V.A (scaling).
void expected_counts(const HiddenMarkov& model, const SequencesView& sequences, const Run& options, double* logs,
                     double* counts);

/// The same, with a row of counts for each sequence.
void counts_of_each(const HiddenMarkov& model, const SequencesView& sequences, const Run& options, double* logs,
                    double* counts);

}  // namespace drupe
