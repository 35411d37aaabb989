/// Storage for rows that all threads make, handed out from large pieces one after the other: most rows are never made.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "drupe/memory.hpp"

namespace drupe {

template <class T>
class RowChunks {
public:
    /// For so many numbers in all, at most.
    explicit RowChunks(std::size_t most) : chunk_(std::min(most, large_page / sizeof(T))) {}

    /// A place for `length` numbers, on a cache line.
    T* take(std::size_t length) {
        length = rounded_up(length, 64 / sizeof(T));
        const std::scoped_lock lock(taking_);
        if (chunks_.empty() || used_ + length > chunks_.back().size()) {
            chunks_.emplace_back(std::max(chunk_, length));
            used_ = 0;
        }
        T* at = chunks_.back().data() + used_;
        used_ += length;
        return at;
    }

private:
    std::size_t chunk_;
    std::mutex taking_;
    std::vector<Scratch<T>> chunks_;
    std::size_t used_ = 0;
};

}  // namespace drupe
