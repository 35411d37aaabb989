/// The local alignment kernel: all alignments of all parts of two strings, the better ones with more weight.
#pragma once

#include <memory>
#include <vector>

#include "drupe/string_pairs.hpp"

namespace drupe {

/// Factors e^(β score): of two aligned symbols, of the first symbol of a gap, of each further one.
struct AlignmentFactors {
    std::vector<double> letters;  // a table of `count` rows and columns, or none: equal symbols `same`, others `other`
    std::size_t count;
    double same, other;
    double opening, extension;
};

/// k(x, z) = 1 + Σ over alignments of at least one pair of symbols of the product of their factors.
std::unique_ptr<StringKernel> local_alignment_kernel(const SequencesView& right, AlignmentFactors factors);

}  // namespace drupe
