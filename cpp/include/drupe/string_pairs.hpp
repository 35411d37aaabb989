/// Kernels that compare strings pair by pair: one string on the left, groups of strings in place on the right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "drupe/monitor.hpp"
#include "drupe/sequences.hpp"

namespace drupe {

/// One thread's workplace.
class StringComparer {
public:
    virtual ~StringComparer() = default;
    /// Takes the next left string, which stays where it is.
    virtual void take(Sequence left) = 0;
    /// values[r] = k(left, r-th string of the group). Long work listens to the watch, and may leave off when it stops; all of
    /// it tells the watch what was done.
    virtual void compare(std::size_t group, double* values, Watch& watch) = 0;
    /// values[r] = k(z, z) for the r-th string z of the group, equal to the last bit to what `compare` would say.
    virtual void compare_each_with_itself(std::size_t group, double* values, Watch& watch) = 0;
};

/// A kernel with its right-hand strings in place, longest first; the strings themselves stay with its owner.
class StringKernel {
public:
    virtual ~StringKernel() = default;
    /// Right strings of a group, except that the last may have fewer.
    [[nodiscard]] virtual std::size_t group() const = 0;
    /// What a comparison with this group tells a watch, for each symbol of the left string.
    [[nodiscard]] virtual double work(std::size_t group) const = 0;
    [[nodiscard]] virtual std::unique_ptr<StringComparer> comparer() const = 0;
};

}  // namespace drupe
