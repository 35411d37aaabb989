/// The measure of tiles, in which kernel values are computed.
#pragma once

#include <cstddef>

namespace drupe {

/// Columns that are compared at a time.
inline constexpr std::size_t tile_columns = 256;

}  // namespace drupe
