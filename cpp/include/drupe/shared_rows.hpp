/// Rows that all threads share, each computed once, by whichever thread needs it first.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "drupe/memory.hpp"
#include "drupe/parallel.hpp"

namespace drupe {

/// A square matrix.
template <class T>
class SharedRows {
public:
    explicit SharedRows(std::size_t size)
        : size_(size), rows_(size * size), states_(std::make_unique<std::atomic<State>[]>(size)) {}

    /// Row i, which `compute(out)` fills if nobody has done so. One that throws leaves the row to whoever comes next.
    template <class Compute>
    const T* row(std::size_t i, Compute compute) {
        T* at = rows_.data() + i * size_;
        auto& state = states_[i];
        for (Patience patience; state.load(std::memory_order_acquire) != State::ready;) {
            State expected = State::absent;
            if (state.compare_exchange_strong(expected, State::coming, std::memory_order_acquire)) {
                make(state, at, compute);
            } else {
                patience.wait();
            }
        }
        return at;
    }

private:
    enum class State : std::uint8_t { absent, coming, ready };

    /// A row that cannot be computed is absent again: whoever waits for it tries in turn and does not wait for ever.
    template <class Compute>
    static void make(std::atomic<State>& state, T* at, Compute compute) {
        try {
            compute(at);
        } catch (...) {
            state.store(State::absent, std::memory_order_release);
            throw;
        }
        state.store(State::ready, std::memory_order_release);
    }

    std::size_t size_;
    Scratch<T> rows_;  // most rows are never touched
    std::unique_ptr<std::atomic<State>[]> states_;
};

}  // namespace drupe
