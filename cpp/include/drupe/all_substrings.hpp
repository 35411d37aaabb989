/// The kernel of all substrings, in time linear in both strings: one in a suffix automaton, the other read through it.
#pragma once

#include <memory>

#include "drupe/string_pairs.hpp"

namespace drupe {

/// k(x, z) = Σ over all words u but the empty one of decay^(2|u|) n_u(x) n_u(z), n_u the number of places where u stands.
std::unique_ptr<StringKernel> all_substrings_kernel(const SequencesView& right, double decay);

}  // namespace drupe
