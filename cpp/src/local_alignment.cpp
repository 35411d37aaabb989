#include "drupe/local_alignment.hpp"

#include <algorithm>

namespace drupe {

namespace {

class LocalAlignment final : public StringKernel {
public:
    LocalAlignment(const SequencesView& right, AlignmentFactors factors)
        : right_(right), factors_(std::move(factors)) {}

    [[nodiscard]] std::size_t group() const override { return 1; }
    [[nodiscard]] double work(std::size_t group) const override { return static_cast<double>(right_.length(group)); }
    [[nodiscard]] std::unique_ptr<StringComparer> comparer() const override;

private:
    class Comparer;
    SequencesView right_;
    AlignmentFactors factors_;
};

class LocalAlignment::Comparer final : public StringComparer {
public:
    explicit Comparer(const LocalAlignment& kernel) : kernel_(kernel) {}

    void take(Sequence left) override { left_ = left; }
    void compare(std::size_t group, double* values, Watch& watch) override {
        values[0] = align(left_, kernel_.right_[group], watch);
    }
    void compare_each_with_itself(std::size_t group, double* values, Watch& watch) override {
        values[0] = align(kernel_.right_[group], kernel_.right_[group], watch);
    }

private:
    /// What alignments add up to that end at one place of the right string and, in the left one, at the row at hand: with a
    /// pair of symbols, with a gap of left symbols, with a gap of right ones.
    struct Ending {
        double pair, left_gap, right_gap;
        [[nodiscard]] double all() const { return pair + left_gap + right_gap; }
    };

    double align(Sequence left, Sequence right, Watch& watch) {
        const AlignmentFactors& f = kernel_.factors_;
        endings_.assign(right.size() + 1, {0.0, 0.0, 0.0});
        double total = 1.0;
        for (std::size_t a = 0; a < left.size() && !watch.stopped(); ++a) {
            Ending corner{0.0, 0.0, 0.0};  // of the row above, one column before
            Ending before = corner;        // of this row, one column before
            double row = 0.0;
            for (std::size_t b = 0; b < right.size(); ++b) {
                Ending& here = endings_[b + 1];
                const Ending above = here;
                here.pair = factor(left[a], right[b]) * (1.0 + corner.all());
                here.left_gap = f.opening * above.pair + f.extension * above.left_gap;
                // A gap of right symbols may follow one of left symbols, not the other way round: each alignment counts once.
                here.right_gap = f.opening * (before.pair + before.left_gap) + f.extension * before.right_gap;
                row += here.pair;
                corner = above;
                before = here;
            }
            total += row;
            watch.finished(static_cast<double>(right.size()));
            watch.poll();
        }
        return total;
    }

    [[nodiscard]] double factor(std::int32_t x, std::int32_t z) const {
        const AlignmentFactors& f = kernel_.factors_;
        if (f.letters.empty()) return x == z ? f.same : f.other;
        return f.letters[static_cast<std::size_t>(x) * f.count + static_cast<std::size_t>(z)];
    }

    const LocalAlignment& kernel_;
    Sequence left_;
    std::vector<Ending> endings_;
};

std::unique_ptr<StringComparer> LocalAlignment::comparer() const { return std::make_unique<Comparer>(*this); }

}  // namespace

std::unique_ptr<StringKernel> local_alignment_kernel(const SequencesView& right, AlignmentFactors factors) {
    return std::make_unique<LocalAlignment>(right, std::move(factors));
}

}  // namespace drupe
