/// How many threads a run takes.
#pragma once

#include <cstddef>

namespace drupe {

/// As many as asked for; where nobody asked (0), what OpenMP says. Never more than a few for each processor, and only one
/// in a process that was forked: OpenMP would wait there for threads that exist in its parent alone.
int thread_count(int wanted);

/// The same, but no more than there are tasks, nor than can be started.
int team_size(int wanted, std::size_t tasks);

}  // namespace drupe
