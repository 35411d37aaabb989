/// Kernels of vectors that hold one value: f(x) t(c) g(z), with c the number of entries that x and z share.
#pragma once

#include <optional>
#include <vector>

#include "drupe/columns.hpp"
#include "drupe/program.hpp"
#include "drupe/target.hpp"

namespace drupe {

/// What a pointwise map makes of every dot product that there can be; and, as e^{a‖x − z‖²} = e^{a‖x‖²} e^{−2a⟨x, z⟩} e^{a‖z‖²},
/// the exponential of a squared distance, with a factor for each vector. Functions of x and z are further factors.
template <class T>
class CountTable {
public:
    /// Nothing if the kernel is another one, or if a factor would come near the ends of what numbers can hold.
    static std::optional<CountTable> of(const Program& program, const Columns<T>& columns, const TileLoops<T>& loops);

    /// The value for every count that a byte holds.
    [[nodiscard]] const T* table() const { return table_.data(); }

    /// The factor of a vector with so many entries, at most `most()`.
    [[nodiscard]] T factor(std::size_t entries) const { return factors_[entries]; }
    [[nodiscard]] std::size_t most() const { return factors_.size() - 1; }

    /// The functions that are further factors.
    [[nodiscard]] const std::vector<std::uint32_t>& functions() const { return functions_; }

private:
    CountTable() = default;

    Array<T> table_, factors_;
    std::vector<std::uint32_t> functions_;
};

}  // namespace drupe
