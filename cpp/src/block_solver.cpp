#include "drupe/block_solver.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "drupe/active_scores.hpp"
#include "drupe/block_choice.hpp"
#include "drupe/endurance.hpp"
#include "drupe/inner_share.hpp"
#include "drupe/kept_array.hpp"
#include "drupe/pair_solver.hpp"

namespace drupe {

namespace {

/// Examples below which setting some aside cannot pay.
constexpr std::size_t worth_shrinking = 3000;

/// The share of active examples that must be idle before they are set aside.
constexpr double idle_share = 0.2;

/// A little below the tolerance, so that the check after the fused pass usually finds the conditions met.
constexpr double early = 0.8;

/// Passes a stop on from the middle of a sum of rows, without disturbing the progress that is shown.
class StopOnly final : public Monitor {
public:
    explicit StopOnly(Monitor* monitor) : monitor_(monitor) {}
    bool go_on(double) override { return monitor_->go_on(fraction); }
    void reached(double violation) override { monitor_->reached(violation); }
    double fraction = 0.0;

private:
    Monitor* monitor_;
};

template <class T>
class BlockSolver {
public:
    BlockSolver(const BoxProblem& problem, const KernelRows<T>& kernel, const SolverOptions& options)
        : p_(problem), whole_(kernel), limits_(options), stop_only_(options.monitor), tolerance_(options.tolerance),
          run_{options.threads, options.monitor == nullptr ? nullptr : &stop_only_}, alpha_(problem.start),
          diagonal_(kernel.size()), outputs_(kernel.size(), 0.0), weights_(kernel.size(), 0.0), scores_(problem.size()),
          ways_(problem.size()), choice_(problem.size()), pairs_(target().loops<T>()) {
        whole_.diagonal(diagonal_.data());
        for (std::size_t v = 0; v < p_.size(); ++v) {
            weights_[example(v)] += p_.signs[v] * alpha_[v];
            open_ways(v);
        }
        activate_all();
    }

    BoxSolution solve() {
        try {
            add_rows(weights_);
            iterate();
        } catch (const Interrupted&) {
            stop_ = Stop::interrupted;
        }
        return {std::move(alpha_), std::move(outputs_), pairs_.steps(), violation_, stop_, whole_.counted()};
    }

private:
    [[nodiscard]] std::size_t example(std::size_t v) const { return static_cast<std::size_t>(p_.examples[v]); }

    void open_ways(std::size_t v) {
        const bool up = may_rise(p_.signs[v], alpha_[v], p_.upper[v]);
        const bool down = may_fall(p_.signs[v], alpha_[v], p_.upper[v]);
        const std::size_t group = thresholds_.group(p_.signs[v]);
        ways_[v] = static_cast<Ways>((up ? rises : 0U) | (down ? falls : 0U) | group << group_bit);
    }

    void activate_all() {
        active_.resize(p_.size());
        std::iota(active_.begin(), active_.end(), std::size_t{0});
        active_examples_.clear();
        part_.reset();
    }

    /// outputs[e] += Σ changes[e'] K[e', e] over the active examples.
    void add_rows(const std::vector<double>& changes) {
        std::vector<std::int64_t> index;
        std::vector<double> amounts;
        for (std::size_t e = 0; e < changes.size(); ++e) {
            if (changes[e] == 0.0) continue;
            index.push_back(static_cast<std::int64_t>(e));
            amounts.push_back(changes[e]);
        }
        add_rows(index, amounts);
    }

    void add_rows(const std::vector<std::int64_t>& index, const std::vector<double>& amounts) {
        if (index.empty()) return;
        if (!part_) return whole_.accumulate(index.data(), amounts.data(), index.size(), outputs_.data(), run_);
        add_rows_to(*part_, active_examples_, index, amounts);
    }

    void add_rows_to(const KernelRows<T>& part, const std::vector<std::int64_t>& columns,
                     const std::vector<std::int64_t>& index, const std::vector<double>& amounts) {
        std::vector<double> sums(columns.size(), 0.0);
        part.accumulate(index.data(), amounts.data(), index.size(), sums.data(), run_);
        for (std::size_t c = 0; c < columns.size(); ++c) outputs_[static_cast<std::size_t>(columns[c])] += sums[c];
    }

