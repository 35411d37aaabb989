/// Columns of numbers, ordered once, in which the best place to cut the examples in two is looked for again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "drupe/data.hpp"

namespace drupe {

/// Examples whose number in a column is at most the threshold lie to the left of it.
struct Cut {
    std::size_t column = 0;
    std::size_t last = 0;                                        // the place just left of it, in the column's order
    double threshold = std::numeric_limits<double>::infinity();  // all lie to the left
};

/// +sign to the left and −sign to the right, with edge Σᵢ pullᵢ h(xᵢ).
struct SignedCut : Cut {
    double sign = 1.0;
    double edge = 0.0;
};

/// A value on either side, with the minimum of Σᵢ wᵢ exp(−yᵢ h(xᵢ)) that belongs to it.
struct GradedCut : Cut {
    double left = 0.0;
    double right = 0.0;
    double loss = 0.0;
};

/// A class on either side, with the weight of the examples that are of it.
struct ClassCut : Cut {
    std::int32_t left = 0;
    std::int32_t right = 0;
    double right_weight = 0.0;
};

/// Of a column with few different numbers their ranks are held, a byte for each example; of any other the order.
class CutColumns {
public:
    /// With `bins`, at most 256, columns of more different numbers are cut between so many groups of like size only;
    /// without (0) nothing is lost.
    CutColumns(const DenseView<double>& x, std::size_t bins, int threads);

    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] std::size_t columns() const { return columns_.size(); }
    /// How many places there are to cut at, in all columns.
    [[nodiscard]] std::size_t places() const;

    /// The stump with the largest edge: of those that are equal but for rounding the constant, then the first column, then
    /// the lowest threshold. `total` is the sum of all pulls, `weight` that of their sizes.
    [[nodiscard]] SignedCut best_sign(const double* pulls, double total, double weight, int threads) const;

    /// The stump whose two values ½ ln(W₊ / W₋) make Σ 2 √(W₊ W₋) smallest, W the sums of pulls of either sign on a side;
    /// `smoothing` is added to both in the values.  [Schapire99], sections 4.1 and 4.2.
    [[nodiscard]] GradedCut best_graded(const double* pulls, double smoothing, int threads) const;

    /// The stump that is right on most weight, each side of the class that weighs most there.
    [[nodiscard]] ClassCut best_classes(const double* weights, const std::int32_t* codes, std::size_t classes,
                                        int threads) const;

    /// 1 for every example to the left of a cut, else 0.
    void left(const Cut& cut, std::uint8_t* out) const;

private:
    struct Column {
        std::vector<std::uint8_t> codes;   // of each example, the rank of its number, or
        std::vector<std::uint32_t> order;  // the examples in the order of their numbers
        std::vector<std::uint8_t> ends;    // 1 where the next number is another; empty if it always is
        std::vector<double> thresholds;    // between a rank, or place, and the next
        [[nodiscard]] bool ranked() const { return !codes.empty(); }
        [[nodiscard]] bool ends_at(std::size_t place) const { return ends.empty() || ends[place] != 0; }
    };

    /// The least and the largest sum of pulls to the left of any cut of a column.
    struct Range {
        double low = std::numeric_limits<double>::infinity();
        double high = -std::numeric_limits<double>::infinity();
    };

    static constexpr std::size_t most_ranks = 256;  // that a byte can tell
    static constexpr std::size_t together = 4;      // columns whose sums run side by side, as each waits for its last

    void order(const DenseView<double>& x, std::size_t column, std::size_t bins, class SortedOrder& sorter);
    template <std::size_t G>
    void ranked_ranges(const std::size_t* group, const double* pulls, Range* out) const;
    template <std::size_t G, bool Everywhere>
    void ordered_ranges(const std::size_t* group, const double* pulls, Range* out) const;
    template <std::size_t G>
    void ranges(const std::size_t* group, const double* pulls, Range* out) const;
    void ranges_of(const std::vector<std::size_t>& group, const double* pulls, Range* out) const;
    void locate(SignedCut& cut, double least, double total, const double* pulls) const;
    template <class Add, class Look>
    void sweep(const Column& column, std::size_t width, Add add, Look look) const;
    template <class Found, class Search>
    [[nodiscard]] Found best(Found first, double weight, int threads, Search search) const;
    [[nodiscard]] int team(int threads) const;

    std::size_t rows_;
    std::vector<Column> columns_;
    std::vector<std::vector<std::size_t>> groups_;  // columns of one kind
};

}  // namespace drupe
