/// Rows of K that several readers share, the latest of them kept within a budget.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>

#include "drupe/box.hpp"
#include "drupe/memory.hpp"

namespace drupe {

/// Whole rows in slots of one array; those that were wanted longest ago make room. Time is counted in rounds, so that
/// what is kept does not depend on which thread came first.
template <class T>
class RowCache {
public:
    /// For a matrix of `size` rows; at least `fewest` of them find room, whatever the budget.
    RowCache(std::size_t size, std::size_t budget, std::size_t fewest)
        : size_(size),
          capacity_(std::clamp(budget / sizeof(T) / std::max<std::size_t>(1, size), fewest, std::max(fewest, size))),
          slot_of_(size, none) {}

    /// Rows that can be there at once.
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] std::int64_t made() const { return made_; }

    void next_round() { ++round_; }

    /// The slot of row e, which is wanted in this round, or `none`; any thread may ask while nobody brings rows.
    std::size_t slot(std::size_t e) {
        const std::size_t slot = slot_of_[e];
        if (slot != none) std::atomic_ref<std::int64_t>(wanted_[slot]).store(round_, std::memory_order_relaxed);
        return slot;
    }

    /// Row e if it is there, until rows are brought.
    const T* find(std::size_t e) {
        const std::size_t found = slot(e);
        return found == none ? nullptr : at(found);
    }

    /// Row `slot` of this matrix is the row in that slot.
    [[nodiscard]] const T* data() const { return rows_.data(); }

    /// Brings rows that are not there, at most `capacity` of them: `make(places)` writes each to its place.
    template <class Make>
    void bring(const std::vector<std::int64_t>& index, Make make) {
        if (index.empty()) return;
        const std::vector<std::size_t> chosen = emptied_slots(index.size());
        std::vector<T*> places;
        for (const std::size_t slot : chosen) places.push_back(at(slot));
        make(places);  // slots are nobody's meanwhile: an interruption leaves nothing half done
        for (std::size_t i = 0; i < index.size(); ++i) {
            owner_[chosen[i]] = static_cast<std::size_t>(index[i]);
            slot_of_[owner_[chosen[i]]] = chosen[i];
            wanted_[chosen[i]] = round_;
        }
        made_ += static_cast<std::int64_t>(index.size());
    }

    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

private:
    static constexpr std::int64_t never = -1;

    [[nodiscard]] T* at(std::size_t slot) { return rows_.data() + slot * size_; }

    /// Slots that were never used, then those whose rows were wanted longest ago.
    std::vector<std::size_t> emptied_slots(std::size_t count) {
        const std::size_t more = std::min(count, capacity_ - owner_.size());
        grow(owner_.size() + more);
        std::vector<std::size_t> slots(owner_.size());
        std::iota(slots.begin(), slots.end(), std::size_t{0});
        const auto older = [this](std::size_t a, std::size_t b) {
            return wanted_[a] < wanted_[b] || (wanted_[a] == wanted_[b] && a < b);
        };
        std::partial_sort(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(count), slots.end(), older);
        slots.resize(count);
        for (const std::size_t slot : slots) {
            if (owner_[slot] != none) slot_of_[owner_[slot]] = none;
            owner_[slot] = none;
            wanted_[slot] = never;
        }
        return slots;
    }

    /// Doubles the array when it is full, up to the capacity.
    void grow(std::size_t slots) {
        if (slots * size_ > rows_.capacity())
            rows_.reserve(std::min(std::max(slots, 2 * owner_.size()), capacity_) * size_);
        rows_.resize(slots * size_);
        owner_.resize(slots, none);
        wanted_.resize(slots, never);
    }

    std::size_t size_;
    std::size_t capacity_;
    std::vector<std::size_t> slot_of_, owner_;
    std::vector<std::int64_t> wanted_;  // in which round last
    std::int64_t round_ = 0;
    std::int64_t made_ = 0;
    Scratch<T> rows_;
};

}  // namespace drupe
