/// One function for each pair of classes: f(x) = Σⱼ k(x, zⱼ) weightⱼ + offset over the columns zⱼ of both.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/packed_weights.hpp"

namespace drupe {

/// The class that wins, and whether it does so whatever the signs of outputs that are in doubt.
struct Winner {
    std::int64_t code;
    bool certain;
};

/// A column of class c has a weight for each other class, towards r in row r if r < c, else in row r − 1. Pairs come in the
/// order (0, 1), (0, 2), ..., (1, 2), ...; a function is positive for the first of its pair.
template <class T>
class PairFunctions {
public:
    /// Rows of numbers for all columns; class c has those from starts[c] to before starts[c + 1].
    PairFunctions(const T* weights, std::vector<std::size_t> starts, std::vector<double> offsets);

    [[nodiscard]] std::size_t columns() const { return starts_.back(); }
    [[nodiscard]] std::size_t pairs() const { return offsets_.size(); }

    /// Numbers for each row of the sums that come before the outputs: what every class has to say about each other one.
    [[nodiscard]] std::size_t sums() const { return classes_ * others_; }

    /// Adds the columns of a tile to the sums of its rows; each class is met by its own weights alone.
    void add(const T* tile, std::size_t rows, std::size_t first, std::size_t columns, std::size_t ld,
             double* sums) const;

    /// The outputs of all pairs, from the sums of a row.
    void outputs(const double* sums, double* out) const;

    /// The class with most votes, the lowest code among equals; an output of exactly zero votes for the second class.
    /// Outputs no larger than their doubt, one number for each pair, may have either sign. `votes` is for counting.
    Winner winner(const double* outputs, const double* doubts, std::vector<std::int64_t>& votes) const;

private:
    [[nodiscard]] bool stays(const double* outputs, const double* doubts, std::size_t winner,
                             std::vector<std::int64_t>& votes) const;

    std::size_t classes_;
    std::size_t others_;
    std::vector<std::size_t> starts_;
    std::vector<std::size_t> begins_;  // of the packed weights of each class: where a vector of columns begins
    std::vector<PackedWeights<T>> weights_;
    std::vector<double> offsets_;
};

}  // namespace drupe
