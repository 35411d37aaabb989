/// The kernel Gibbs sampler: a random great circle, then an exact draw from the posterior on it.
#pragma once

#include "drupe/chain.hpp"

namespace drupe {

/// The posterior of a direction under label noise on the great circle w cos z + v sin z: constant between crossings of walls.
class Circle {
public:
    /// A label is wrong with probability `noise`, in [0, 1).
    Circle(std::size_t walls, double noise);

    [[nodiscard]] double noise() const { return noise_; }
    [[nodiscard]] bool hard() const { return noise_ == 0.0; }

    /// An angle drawn from the posterior. Without noise all margins of w must be positive.
    double draw(const Array<double>& at, const Array<double>& across, Random& random);

private:
    /// Relative likelihood of so many errors, the best within reach taken as 1.
    [[nodiscard]] double likelihood(std::size_t errors) const {
        return falling_[noise_ <= 0.5 ? errors - best_ : best_ - errors];
    }
    void set_best(std::size_t fewest, std::size_t most) { best_ = noise_ <= 0.5 ? fewest : most; }

    double draw_between_nearest(const Array<double>& at, const Array<double>& across, Random& random) const;
    double draw_by_sweep(const Array<double>& at, const Array<double>& across, Random& random);
    void find_crossings(const Array<double>& at, const Array<double>& across);
    template <class Visit>
    void sweep(Visit visit) const;

    double noise_;
    std::vector<double> falling_;  // powers of θ / (1 − θ), or of its inverse if that is below one
    std::vector<std::uint64_t> crossings_;
    std::size_t first_errors_ = 0;
    std::size_t active_ = 0;
    std::size_t best_ = 0;
};

class GibbsChain final : public Chain {
public:
    GibbsChain(const double* walls, std::size_t count, std::size_t rank, const double* start, double noise,
               std::uint64_t seed);

protected:
    bool step(Watch& watch, bool settling) override;

private:
    void go_to(double angle);
    void refresh();

    Circle circle_;
    Tangents tangents_;
    Point across_;
    Array<double> moved_;
    std::size_t since_refresh_ = 0;
};

}  // namespace drupe
