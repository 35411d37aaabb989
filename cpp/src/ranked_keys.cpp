#include "drupe/ranked_keys.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace drupe {

RankedKeys::RankedKeys(std::vector<std::uint64_t> members, std::uint64_t largest, std::uint64_t table_size)
    : size_(members.size()), largest_(largest) {
    if (size_ > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw std::length_error("there are more different words than 32 bits can number");
    if (largest < table_size) {
        table_.assign(static_cast<std::size_t>(largest) + 1, absent);
        for (std::size_t r = 0; r < size_; ++r) table_[members[r]] = static_cast<std::int32_t>(r);
        return;
    }
    keys_ = std::move(members);
    // About two stretches for every member, so that the search inside one is short.
    while ((largest >> shift_) / 2 > size_) ++shift_;
    starts_.assign(static_cast<std::size_t>(largest >> shift_) + 2, 0);
    for (const auto key : keys_) ++starts_[static_cast<std::size_t>(key >> shift_) + 1];
    for (std::size_t s = 1; s < starts_.size(); ++s) starts_[s] += starts_[s - 1];
}

std::int32_t RankedKeys::searched(std::uint64_t key) const {
    const auto stretch = static_cast<std::size_t>(key >> shift_);
    const auto first = keys_.begin() + starts_[stretch];
    const auto last = keys_.begin() + starts_[stretch + 1];
    const auto at = std::lower_bound(first, last, key);
    return at == last || *at != key ? absent : static_cast<std::int32_t>(at - keys_.begin());
}

}  // namespace drupe