    void iterate() {
        double first = 0.0;
        for (;;) {
            const double before = violation_;
            find_thresholds();
            const bool stuck = (too_coarse_ && violation_ > 0.5 * before) ||
                               (out_of_steps_ && !endurance_.outlasts(before, violation_));
            if (violation_ > tolerance_ && stuck) {
                stop_ = Stop::stalled;
                break;
            }
            first = std::max(first, violation_);
            limits_.reached(violation_);
            stop_only_.fraction =
                first > tolerance_
                    ? std::clamp(std::log(first / std::max(violation_, tolerance_)) / std::log(first / tolerance_), 0.0,
                                 1.0)
                    : 1.0;
            if (violation_ <= tolerance_) {
                if (aside_.empty()) {
                    stop_ = Stop::converged;
                    return;
                }
                bring_back();
                continue;
            }
            if (!limits_.may_go_on(pairs_.steps(), stop_only_.fraction)) {
                stop_ = limits_.stop();
                break;
            }
            set_idle_aside();
            choice_.choose(active_, seen_, ways_, thresholds_);
            if (!solve_block(choice_.block())) break;
        }
        if (stop_ != Stop::interrupted) bring_back();
        find_thresholds();
    }

    void find_thresholds() {
        thresholds_ = seen_.see(active_, ways_, p_.balance, [&](std::size_t v) {
            return scores_[v] = -(outputs_[example(v)] + p_.signs[v] * p_.linear[v]);
        });
        violation_ = std::max(0.0, thresholds_.violation());
    }

    void set_idle_aside() {
        const std::size_t examples = part_ ? active_examples_.size() : whole_.size();
        if (examples < worth_shrinking) return;
        // An example leaves with all its variables, so few idle variables mean few idle examples: usually known at once.
        if (static_cast<double>(seen_.count_idle(thresholds_)) < idle_share * static_cast<double>(examples)) return;
        std::vector<std::size_t> staying;
        std::vector<bool> needed(whole_.size(), false);
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const std::size_t v = active_[k];
            if (seen_.idle(k, thresholds_)) continue;
            staying.push_back(v);
            needed[example(v)] = true;
        }
        const auto kept = static_cast<std::size_t>(std::count(needed.begin(), needed.end(), true));
        if (static_cast<double>(examples - kept) < idle_share * static_cast<double>(examples)) return;
        Aside leaving{{}, weights_};
        // Examples that no variable belongs to leave with the first group: their outputs are wanted all the same.
        for (std::size_t k = 0; k < examples; ++k) {
            const auto e = part_ ? active_examples_[k] : static_cast<std::int64_t>(k);
            if (!needed[static_cast<std::size_t>(e)]) leaving.examples.push_back(e);
        }
        aside_.push_back(std::move(leaving));
        active_ = std::move(staying);
        active_examples_.clear();
        for (std::size_t e = 0; e < needed.size(); ++e) {
            if (needed[e]) active_examples_.push_back(static_cast<std::int64_t>(e));
        }
        part_ = whole_.part(active_examples_);
        find_thresholds();
    }

    /// Examples set aside hear of everything that has changed since.
    void bring_back() {
        for (const Aside& group : aside_) {
            std::vector<std::int64_t> index;
            std::vector<double> amounts;
            for (std::size_t e = 0; e < weights_.size(); ++e) {
                if (weights_[e] == group.weights[e]) continue;
                index.push_back(static_cast<std::int64_t>(e));
                amounts.push_back(weights_[e] - group.weights[e]);
            }
            if (!index.empty()) add_rows_to(*whole_.part(group.examples), group.examples, index, amounts);
        }
        aside_.clear();
        activate_all();
    }

