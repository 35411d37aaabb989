#include "drupe/stump_boosting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "drupe/parallel.hpp"

namespace drupe {

namespace {

constexpr std::size_t block = 8192;             // examples whose sums are taken together, whatever the threads
constexpr std::int64_t rounds_by_product = 32;  // after which weights are computed anew, before rounding adds up

constexpr double epsilon = std::numeric_limits<double>::epsilon();

constexpr double longest = 40.0;     // of steps whose best length is beyond that: exp(−40) is less than rounding
constexpr double by_product = 30.0;  // length of a step beyond which weights are computed anew

/// ½ ln((1 − error) / error), also where 1 − error is rounded to 1.
double best_step(double error) { return std::min(0.5 * (std::log1p(-error) - std::log(error)), longest); }

class Rounds {
public:
    Rounds(const CutColumns& columns, const BoostingProblem& problem, const StumpBoostingOptions& options)
        : columns_(columns), problem_(problem), options_(options),
          threads_(columns.rows() < 4 * block ? 1 : options.threads), length_(problem.length),
          positive_(columns.rows()), left_(columns.rows()), pulls_(columns.rows()) {
        vote_.outputs = problem.outputs;
        for (std::size_t i = 0; i < positive_.size(); ++i) positive_[i] = problem.signs[i] > 0.0 ? 1 : 0;
    }

    BoostedStumps run() {
        Watch watch(options_.monitor, static_cast<double>(options_.rounds));
        for (std::int64_t round = 0; round < options_.rounds; ++round) {
            watch.poll();
            if (watch.stopped()) {
                vote_.end = LastRound::interrupted;
                break;
            }
            if (round % rounds_by_product == 0) weigh();
            if (!add(columns_.best_sign(pulls_.data(), total_, 1.0, options_.threads))) break;
            watch.finished(1.0);
        }
        return std::move(vote_);
    }

private:
    /// Sums of part(i) over examples, four side by side and block by block: the same for any number of threads.
    template <class Part>
    double summed(Part part) const {
        const std::size_t n = pulls_.size();
        const auto of_block = [&](std::size_t first, std::size_t last) {
            double sums[4] = {};
            std::size_t i = first;
            for (; i + 4 <= last; i += 4) {
                for (std::size_t k = 0; k < 4; ++k) sums[k] += part(i + k);
            }
            for (; i < last; ++i) sums[0] += part(i);
            return (sums[0] + sums[1]) + (sums[2] + sums[3]);
        };
        if (n <= block) return of_block(0, n);
        std::vector<double> sums((n + block - 1) / block);
        parallel_tasks(sums.size(), threads_, [&] {
            return [&](std::size_t b) { sums[b] = of_block(b * block, std::min(n, (b + 1) * block)); };
        });
        return std::accumulate(sums.begin(), sums.end(), 0.0);
    }

    [[nodiscard]] double least_output() const {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < pulls_.size(); ++i) least = std::min(least, problem_.signs[i] * vote_.outputs[i]);
        return least;
    }

    /// Weights from the outputs: wᵢ exp(−yᵢ F(xᵢ)), of sum 1.
    void weigh() {
        const double least = least_output();
        const double sum = summed([&](std::size_t i) {
            const double weight = problem_.weights[i] * std::exp(least - problem_.signs[i] * vote_.outputs[i]);
            pulls_[i] = problem_.signs[i] * weight;
            return weight;
        });
        total_ = summed([&](std::size_t i) { return pulls_[i] /= sum; });
    }

    /// Lets a stump join; whether others may follow.
    bool add(const SignedCut& cut) {
        columns_.left(cut, left_.data());
        const unsigned turned = cut.sign < 0.0 ? 1 : 0;
        // Tables in the place of conditions: which examples are wrong no processor can guess.
        const auto wrong = [&](std::size_t i) { return left_[i] ^ positive_[i] ^ turned; };
        constexpr double counted[2] = {0.0, 1.0};
        double error = summed([&](std::size_t i) { return counted[wrong(i)] * std::abs(pulls_[i]); });
        if (error == 0.0) {
            if (summed([&](std::size_t i) { return counted[wrong(i)]; }) == 0.0) return found_perfect(cut);
            error = std::numeric_limits<double>::min();  // weights that are smaller than any number
        }
        const double step = options_.rate * unshrunk(error);
        // An edge that rounding alone can make of none is none.
        const bool by_chance = 1.0 - 2.0 * error <= static_cast<double>(pulls_.size()) * epsilon;
        if (by_chance || !(step > 0.0)) {
            vote_.end = LastRound::no_better;
            return false;
        }
        note(cut, error, step);
        const double said[2] = {-cut.sign * step, cut.sign * step};
        if (step > by_product) {  // whose exponential may be no number
            for (std::size_t i = 0; i < left_.size(); ++i) vote_.outputs[i] += said[left_[i]];
            weigh();
            return true;
        }
        // Both factors are divided by what weights would add up to.
        const double sum = (1.0 - error) * std::exp(-step) + error * std::exp(step);
        const double factors[2] = {std::exp(-step) / sum, std::exp(step) / sum};
        total_ = summed([&](std::size_t i) {
            vote_.outputs[i] += said[left_[i]];
            return pulls_[i] *= factors[wrong(i)];
        });
        return true;
    }

    bool found_perfect(const SignedCut& cut) {
        vote_ = BoostedStumps{};
        vote_.end = LastRound::perfect;
        note(cut, 0.0, 1.0);
        for (const std::uint8_t left : left_) vote_.outputs.push_back(left != 0 ? cut.sign : -cut.sign);
        return false;
    }

    [[nodiscard]] double unshrunk(double error) const {
        const double step = best_step(error);
        if (options_.rule == StepRule::adaboost || length_ == 0.0) return step;
        // A margin of −1, where all stumps are wrong, would ask for an infinite step.
        const double margin = least_output() / length_;
        return margin > -1.0 ? step - std::atanh(std::min(margin, 1.0 - epsilon)) : step;
    }

    void note(const SignedCut& cut, double error, double step) {
        vote_.columns.push_back(static_cast<std::int64_t>(cut.column));
        vote_.thresholds.push_back(cut.threshold);
        vote_.signs.push_back(cut.sign);
        vote_.errors.push_back(error);
        vote_.steps.push_back(step);
        length_ += step;
    }

    const CutColumns& columns_;
    const BoostingProblem& problem_;
    const StumpBoostingOptions& options_;
    int threads_;
    BoostedStumps vote_;
    double length_;                       // Σ steps
    std::vector<std::uint8_t> positive_;  // whether the sign of an example is
    std::vector<std::uint8_t> left_;      // which examples the stump at hand has to its left
    std::vector<double> pulls_;           // wᵢ yᵢ
    double total_ = 0.0;                  // their sum
};

}  // namespace

BoostedStumps boost_stumps(const CutColumns& columns, const BoostingProblem& problem,
                           const StumpBoostingOptions& options) {
    return Rounds(columns, problem, options).run();
}

}  // namespace drupe
