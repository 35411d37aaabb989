/// The order of numbers: positions from the smallest number to the largest, equal ones as they came.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace drupe {

/// Finite numbers are sorted by the digits of keys that rise with them, in time that grows with their number alone.
class SortedOrder {
public:
    /// The order of numbers that `value(i)` gives for i = 0, ..., count − 1; valid until the next call.
    template <class Value>
    const std::vector<std::uint32_t>& of(std::size_t count, Value value) {
        entries_.resize(count);
        spare_.resize(count);
        counts_.assign(digits * radix, 0);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t key = rising(value(i));
            entries_[i] = {key, static_cast<std::uint32_t>(i)};
            for (std::size_t d = 0; d < digits; ++d) ++counts_[d * radix + digit(key, d)];
        }
        for (std::size_t d = 0; d < digits && count > 0; ++d) pass(d);
        order_.resize(count);
        for (std::size_t i = 0; i < count; ++i) order_[i] = entries_[i].position;
        return order_;
    }

private:
    struct Entry {
        std::uint64_t key;
        std::uint32_t position;
    };

    static constexpr unsigned bits = 11;
    static constexpr std::size_t digits = 6;
    static constexpr std::size_t radix = std::size_t{1} << bits;

    static std::size_t digit(std::uint64_t key, std::size_t d) { return (key >> (bits * d)) & (radix - 1); }

    /// Both zeros are one number; negative numbers turn their bits around.
    static std::uint64_t rising(double value) {
        const auto raw = std::bit_cast<std::uint64_t>(value + 0.0);
        constexpr std::uint64_t top = std::uint64_t{1} << 63;
        return (raw & top) != 0 ? ~raw : raw | top;
    }

    void pass(std::size_t d) {
        std::uint32_t* next = &counts_[d * radix];
        if (next[digit(entries_.front().key, d)] == entries_.size()) return;  // all have this digit
        std::uint32_t before = 0;
        for (std::size_t value = 0; value < radix; ++value) before += std::exchange(next[value], before);
        for (const Entry& entry : entries_) spare_[next[digit(entry.key, d)]++] = entry;
        entries_.swap(spare_);
    }

    std::vector<Entry> entries_, spare_;
    std::vector<std::uint32_t> counts_, order_;
};

}  // namespace drupe
