/// How many threads a run takes.
#pragma once

#include <omp.h>

namespace drupe {

/// As many as asked for; where nobody asked, what OpenMP says.
inline int thread_count(int wanted) { return wanted > 0 ? wanted : omp_get_max_threads(); }

}  // namespace drupe
