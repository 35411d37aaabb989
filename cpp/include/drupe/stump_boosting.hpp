/// Boosting with stumps: in every round the stump with the least weighted error joins, and what it missed gains weight.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/cuts.hpp"
#include "drupe/monitor.hpp"

namespace drupe {

/// How much a stump of edge r counts. AdaBoost: ½ ln((1 + r) / (1 − r)); Arc-GV: less ½ ln((1 + ρ) / (1 − ρ)), ρ the
/// smallest margin of the vote before.
enum class StepRule : std::uint8_t { adaboost, arc_gv };

struct StumpBoostingOptions {
    std::int64_t rounds = 50;
    double rate = 1.0;  // by which steps are multiplied
    StepRule rule = StepRule::adaboost;
    int threads = 0;
    Monitor* monitor = nullptr;
};

/// Why no further stump joined.
enum class LastRound : std::uint8_t { rounds, perfect, no_better, interrupted };

struct BoostedStumps {
    std::vector<std::int64_t> columns;
    std::vector<double> thresholds, signs;
    std::vector<double> errors, steps;  // weighted error and weight in the vote, round by round
    std::vector<double> outputs;        // of the whole vote at the examples
    LastRound end = LastRound::rounds;
};

/// Examples, each as often as its weight says, all above zero, and a vote that is there before.
struct BoostingProblem {
    std::vector<double> signs, weights;
    std::vector<double> outputs;  // of the vote before, at the examples
    double length = 0.0;          // Σ of its steps
};

/// The stumps that join. One without any error ends the run, and is alone the vote; one that is no better than chance
/// ends it, too.  [Freund97], with the step of [Schapire99]; [Breiman99].
BoostedStumps boost_stumps(const CutColumns& columns, const BoostingProblem& problem,
                           const StumpBoostingOptions& options);

}  // namespace drupe
