/// Every task is done once, whatever the threads; what a thread throws arrives, and the next run works.
#include "drupe/parallel.hpp"

#include <limits>
#include <new>
#include <vector>

#include "check.hpp"

using namespace drupe;

namespace {

constexpr int all_sorts[] = {0, 1, 2, 3, 8, std::numeric_limits<int>::max()};

/// Counts those who are inside.
struct Visit {
    explicit Visit(std::atomic<int>& count) : inside(count) { ++inside; }
    ~Visit() { --inside; }
    std::atomic<int>& inside;
};

template <class Error, class Run>
bool throws(Run run) {
    try {
        run();
    } catch (const Error&) {
        return true;
    }
    return false;
}

}  // namespace

TEST_CASE("every task is done once") {
    for (const int threads : all_sorts) {
        for (const std::size_t count : {0U, 1U, 2U, 5U, 1000U}) {
            std::vector<int> tasks(count, 0), stretches(count, 0);
            parallel_tasks(count, threads, [&] { return [&](std::size_t k) { ++tasks[k]; }; });
            parallel_stretches(count, threads, [&](std::size_t first, std::size_t last) {
                for (std::size_t k = first; k < last; ++k) ++stretches[k];
            });
            EXPECT(tasks == std::vector<int>(count, 1));
            EXPECT(stretches == tasks);
        }
    }
}

TEST_CASE("no more threads than tasks, nor than a few for each processor") {
    const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    EXPECT(thread_count(1) == 1);
    EXPECT(thread_count(std::numeric_limits<int>::max()) == 4 * processors);
    EXPECT(team_size(std::numeric_limits<int>::max(), 2) == 2);
    EXPECT(team_size(3, 0) == 1);
    std::atomic<int> started{0};
    parallel_stretches(1000000, 200000, [&](std::size_t, std::size_t) { ++started; });
    EXPECT(started <= 4 * processors);
}

TEST_CASE("what a thread throws arrives when all have ended, and the next run works") {
    for (const int threads : all_sorts) {
        std::atomic<int> inside{0};
        const auto task = [&](std::size_t k) {
            const Visit visit(inside);
            if (k == 3) throw std::bad_alloc();
        };
        EXPECT(throws<std::bad_alloc>([&] { parallel_tasks(100, threads, [&] { return task; }); }));
        EXPECT(throws<std::bad_alloc>([&] { parallel_tasks(100, threads, [&] { return task; }, [] {}); }));
        EXPECT(throws<std::bad_alloc>(
            [&] { parallel_stretches(100, threads, [](std::size_t, std::size_t) { throw std::bad_alloc(); }); }));
        struct Unmakeable {
            Unmakeable() { throw std::bad_alloc(); }
            void operator()(std::size_t) const {}
        };
        EXPECT(throws<std::bad_alloc>([&] { parallel_tasks(100, threads, [] { return Unmakeable(); }); }));
        EXPECT(inside == 0);
        std::atomic<int> done{0};
        parallel_tasks(100, threads, [&] { return [&](std::size_t) { ++done; }; });
        EXPECT(done == 100);
    }
}

TEST_CASE("the calling thread listens while others work") {
    std::atomic<int> heard{0};
    std::atomic<bool> other_begun{false};
    const auto caller = std::this_thread::get_id();
    bool by_caller = true;
    const auto task = [&](std::size_t) {
        if (std::this_thread::get_id() == caller) {
            while (!other_begun) std::this_thread::yield();
        } else {
            other_begun = true;
            while (heard < 3) std::this_thread::yield();
        }
    };
    parallel_tasks(
        2, 2, [&] { return task; },
        [&] {
            by_caller = by_caller && std::this_thread::get_id() == caller;
            ++heard;
        });
    EXPECT(by_caller);
    EXPECT(heard >= 3);
}

TEST_CASE("whoever waits for what cannot be made throws what its maker threw") {
    for (const int threads : all_sorts) {
        Awaited parts(10);
        const auto task = [&](std::size_t k) {
            if (k == 7) parts.make([] { throw std::bad_alloc(); });
            if (k < 10) return parts.make([] {});
            parts.wait();
        };
        EXPECT(throws<std::bad_alloc>([&] { parallel_tasks(30, threads, [&] { return task; }); }));
    }
}
