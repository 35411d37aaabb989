/// The gap-weighted subsequence kernel: by its recursion, pairs of strings in lanes, or by its features one string at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "drupe/run.hpp"
#include "drupe/string_pairs.hpp"

namespace drupe {

/// Σᵢ weights[i − 1] Kᵢ, where Kᵢ is the kernel of subsequences of length i and their gaps cost a factor `decay` each symbol.
struct SubsequenceWeights {
    std::vector<double> weights;
    double decay;
};

/// By the recursion, in float or double; sums of many terms are double anyway.
template <class T>
std::unique_ptr<StringKernel> subsequence_kernel(const SequencesView& right, const SubsequenceWeights& form);

/// How many features there are over so many symbols: words of each length with a weight; 0 if they are beyond all bounds.
std::size_t subsequence_features(const SubsequenceWeights& form, std::size_t symbols);

/// out[i, u] = √weight Σ over places where the word u occurs in string i of decay^extent, the words of each length in the
/// order of their symbols from the last to the first. Symbols of `symbols` or more are gaps only.
void map_subsequences(const SequencesView& strings, const SubsequenceWeights& form, std::size_t symbols, double* out,
                      const Run& run);

}  // namespace drupe
