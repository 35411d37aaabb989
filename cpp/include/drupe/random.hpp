/// Random numbers that are the same on every machine: the standard library leaves its distributions to the vendor.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace drupe {

/// Blackman and Vigna's xoshiro256++, its state filled by splitmix64.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) {
            seed += 0x9e3779b97f4a7c15ULL;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
            mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
            word = mixed ^ (mixed >> 31);
        }
    }

    std::uint64_t bits() {
        const std::uint64_t out = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return out;
    }

    /// Uniform in (0, 1), neither end ever.
    double uniform() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }

    /// Standard normal, by the polar method; every other one comes for nothing.
    double normal() {
        if (spare_is_there_) {
            spare_is_there_ = false;
            return spare_;
        }
        double across, up, squared;
        do {
            across = 2.0 * uniform() - 1.0;
            up = 2.0 * uniform() - 1.0;
            squared = across * across + up * up;
        } while (squared >= 1.0 || squared == 0.0);
        const double factor = std::sqrt(-2.0 * std::log(squared) / squared);
        spare_ = up * factor;
        spare_is_there_ = true;
        return across * factor;
    }

private:
    std::uint64_t state_[4];
    double spare_ = 0.0;
    bool spare_is_there_ = false;
};

}  // namespace drupe
