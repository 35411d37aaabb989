/// Sparse Bayesian learning over few columns: the variances of weights under which targets are most probable.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/evidence.hpp"
#include "drupe/monitor.hpp"

namespace drupe {

struct EvidenceOptions {
    double tolerance = 1e-3;          // gain in the logarithm of the evidence below which nothing is changed
    std::int64_t max_actions = 1000;  // columns that come or go
    bool exchange = false;            // whether to try what takes the place of each column
};

struct EvidenceSummit {
    std::vector<double> variances;  // of the weights, in units of the noise; most of them zero
    double noise;                   // its variance
    double log_evidence;            // but for constants
    double slope;                   // largest of the log evidence in the logarithm of a variance
    std::int64_t actions;
    bool settled;  // whether no action is left that gains
};

/// Columns come and go by the largest gain, with Newton's steps in the logarithms of all variances after each. The
/// evidence never falls, and the noise is always the best one: it has a closed form.  [Tipping03], eqs. 20 and 21.
/// Throws Interrupted where the monitor says so.
EvidenceSummit climb_evidence(const EvidenceProblem& problem, const std::vector<double>& variances,
                              const EvidenceOptions& options, Monitor* monitor = nullptr);

}  // namespace drupe
