/// How a long computation is run: on how many threads, and who watches.
#pragma once

#include "drupe/monitor.hpp"

namespace drupe {

/// Threads (0: what OpenMP says) and who watches.
struct Run {
    int threads = 0;
    Monitor* monitor = nullptr;
};

}  // namespace drupe
