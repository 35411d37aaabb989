/// The minimum of ⟨g, p⟩ + ½ p'Hp + Σⱼ rⱼ |wⱼ + pⱼ|: descent by columns finds the signs, an exact step what they hold.
#pragma once

#include <cstddef>
#include <vector>

#include "drupe/equilibrated_factor.hpp"
#include "drupe/memory.hpp"

namespace drupe {

class AbsoluteModel {
public:
    /// H, of which what stands on and above the diagonal is read, and what is added to its diagonal.
    void set(const double* upper, std::size_t stride, const std::vector<double>& extra);

    /// w + p; `slopes` are g, `rates` r.
    const std::vector<double>& minimize(const std::vector<double>& weights, const std::vector<double>& slopes,
                                        const std::vector<double>& rates);

private:
    double sweep(const std::vector<double>& rates);
    void settle(const std::vector<double>& rates);
    void move(std::size_t j, double change);

    std::size_t size_ = 0;
    Array<double> whole_;
    std::vector<double> point_, slopes_, part_;
    std::vector<std::size_t> support_;
    Array<double> block_;
    EquilibratedFactor factor_;
};

}  // namespace drupe
