/// Rows of a matrix, only some columns of them and close together, gathered when they are first asked for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "drupe/memory.hpp"
#include "drupe/stretches.hpp"

namespace drupe {

/// Holds as many rows as its budget allows; then the oldest makes room, but never the row that was given out last.
template <class T>
class GatheredRows {
public:
    GatheredRows(const T* matrix, std::size_t size, std::size_t budget) : matrix_(matrix), size_(size), budget_(budget) {}

    /// From now on rows and columns are those of these examples, padded with zeros to `length`.
    void choose(std::vector<std::int64_t> examples, std::size_t length) {
        examples_ = std::move(examples);
        parts_ = stretches(examples_);
        short_ = 8 * parts_.size() > examples_.size();
        length_ = length;
        per_chunk_ = std::max<std::size_t>(1, chunk / length_);
        slots_ = std::clamp<std::size_t>(budget_ / sizeof(T) / length_, 4, std::max<std::size_t>(4, examples_.size()));
        slot_of_.assign(examples_.size(), none);
        owner_.clear();
        next_ = 0;
        last_ = none;
    }

    [[nodiscard]] std::size_t length() const { return length_; }

    /// K[examples[v], examples[·]]; it and the row given out before stay where they are until the next call.
    const T* row(std::size_t v) {
        if (slot_of_[v] == none) gather(v);
        last_ = slot_of_[v];
        return at(last_);
    }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t chunk = std::size_t{1} << 18;

    [[nodiscard]] T* at(std::size_t slot) { return chunks_[slot / per_chunk_].data() + slot % per_chunk_ * length_; }

    void gather(std::size_t v) {
        const std::size_t slot = free_slot();
        owner_[slot] = v;
        slot_of_[v] = slot;
        const T* row = matrix_ + static_cast<std::size_t>(examples_[v]) * size_;
        T* out = at(slot);
        if (short_) {
            for (std::size_t w = 0; w < examples_.size(); ++w) out[w] = row[examples_[w]];
        } else {
            for (const Stretch& part : parts_) std::copy(row + part.from, row + part.from + part.length, out + part.to);
        }
        std::fill(out + examples_.size(), out + length_, T(0));
    }

    std::size_t free_slot() {
        if (owner_.size() < slots_) {
            owner_.push_back(none);
            const std::size_t slot = owner_.size() - 1;
            if (slot / per_chunk_ >= chunks_.size()) chunks_.emplace_back();
            auto& here = chunks_[slot / per_chunk_];
            if (here.size() < per_chunk_ * length_) here.resize(per_chunk_ * length_);
            return slot;
        }
        if (next_ == last_) next_ = (next_ + 1) % slots_;
        const std::size_t slot = next_;
        next_ = (next_ + 1) % slots_;
        slot_of_[owner_[slot]] = none;
        return slot;
    }

    const T* matrix_;
    std::size_t size_;
    std::size_t budget_;
    std::vector<std::int64_t> examples_;
    std::vector<Stretch> parts_;
    bool short_ = false;
    std::size_t length_ = 0;
    std::size_t per_chunk_ = 1;
    std::size_t slots_ = 0;
    std::vector<std::size_t> slot_of_, owner_;
    std::size_t next_ = 0;
    std::size_t last_ = none;
    std::vector<Array<T>> chunks_;
};

}  // namespace drupe
