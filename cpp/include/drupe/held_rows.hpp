/// Rows that one thread makes when it first asks for them, and holds within a budget.
#pragma once

#include <algorithm>
#include <limits>

#include "drupe/box.hpp"
#include "drupe/memory.hpp"

namespace drupe {

/// When the budget is used up the oldest row makes room, but never the one that was given out last.
template <class T>
class HeldRows {
public:
    explicit HeldRows(std::size_t budget) : budget_(budget) {}

    /// Forgets all rows, but not their storage; from now on there are `count` of them, of `length` numbers each.
    void start(std::size_t count, std::size_t length) {
        length_ = length;
        slots_ = std::clamp(budget_ / sizeof(T) / length, fewest, std::max(fewest, count));
        chunk_ = std::max(chunk_, std::min(slots_ * length, largest_chunk));
        per_chunk_ = std::max<std::size_t>(1, chunk_ / length);
        row_of_.assign(count, nullptr);
        owner_.clear();
        next_ = 0;
        last_ = nullptr;
        count_ = {};
    }

    [[nodiscard]] std::size_t length() const { return length_; }
    /// Whether no row ever has to make room for another.
    [[nodiscard]] bool has_room_for_all() const { return slots_ >= row_of_.size(); }
    [[nodiscard]] RowCount counted() const { return count_; }

    /// Row v, which `make(out)` writes if it is not there; it and the row given out before stay until the next call.
    template <class Make>
    const T* row(std::size_t v, Make make) {
        if (row_of_[v] != nullptr) {
            ++count_.found;
            return last_ = row_of_[v];
        }
        ++count_.made;
        const std::size_t slot = free_slot();
        make(at(slot));
        owner_[slot] = v;
        return last_ = row_of_[v] = at(slot);
    }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t fewest = 4;
    static constexpr std::size_t largest_chunk = std::size_t{1} << 20;

    [[nodiscard]] T* at(std::size_t slot) { return chunks_[slot / per_chunk_].data() + slot % per_chunk_ * length_; }

    std::size_t free_slot() {
        if (owner_.size() < slots_) {
            const std::size_t slot = owner_.size();
            if (slot / per_chunk_ >= chunks_.size()) chunks_.emplace_back();
            auto& here = chunks_[slot / per_chunk_];
            if (here.size() < per_chunk_ * length_) here = Scratch<T>(per_chunk_ * length_);
            owner_.push_back(none);
            return slot;
        }
        if (at(next_) == last_) next_ = (next_ + 1) % slots_;
        const std::size_t slot = next_;
        next_ = (next_ + 1) % slots_;
        if (owner_[slot] != none) row_of_[owner_[slot]] = nullptr;
        owner_[slot] = none;
        return slot;
    }

    std::size_t budget_;
    std::size_t length_ = 0;
    std::size_t slots_ = 0;
    std::size_t chunk_ = 0;  // numbers in a piece of storage
    std::size_t per_chunk_ = 1;
    std::vector<const T*> row_of_;
    std::vector<std::size_t> owner_;
    std::size_t next_ = 0;
    const T* last_ = nullptr;
    std::vector<Scratch<T>> chunks_;
    RowCount count_;
};

}  // namespace drupe
