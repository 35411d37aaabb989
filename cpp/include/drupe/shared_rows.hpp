/// Rows that all threads share, each computed once, by whichever thread needs it first.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "drupe/parallel.hpp"
#include "drupe/row_chunks.hpp"

namespace drupe {

/// `size` rows of `length` numbers.
template <class T>
class SharedRows {
public:
    SharedRows(std::size_t size, std::size_t length, RowChunks<T>& chunks)
        : length_(length), chunks_(chunks), places_(size, nullptr),
          states_(std::make_unique<std::atomic<State>[]>(size)) {}

    /// Row i, which `compute(out)` fills if nobody has done so. One that throws leaves the row to whoever comes next.
    template <class Compute>
    const T* row(std::size_t i, Compute compute) {
        auto& state = states_[i];
        for (Patience patience; state.load(std::memory_order_acquire) != State::ready;) {
            State expected = State::absent;
            if (state.compare_exchange_strong(expected, State::coming, std::memory_order_acquire)) {
                make(i, compute);
            } else {
                patience.wait();
            }
        }
        return places_[i];
    }

private:
    enum class State : std::uint8_t { absent, coming, ready };

    /// A row that cannot be computed is absent again: whoever waits for it tries in turn and does not wait for ever.
    template <class Compute>
    void make(std::size_t i, Compute compute) {
        try {
            if (places_[i] == nullptr) places_[i] = chunks_.take(length_);
            compute(places_[i]);
        } catch (...) {
            states_[i].store(State::absent, std::memory_order_release);
            throw;
        }
        states_[i].store(State::ready, std::memory_order_release);
    }

    std::size_t length_;
    RowChunks<T>& chunks_;
    std::vector<T*> places_;
    std::unique_ptr<std::atomic<State>[]> states_;
};

}  // namespace drupe
