/// How far a block of variables is solved before all others hear of it.
#pragma once

#include <algorithm>
#include <cstddef>

namespace drupe {

/// A share of the violation that was there when the block was chosen. The kernel of a block of which little changes was made
/// for little: the next one is solved further. Of one that changes nearly whole, much is undone later: not so far.
class InnerShare {
public:
    [[nodiscard]] double value() const { return share_; }

    /// Hears that so many of a block's variables changed.
    void hear(std::size_t changed, std::size_t block) {
        const double part = static_cast<double>(changed) / static_cast<double>(block);
        if (part < little) share_ = std::max(least, share_ * 0.7);
        if (part > much) share_ = std::min(most, share_ * 1.4);
    }

private:
    static constexpr double little = 0.35;
    static constexpr double much = 0.5;
    static constexpr double least = 0.03;
    static constexpr double most = 0.3;
    double share_ = 0.1;
};

}  // namespace drupe
