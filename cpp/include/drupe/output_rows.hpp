/// What rows of outputs cost as a whole: one against the rest, all classes together, or one target for each output.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "drupe/memory.hpp"

namespace drupe {

/// Losses of one output; the formulas stand with `CostLoops`.
struct SquaredLoss {
    double weight;
};
struct HuberLoss {
    double transition;
};
struct LogisticLoss {
    double rate;
    double scale;
};
struct SquaredHingeLoss {
    double margin;
};

using OutputLoss = std::variant<SquaredLoss, HuberLoss, LogisticLoss, SquaredHingeLoss>;

/// Σ_c loss(f_c, ±1), + for the class of the row: one output for each class, or one for the second of two.
struct OneAgainstRest {
    OutputLoss loss;
};

/// ln Σ_c exp f_c − f_y.
struct Softmax {};

/// Σ_c loss(f_c, y_c).
struct EachTarget {
    OutputLoss loss;
};

using RowLoss = std::variant<OneAgainstRest, Softmax, EachTarget>;

/// The tag of rows that nobody learns from.
inline constexpr std::int64_t held_out = -1;

/// What is known of rows.
struct KnownRows {
    const std::int64_t* codes;  // the class of each, for losses of classes
    const double* numbers;      // one for each output of a group, for others
    const double* weights;
    const std::int64_t* tags;  // the fold of each, or held_out
};

/// Groups of outputs side by side, each of so many, with what is added to each output and the fold each group leaves out.
struct OutputGroups {
    std::size_t groups;
    std::size_t width;
    const double* offsets;
    const std::int64_t* leaves_out;

    [[nodiscard]] std::size_t outputs() const { return groups * width; }
};

/// What rows weigh and cost, and how wrong they are.
struct Tally {
    double weight = 0.0;
    double loss = 0.0;
    double errors = 0.0;

    Tally& operator+=(const Tally& other) {
        weight += other.weight;
        loss += other.loss;
        errors += other.errors;
        return *this;
    }
};

/// Of one group: the rows that it learns from, those of the fold that it leaves out, those held out.
struct Tallies {
    Tally learned, left_out, held;

    Tallies& operator+=(const Tallies& other) {
        learned += other.learned;
        left_out += other.left_out;
        held += other.held;
        return *this;
    }
};

/// One thread's workplace for the answers of rows to their outputs.
class Response {
public:
    /// For up to so many rows at a time; loss and groups must stay.
    Response(const RowLoss& loss, const OutputGroups& groups, std::size_t rows);

    /// A row of `outputs()` numbers for each row, to be written before each call, without offsets.
    [[nodiscard]] double* outputs() { return outputs_.data(); }

    /// The answers of the rows first, ..., first + rows − 1: weight · slope goes to `pushes`, as the outputs lie and zero
    /// where a group does not learn. Their sums over the rows are added to `pulls`, one for each output, and what the rows
    /// weigh and cost to `tallies`, one for each group.
    void answer(const KnownRows& known, std::size_t first, std::size_t rows, double* pushes, double* pulls,
                Tallies* tallies);

private:
    /// What a row costs, and how wrong its answer is.
    struct Verdict {
        double loss;
        double error;
    };

    void add_offsets(std::size_t rows);
    void find_wanted(const KnownRows& known, std::size_t first, std::size_t rows);
    void find_costs(std::size_t rows);
    void find_shares(std::size_t rows);
    [[nodiscard]] Verdict verdict(const KnownRows& known, std::size_t row, std::size_t at);

    const RowLoss& loss_;
    const OutputGroups& groups_;
    Array<double> outputs_;
    Array<double> wanted_;
    Array<double> losses_;
    Array<double> slopes_;
};

}  // namespace drupe
