/// Labelled examples as walls on the sphere of directions, and random directions among them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "drupe/evaluator.hpp"
#include "drupe/random.hpp"

namespace drupe {

/// Wall i is yᵢφ(xᵢ) in orthonormal coordinates of a space that holds all examples; a direction w is on its right side
/// if the margin ⟨w, wall i⟩ is positive.
class Walls {
public:
    /// Copies `count` rows of `rank` coordinates.
    Walls(const double* vectors, std::size_t count, std::size_t rank);
    Walls(const Walls&) = delete;
    Walls& operator=(const Walls&) = delete;

    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] std::size_t rank() const { return rank_; }
    [[nodiscard]] const double* wall(std::size_t i) const { return vectors_.data() + i * rank_; }

    /// out[k, i] = ⟨direction k, wall i⟩ for rows of `rank` coordinates.
    void margins(const double* directions, std::size_t directions_count, double* out) const;

    /// ⟨wall i, wall j⟩, row by row.
    [[nodiscard]] Array<double> products() const;

private:
    [[nodiscard]] Examples<double> seen(const double* vectors, std::size_t count) const;

    std::size_t count_;
    std::size_t rank_;
    Array<double> vectors_;
    std::vector<std::int64_t> identity_;
    std::unique_ptr<Evaluator<double>> evaluator_;
};

/// A direction of unit length and its margins at all walls.
struct Point {
    Array<double> direction;
    Array<double> margins;
};

/// Directions isotropic in the tangent space of a point: coefficients of examples that are drawn independently would not
/// be, since their images in feature space have covariance K. Products are made for many directions at a time.
class Tangents {
public:
    Tangents(const Walls& walls, Random& random);

    /// A unit direction orthogonal to that of `at`, with its products with the walls. Needs a rank of 2 or more.
    void draw(const Point& at, Point& out);

    /// Draws after which margins should be computed anew: each may enlarge their errors by ⟨drawn, w⟩ over what is left of the
    /// direction drawn, which is a factor of order one in few dimensions and next to nothing in many.
    [[nodiscard]] std::size_t draws_between_refreshes() const;

private:
    void refill();

    const Walls& walls_;
    Random& random_;
    std::size_t block_;
    std::size_t used_;
    Array<double> directions_;
    Array<double> products_;
};

double dot(const Array<double>& a, const Array<double>& b);

}  // namespace drupe
