/// A Markov chain of directions: burn-in, thinning, and what has been drawn when it is interrupted.
#pragma once

#include "drupe/monitor.hpp"
#include "drupe/walls.hpp"

namespace drupe {

/// How many directions, after how many steps that are not kept, so many steps apart, and where they go row by row.
struct Draws {
    std::size_t skip = 0;
    std::size_t apart = 1;
    std::size_t count = 0;
    double* directions = nullptr;
    double* margins = nullptr;
};

class Chain {
public:
    /// The start must have unit length up to rounding.
    Chain(const double* walls, std::size_t count, std::size_t rank, const double* start, std::uint64_t seed);
    virtual ~Chain() = default;
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    [[nodiscard]] const Walls& walls() const { return walls_; }

    /// The number of directions that are there; fewer than asked for if the monitor has said stop. The chain can go on.
    std::size_t draw(const Draws& draws, Monitor* monitor);

protected:
    /// One step; false if the watch stopped it half-way. While the chain is settling it may adapt itself.
    virtual bool step(Watch& watch, bool settling) = 0;

    /// Margins of the point from its direction; what a long run adds up in rounding is gone then.
    [[nodiscard]] Array<double> fresh_margins(const Array<double>& direction) const;

    /// On a line there are two directions and no way between them: draws one of the two from the posterior under noise.
    void choose_side(double noise);

    Walls walls_;
    Random random_;
    Point here_;
};

/// Turns the frame of two orthogonal points by an angle: a cos z + b sin z, and b cos z − a sin z.
void turn(Array<double>& a, Array<double>& b, double cosine, double sine);

}  // namespace drupe
