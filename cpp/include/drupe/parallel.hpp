/// The one place where threads start: tasks that are handed out one by one, and stretches that are dealt out in advance.
///
/// What a thread throws, while it sets up or works, is thrown to the caller after all threads have ended.
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <type_traits>

#include "drupe/failure.hpp"
#include "drupe/threads.hpp"

namespace drupe {

/// Waits for others, who usually end soon: does not oversleep it, nor keeps a processor busy for long.
class Patience {
public:
    void wait() {
        if (waits_ < eager) {
            ++waits_;
            std::this_thread::yield();
        } else {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
    }

private:
    static constexpr int eager = 2000;
    int waits_ = 0;
};

/// For tasks that nobody may interrupt.
struct NoListener {
    void operator()() const {}
};

/// work(task) for every task 0, 1, ..., handed out in this order to whichever thread is free. Each thread makes itself
/// such a `work`, with all that it needs for itself alone, by `make_worker()`. The calling thread, when it finds no more
/// tasks, keeps calling `listen()` while others work.
template <class MakeWorker, class Listen = NoListener>
void parallel_tasks(std::size_t count, int threads, MakeWorker make_worker, Listen listen = {}) {
    const int size = team_size(threads, count);
    if (size == 1) {
        auto work = make_worker();
        for (std::size_t task = 0; task < count; ++task) work(task);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::atomic<int> working{0};  // whoever comes when all tasks are taken need not be waited for
    Failure failure;
#pragma omp parallel num_threads(size)
    {
        working.fetch_add(1);
        failure.guard([&] {
            if (failure.happened()) return;
            auto work = make_worker();
            for (std::size_t task = next.fetch_add(1); task < count && !failure.happened(); task = next.fetch_add(1))
                work(task);
        });
        working.fetch_sub(1);
        if constexpr (!std::is_same_v<Listen, NoListener>) {
            const bool calling = omp_get_thread_num() == 0;
            for (Patience patience; calling && working.load() > 0; patience.wait()) failure.guard(listen);
        }
    }
    failure.rethrow();
}

/// work(first, last) once on each thread, for stretches of nearly one length that together are 0, ..., count − 1: the
/// same thread meets the same numbers again when the call is repeated.
template <class Work>
void parallel_stretches(std::size_t count, int threads, Work work) {
    const int size = team_size(threads, count);
    if (size == 1) return work(std::size_t{0}, count);
    Failure failure;
#pragma omp parallel num_threads(size)
    failure.guard([&] {
        const auto number = static_cast<std::size_t>(omp_get_thread_num());
        const auto others = static_cast<std::size_t>(omp_get_num_threads());
        const std::size_t length = count / others;
        const std::size_t longer = count % others;  // so many of the first have one more
        const std::size_t first = number * length + std::min(number, longer);
        work(first, first + length + (number < longer ? 1 : 0));
    });
    failure.rethrow();
}

/// What some tasks make and later ones wait for. If one cannot be made, whoever waits throws what its maker threw.
class Awaited {
public:
    explicit Awaited(std::size_t parts) : missing_(parts) {}

    template <class Make>
    void make(Make one) {
        failure_.guard(one);
        failure_.rethrow();
        missing_.fetch_sub(1, std::memory_order_release);
    }

    void wait() const {
        for (Patience patience; missing_.load(std::memory_order_acquire) > 0; patience.wait()) failure_.rethrow();
    }

private:
    std::atomic<std::size_t> missing_;
    Failure failure_;
};

}  // namespace drupe
