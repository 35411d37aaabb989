/// The positions that a game has seen, as a set from which only what came last is taken away again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drupe {

/// Keys in an open table. Zero marks an empty slot, so that the key zero, the empty board's, is counted apart.
class GoPast {
public:
    [[nodiscard]] bool contains(std::uint64_t key) const {
        if (key == 0) return holds_zero_;
        std::size_t at = slot(key);
        for (; table_[at] != 0; at = next(at)) {
            if (table_[at] == key) return true;
        }
        return false;
    }

    /// Whether it was not there before.
    bool insert(std::uint64_t key) {
        if (contains(key)) return false;
        order_.push_back(key);
        if (2 * order_.size() > table_.size()) {
            table_.assign(2 * table_.size(), 0);
            for (const auto each : order_) put(each);  // in the order of their coming, so that the last is still last
        } else {
            put(key);
        }
        return true;
    }

    /// Whoever came last stands at the end of every search that meets it: nobody came later and went past it.
    void remove_last() {
        const std::uint64_t key = order_.back();
        order_.pop_back();
        if (key == 0) {
            holds_zero_ = false;
            return;
        }
        std::size_t at = slot(key);
        while (table_[at] != key) at = next(at);
        table_[at] = 0;
    }

private:
    [[nodiscard]] std::size_t slot(std::uint64_t key) const { return key & (table_.size() - 1); }
    [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & (table_.size() - 1); }

    void put(std::uint64_t key) {
        if (key == 0) {
            holds_zero_ = true;
            return;
        }
        std::size_t at = slot(key);
        while (table_[at] != 0) at = next(at);
        table_[at] = key;
    }

    std::vector<std::uint64_t> table_ = std::vector<std::uint64_t>(64, 0);  // a power of two
    std::vector<std::uint64_t> order_;
    bool holds_zero_ = false;
};

}  // namespace drupe
