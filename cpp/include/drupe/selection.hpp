/// Which rows of a collection are meant.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drupe {

/// Those at `index[first...]`, or simply first, first + 1, ... where there is no index.
struct Selection {
    const std::int64_t* index = nullptr;
    std::size_t first = 0;
    std::size_t count = 0;

    [[nodiscard]] std::size_t row(std::size_t i) const {
        return index == nullptr ? first + i : static_cast<std::size_t>(index[first + i]);
    }
};

}  // namespace drupe
