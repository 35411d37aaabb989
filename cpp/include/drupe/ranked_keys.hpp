/// A set of whole numbers that knows the rank of each of its members, by a look into a table or a short search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drupe {

class RankedKeys {
public:
    RankedKeys() = default;

    /// Members in order, each once, none above `largest`; with a rank for every number up to `largest` if there are no
    /// more than `table_size` of them. Throws std::length_error if ranks do not fit 32 bits.
    RankedKeys(std::vector<std::uint64_t> members, std::uint64_t largest, std::uint64_t table_size);

    [[nodiscard]] std::size_t size() const { return size_; }

    /// How many members are smaller than the key; absent for what is no member.
    [[nodiscard]] std::int32_t rank(std::uint64_t key) const {
        if (!table_.empty()) return key < table_.size() ? table_[key] : absent;
        return key > largest_ ? absent : searched(key);
    }

    static constexpr std::int32_t absent = -1;

private:
    [[nodiscard]] std::int32_t searched(std::uint64_t key) const;

    std::size_t size_ = 0;
    std::uint64_t largest_ = 0;
    std::vector<std::int32_t> table_;   // a rank for every number, or
    std::vector<std::uint64_t> keys_;   // the members, and
    std::vector<std::int32_t> starts_;  // where those with the same leading digits start
    unsigned shift_ = 0;
};

}  // namespace drupe
