/// The kernel billiard: a ball that flies along great circles of the sphere and is reflected by the walls of version space.
#pragma once

#include "drupe/chain.hpp"

namespace drupe {

/// Between two points of the chain the ball flies a length that does not hang on the walls it meets, and then turns to a
/// random direction. The flow keeps the uniform distribution; the turns keep an orbit from closing. The length is random
/// too: among orthogonal walls every orbit is back after π.
class Billiard final : public Chain {
public:
    /// All margins of the start must be positive. The mean length is that of `bounces` flights, as found while settling.
    Billiard(const double* walls, std::size_t count, std::size_t rank, const double* start, double bounces, std::uint64_t seed);

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
    [[nodiscard]] Next nearest() const;
    bool fly(double length, std::uint64_t most_bounces, Watch& watch);
    double some_length() { return 2.0 * length_ * random_.uniform(); }
    void move(double angle);
    void reflect(std::size_t wall);
    void refresh();

    Tangents tangents_;
    Array<double> products_;
    Point heading_;
    double bounces_wanted_;
    double length_ = 0.0;  // of a step in the mean; 0 until it is known
    double settled_path_ = 0.0;
    double settled_hits_ = 0.0;
    double flown_ = 0.0;
    std::uint64_t hits_ = 0;
    std::uint64_t since_refresh_ = 0;
};

}  // namespace drupe
