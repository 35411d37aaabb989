/// The kernel billiard: a ball that flies along great circles of the sphere and is reflected, or slowed, by walls.
#pragma once

#include "drupe/chain.hpp"

namespace drupe {

/// The ball has the energy ½ speed² + (errors) · log((1 − θ)/θ) under label noise θ: it passes a wall to its wrong side if
/// its speed towards it suffices, and is slowed; else it is reflected. Without noise no speed suffices.
///
/// Between two points of the chain it flies for a time that does not hang on the walls it meets, and then turns to a random
/// direction with a random speed. The flow keeps the posterior; the turns keep an orbit from closing. The time is random
/// too: among orthogonal walls every orbit is back after the length π.
class Billiard final : public Chain {
public:
    /// Without noise all margins of the start must be positive. The mean time is that of `bounces` hits, as found while
    /// settling.
    Billiard(const double* walls, std::size_t count, std::size_t rank, const double* start, double noise,
             double bounces, std::uint64_t seed);

    /// Walls hit so far.
    [[nodiscard]] std::uint64_t bounces() const { return hits_; }

protected:
    bool step(Watch& watch, bool settling) override;

private:
    /// Where the ball goes next: the wall, and the cotangent of the angle up to it.
    struct Next {
        std::size_t wall;
        double cotangent;
    };
    Next nearest();
    bool fly(double time, std::uint64_t most_hits, Watch& watch);
    double some_time() { return 2.0 * time_ * random_.uniform(); }
    void set_off();
    void move(double angle);
    void meet(std::size_t wall);
    void stay_on_side();
    void refresh();

    Tangents tangents_;
    Array<double> products_;
    Array<double> sides_;  // +1 or −1 where a margin is to be positive or negative, 0 for an example at the origin
    Array<double> ratios_;
    Point heading_;
    double speed_ = 1.0;
    double noise_;
    double step_up_;  // energy that an error costs
    double bounces_wanted_;
    double time_ = 0.0;  // of a step in the mean; 0 until it is known
    double settled_time_ = 0.0;
    double settled_hits_ = 0.0;
    double flown_ = 0.0;  // time in all
    std::uint64_t hits_ = 0;
    std::uint64_t since_refresh_ = 0;
};

}  // namespace drupe