    /// False if the run must end.
    bool solve_block(const std::vector<std::size_t>& block) {
        const std::size_t size = block.size();
        pairs_.resize(size, p_.balance);
        std::vector<std::int64_t> index(size);
        double largest = 0.0;
        for (std::size_t b = 0; b < size; ++b) {
            const std::size_t v = block[b];
            index[b] = p_.examples[v];
            const double shift = thresholds_.middle(p_.signs[v]);
            pairs_.set(b, p_.signs[v], alpha_[v], p_.upper[v], scores_[v] - shift, diagonal_[example(v)]);
            largest = std::max(largest, std::abs(scores_[v] - shift));
        }
        const std::size_t ld = pairs_.padded();
        kernel_.need(size * ld);
        for (std::size_t b = 0; b < size; ++b)
            std::fill(kernel_.data() + b * ld + size, kernel_.data() + (b + 1) * ld, T(0));
        whole_.square(index.data(), size, kernel_.data(), ld, run_);
        const double inner = std::max({size == p_.size() ? 0.0 : inner_share_.value() * violation_, early * tolerance_,
                                       Endurance<T>::resolution(largest)});
        const std::int64_t last_step = pairs_.steps() + Endurance<T>::steps(size);
        out_of_steps_ = false;
        too_coarse_ = Endurance<T>::resolution(largest) > tolerance_;
        const bool solved = pairs_.run(
            inner, [&](std::size_t b) { return kernel_.data() + b * ld; },
            [&](std::int64_t steps) {
                out_of_steps_ = steps >= last_step;
                return limits_.may_go_on(steps, stop_only_.fraction) && !out_of_steps_;
            },
            limits_);
        return carry_over(block, solved);
    }

    /// Tells the active examples what became of the block; false if the run must end.
    bool carry_over(const std::vector<std::size_t>& block, bool solved) {
        std::vector<std::int64_t> changed;
        std::vector<double> amounts;
        for (std::size_t b = 0; b < block.size(); ++b) {
            const std::size_t v = block[b];
            const double amount = p_.signs[v] * (pairs_.alpha(b) - alpha_[v]);
            if (pairs_.alpha(b) == alpha_[v]) continue;
            alpha_[v] = pairs_.alpha(b);
            weights_[example(v)] += amount;
            open_ways(v);
            changed.push_back(p_.examples[v]);
            amounts.push_back(amount);
        }
        inner_share_.hear(changed.size(), block.size());
        add_rows(changed, amounts);
        if (pairs_.unbounded()) {
            stop_ = Stop::unbounded;
            return false;
        }
        if (!solved && limits_.stop() != Stop::converged) {
            stop_ = limits_.stop();
            return false;
        }
        if (changed.empty()) {  // the block's precision sees nothing to gain where the scores still do
            stop_ = Stop::stalled;
            return false;
        }
        return true;
    }

    struct Aside {
        std::vector<std::int64_t> examples;
        std::vector<double> weights;  // when they were set aside
    };

    const BoxProblem& p_;
    const KernelRows<T>& whole_;
    Limits limits_;
    StopOnly stop_only_;
    double tolerance_;
    Run run_;
    std::vector<double> alpha_, diagonal_, outputs_, weights_, scores_;
    std::vector<Ways> ways_;
    std::vector<std::size_t> active_;
    ActiveScores seen_;
    BlockChoice choice_;
    std::vector<std::int64_t> active_examples_;
    std::unique_ptr<KernelRows<T>> part_;
    std::vector<Aside> aside_;
    PairSolver<T> pairs_;
    KeptArray<T> kernel_;
    Thresholds thresholds_{p_.balance};
    Endurance<T> endurance_;
    InnerShare inner_share_;
    bool out_of_steps_ = false;  // whether the last block used up the steps of its round
    bool too_coarse_ = false;    // whether its scores were too coarse for the tolerance
    double violation_ = 0.0;
    Stop stop_ = Stop::converged;
};

}  // namespace

template <class T>
BoxSolution solve_in_blocks(const BoxProblem& problem, const KernelRows<T>& kernel, const SolverOptions& options) {
    return BlockSolver<T>(problem, kernel, options).solve();
}

template BoxSolution solve_in_blocks<float>(const BoxProblem&, const KernelRows<float>&, const SolverOptions&);
template BoxSolution solve_in_blocks<double>(const BoxProblem&, const KernelRows<double>&, const SolverOptions&);

}  // namespace drupe
