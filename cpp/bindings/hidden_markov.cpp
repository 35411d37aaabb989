/// Hidden Markov models, as Python sees them.
#include "drupe/hidden_markov.hpp"

#include <cmath>
#include <limits>

#include "parts.hpp"
#include "sequences.hpp"

namespace drupe::border {

namespace {

using Square = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Logs = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check_probabilities(const double* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (!(values[i] >= 0.0 && values[i] <= 1.0)) throw std::invalid_argument("a probability is not one");
    }
}

/// The model whose parts Python holds; `emissions` symbol by symbol.
HiddenMarkov model_of(const Doubles& start, const Square& transitions, const Square& emissions) {
    const std::size_t states = start.size(), symbols = emissions.shape(0);
    if (states == 0 || transitions.shape(0) != states || transitions.shape(1) != states || emissions.shape(1) != states)
        throw std::invalid_argument("the parts of a model have different numbers of states");
    if ((symbols + 1) > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) / states)
        throw std::invalid_argument("a model has too many states and symbols");
    check_probabilities(data_of(start), start.size());
    check_probabilities(data_of(transitions), transitions.size());
    check_probabilities(data_of(emissions), emissions.size());
    return {states, symbols, data_of(start), data_of(transitions), data_of(emissions)};
}

SequencesView sequences_of(const Codes& codes, const Positions& offsets, std::size_t symbols) {
    for (std::size_t t = 0; t < codes.size(); ++t) {
        if (data_of(codes)[t] < 0 || static_cast<std::size_t>(data_of(codes)[t]) > symbols)
            throw std::invalid_argument("a code is none of the model's symbols");
    }
    return sequences(codes, offsets);
}

void log_likelihoods_of(const Doubles& start, const Square& transitions, const Square& emissions, const Codes& codes,
                        const Positions& offsets, Logs logs, int threads, nb::handle progress) {
    const auto model = model_of(start, transitions, emissions);
    const auto sequences = sequences_of(codes, offsets, model.symbols);
    if (logs.size() != sequences.count) throw std::invalid_argument("there must be a number for every sequence");
    run(threads, progress, [&](const Run& how) { log_likelihoods(model, sequences, how, data_of(logs)); });
}

void counts_of(const Doubles& start, const Square& transitions, const Square& emissions, const Codes& codes,
               const Positions& offsets, Logs logs, Out<double> counts, int threads, nb::handle progress) {
    const auto model = model_of(start, transitions, emissions);
    const auto sequences = sequences_of(codes, offsets, model.symbols);
    const bool each = counts.shape(0) == sequences.count;
    if (logs.size() != sequences.count || (!each && counts.shape(0) != 1) || counts.shape(1) != count_width(model))
        throw std::invalid_argument("the counts have the wrong shape");
    run(threads, progress, [&](const Run& how) {
        (each ? counts_of_each : expected_counts)(model, sequences, how, data_of(logs), data_of(counts));
    });
}

}  // namespace

void bind_hidden_markov(nb::module_& m) {
    m.def("markov_log_likelihoods", &log_likelihoods_of, "start"_a.noconvert(), "transitions"_a.noconvert(),
          "emissions"_a.noconvert(), "codes"_a.noconvert(), "offsets"_a.noconvert(), "logs"_a.noconvert(), "threads"_a,
          "progress"_a.none(), "ln P of every sequence; emissions are given symbol by symbol.");
    m.def("markov_counts", &counts_of, "start"_a.noconvert(), "transitions"_a.noconvert(), "emissions"_a.noconvert(),
          "codes"_a.noconvert(), "offsets"_a.noconvert(), "logs"_a.noconvert(), "counts"_a.noconvert(), "threads"_a,
          "progress"_a.none(),
          "Expected counts, of each sequence if there is a row for each, else of all together in one row.");
}

}  // namespace drupe::border
