/// What examples have in common with their own class: rows that all pairs of the class share.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "drupe/shared_rows.hpp"
#include "drupe/target.hpp"

namespace drupe {

/// Classes share their rows, the smallest first, as far as the memory goes; only rows that are asked for take any.
template <class T>
class OwnClassRows {
public:
    OwnClassRows(const std::vector<std::vector<std::int64_t>>& members, std::size_t bytes) : rows_(members.size()) {
        std::vector<std::size_t> order(members.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return members[a].size() < members[b].size(); });
        const auto length = [&](std::size_t c) {
            return rounded_up(members[c].size(), target().loops<T>().column_step);
        };
        const auto numbers = [&](std::size_t c) { return members[c].size() * length(c); };
        std::size_t total = 0;
        std::size_t sharing = 0;
        while (sharing < order.size() && total + numbers(order[sharing]) <= bytes / sizeof(T))
            total += numbers(order[sharing++]);
        chunks_.emplace(total);
        for (std::size_t i = 0; i < sharing; ++i)
            rows_[order[i]].emplace(members[order[i]].size(), length(order[i]), *chunks_);
    }

    [[nodiscard]] bool has(std::size_t c) const { return rows_[c].has_value(); }

    /// The row of a member of class c against its class, in whole panels; `compute(out)` fills it where nobody has.
    template <class Compute>
    const T* row(std::size_t c, std::size_t member, Compute compute) {
        return rows_[c]->row(member, compute);
    }

private:
    std::optional<RowChunks<T>> chunks_;
    std::vector<std::optional<SharedRows<T>>> rows_;
};

}  // namespace drupe
