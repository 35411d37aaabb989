/// Rows that are kept: the right ones make room, and one that could not be made is not there, nor waited for.
#include <chrono>
#include <new>
#include <thread>

#include "check.hpp"
#include "drupe/held_rows.hpp"
#include "drupe/row_cache.hpp"
#include "drupe/shared_rows.hpp"

using namespace drupe;

namespace {

constexpr std::size_t size = 6;

void fill(std::size_t row, double* out) {
    for (std::size_t j = 0; j < size; ++j) out[j] = static_cast<double>(10 * row + j);
}

bool right(std::size_t row, const double* at) {
    double wanted[size];
    fill(row, wanted);
    return at != nullptr && std::equal(wanted, wanted + size, at);
}

void bring(RowCache<double>& cache, const std::vector<std::int64_t>& index) {
    cache.bring(index, [&](const std::vector<double*>& places) {
        for (std::size_t i = 0; i < index.size(); ++i) fill(static_cast<std::size_t>(index[i]), places[i]);
    });
}

}  // namespace

TEST_CASE("in a cache the row that was wanted longest ago makes room") {
    RowCache<double> cache(size, 0, 3);
    EXPECT(cache.capacity() == 3);
    bring(cache, {0, 1});
    bring(cache, {2});
    cache.next_round();
    EXPECT(right(0, cache.find(0)) && right(2, cache.find(2)));
    cache.next_round();
    bring(cache, {3});
    EXPECT(cache.find(1) == nullptr);
    EXPECT(right(0, cache.find(0)) && right(2, cache.find(2)) && right(3, cache.find(3)));
    cache.next_round();
    bring(cache, {4, 5, 1});
    EXPECT(right(1, cache.find(1)) && right(4, cache.find(4)) && right(5, cache.find(5)));
    EXPECT(cache.find(0) == nullptr && cache.find(2) == nullptr && cache.find(3) == nullptr);
    EXPECT(cache.made() == 7);
}

TEST_CASE("a cache holds no more than its budget, nor more than there is") {
    EXPECT(RowCache<double>(size, 4 * size * sizeof(double), 1).capacity() == 4);
    EXPECT(RowCache<double>(size, std::size_t{1} << 30, 1).capacity() == size);
}

TEST_CASE("rows that could not be brought are not there, and can be brought later") {
    RowCache<double> cache(size, 0, 2);
    bring(cache, {0, 1});
    bool thrown = false;
    try {
        cache.bring({2, 3}, [&](const std::vector<double*>& places) {
            fill(2, places[0]);
            throw std::bad_alloc();
        });
    } catch (const std::bad_alloc&) {
        thrown = true;
    }
    EXPECT(thrown && cache.made() == 2);
    for (std::size_t e = 0; e < size; ++e) EXPECT(cache.find(e) == nullptr);
    bring(cache, {3, 0});
    EXPECT(right(3, cache.find(3)) && right(0, cache.find(0)));
}

TEST_CASE("one thread's rows are made once while there is room, and a new start forgets them") {
    HeldRows<double> rows(size * size * sizeof(double));
    for (std::int64_t start = 0; start < 2; ++start) {
        rows.start(size, size);
        for (std::int64_t time = 0; time < 3; ++time) {
            for (std::size_t v = 0; v < size; ++v) EXPECT(right(v, rows.row(v, [&](double* out) { fill(v, out); })));
        }
        EXPECT(rows.counted().made == 6 && rows.counted().found == 12);
    }
    bool thrown = false;
    rows.start(size, size);
    try {
        rows.row(0, [](double*) { throw std::bad_alloc(); });
    } catch (const std::bad_alloc&) {
        thrown = true;
    }
    EXPECT(thrown && right(0, rows.row(0, [](double* out) { fill(0, out); })));
}

TEST_CASE("whoever waits for a shared row whose maker throws makes it himself") {
    RowChunks<double> chunks(size * size);
    SharedRows<double> rows(size, size, chunks);
    std::atomic<int> begun{0}, thrown{0}, found{0};
    const auto compute = [&](double* out) {
        if (begun.fetch_add(1) == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the others come and wait
            throw std::bad_alloc();
        }
        fill(4, out);
    };
    parallel_tasks(3, 3, [&] {
        return [&](std::size_t) {
            try {
                if (right(4, rows.row(4, compute))) ++found;
            } catch (const std::bad_alloc&) {
                ++thrown;
            }
        };
    });
    EXPECT(begun == 2 && thrown == 1 && found == 2);
}
