#include "drupe/threads.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace drupe {

namespace {

/// Threads for each processor beyond which more are a slip: they would cost memory and gain nothing.
constexpr unsigned most_per_processor = 4;

int most_threads() {
    static const auto most = static_cast<int>(most_per_processor * std::max(1U, std::thread::hardware_concurrency()));
    return most;
}

std::atomic<bool> forked{false};

#if defined(__unix__) || defined(__APPLE__)
/// Listens from the moment the library is loaded: others in the process may have woken the same pool.
[[maybe_unused]] const int listening =
    pthread_atfork(nullptr, nullptr, [] { forked.store(true, std::memory_order_relaxed); });
#endif

/// OpenMP ends the process where it cannot start a thread. So when a thread first wants so many beside it they are tried
/// out, and a team is no larger than what there was room for.
int startable(int size) {
    thread_local int tried = 1;
    if (size <= tried) return size;
    std::vector<std::thread> others;
    std::latch end(1);
    try {
        others.reserve(static_cast<std::size_t>(size - tried));
        while (tried + static_cast<int>(others.size()) < size) others.emplace_back([&end] { end.wait(); });
    } catch (const std::system_error&) {  // no more of them
    } catch (const std::bad_alloc&) {     // nor memory to keep count
    }
    end.count_down();
    for (auto& other : others) other.join();
    return tried += static_cast<int>(others.size());
}

}  // namespace

int thread_count(int wanted) {
    if (forked.load(std::memory_order_relaxed)) return 1;
    return std::clamp(wanted > 0 ? wanted : omp_get_max_threads(), 1, most_threads());
}

int team_size(int wanted, std::size_t tasks) {
    if (wanted == 1 || tasks <= 1) return 1;
    const auto count = static_cast<std::size_t>(thread_count(wanted));
    return startable(static_cast<int>(std::min(count, tasks)));
}

}  // namespace drupe
