#include "drupe/block_solver.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "drupe/endurance.hpp"
#include "drupe/pair_solver.hpp"

namespace drupe {

namespace {

/// Variables in a block: large blocks mean few passes over the data, and one block's kernel still fits the caches.
constexpr std::size_t block_size = 1536;

/// Active variables up to which all of them are one block.
constexpr std::size_t at_once = 2048;

/// Examples below which setting some aside cannot pay.
constexpr std::size_t worth_shrinking = 3000;

/// The share of active examples that must be idle before they are set aside.
constexpr double idle_share = 0.2;

/// A block is solved to this share of the violation that was there when it was chosen.
constexpr double inner_share = 0.1;

/// A little below the tolerance, so that the check after the fused pass usually finds the conditions met.
constexpr double early = 0.8;

constexpr double infinity = std::numeric_limits<double>::infinity();

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

/// Thresholds of one group of variables.
struct Group {
    double highest = -infinity;  // score that may rise
    double lowest = infinity;    // score that may fall
    [[nodiscard]] double violation() const { return highest - lowest; }
    [[nodiscard]] double middle() const { return std::isfinite(violation()) ? 0.5 * (highest + lowest) : 0.0; }
};

template <class T>
class BlockSolver {
public:
    BlockSolver(const BoxProblem& problem, const KernelRows<T>& kernel, const SolverOptions& options)
        : p_(problem), whole_(kernel), limits_(options), stop_only_(options.monitor), tolerance_(options.tolerance),
          run_{options.threads, options.monitor == nullptr ? nullptr : &stop_only_}, alpha_(problem.start),
          diagonal_(kernel.size()), outputs_(kernel.size(), 0.0), weights_(kernel.size(), 0.0), scores_(problem.size()),
          in_block_(problem.size(), false), pairs_(target().loops<T>()) {
        whole_.diagonal(diagonal_.data());
        for (std::size_t v = 0; v < p_.size(); ++v) weights_[example(v)] += p_.signs[v] * alpha_[v];
        activate_all();
    }

    BoxSolution solve() {
        try {
            add_rows(weights_);
            iterate();
        } catch (const Interrupted&) {
            stop_ = Stop::interrupted;
        }
        const RowCount rows = whole_.counted();
        return {std::move(alpha_), std::move(outputs_), pairs_.steps(), violation_, stop_, rows.found, rows.made};
    }

private:
    [[nodiscard]] std::size_t example(std::size_t v) const { return static_cast<std::size_t>(p_.examples[v]); }
    [[nodiscard]] bool may_rise(std::size_t v) const { return p_.signs[v] > 0 ? alpha_[v] < p_.upper[v] : alpha_[v] > 0; }
    [[nodiscard]] bool may_fall(std::size_t v) const { return p_.signs[v] > 0 ? alpha_[v] > 0 : alpha_[v] < p_.upper[v]; }
    [[nodiscard]] Group& group(std::size_t v) { return groups_[p_.balance == Balance::by_sign && p_.signs[v] < 0 ? 1 : 0]; }

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

    void add_rows_to(const KernelRows<T>& part, const std::vector<std::int64_t>& columns, const std::vector<std::int64_t>& index,
                     const std::vector<double>& amounts) {
        std::vector<double> sums(columns.size(), 0.0);
        part.accumulate(index.data(), amounts.data(), index.size(), sums.data(), run_);
        for (std::size_t c = 0; c < columns.size(); ++c) outputs_[static_cast<std::size_t>(columns[c])] += sums[c];
    }

    void iterate() {
        double first = 0.0;
        for (;;) {
            const double before = violation_;
            find_thresholds();
            const bool stuck = (too_coarse_ && violation_ > 0.5 * before) || (out_of_steps_ && !endurance_.outlasts(before, violation_));
            if (violation_ > tolerance_ && stuck) {
                stop_ = Stop::stalled;
                break;
            }
            first = std::max(first, violation_);
            limits_.reached(violation_);
            stop_only_.fraction = first > tolerance_ ? std::clamp(std::log(first / std::max(violation_, tolerance_)) / std::log(first / tolerance_), 0.0, 1.0) : 1.0;
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
            choose_block();
            if (!solve_block()) break;
        }
        if (stop_ != Stop::interrupted) bring_back();
        find_thresholds();
    }

    void find_thresholds() {
        groups_[0] = groups_[1] = Group{};
        for (const std::size_t v : active_) {
            const double score = -(outputs_[example(v)] + p_.signs[v] * p_.linear[v]);
            scores_[v] = score;
            Group& g = group(v);
            if (may_rise(v) && score > g.highest) g.highest = score;
            if (may_fall(v) && score < g.lowest) g.lowest = score;
        }
        if (p_.balance == Balance::free) {
            violation_ = std::max({groups_[0].highest, -groups_[0].lowest, 0.0});
        } else {
            violation_ = std::max({groups_[0].violation(), groups_[1].violation(), 0.0});
        }
    }

    /// Whether v stands at an end of its box, with a score that no partner could move it from.
    [[nodiscard]] bool idle(std::size_t v) {
        const bool free = p_.balance == Balance::free;
        const Group& g = group(v);
        if (!may_fall(v)) return scores_[v] < (free ? -0.0 : g.lowest) - (free ? violation_ : 0.0);
        if (!may_rise(v)) return scores_[v] > (free ? 0.0 : g.highest) + (free ? violation_ : 0.0);
        return false;
    }

    void set_idle_aside() {
        const std::size_t examples = part_ ? active_examples_.size() : whole_.size();
        if (examples < worth_shrinking) return;
        // An example leaves with all its variables, so few idle variables mean few idle examples: usually known at once.
        const auto idle_variables = std::count_if(active_.begin(), active_.end(), [&](std::size_t v) { return idle(v); });
        if (static_cast<double>(idle_variables) < idle_share * static_cast<double>(examples)) return;
        std::vector<std::size_t> staying;
        std::vector<bool> needed(whole_.size(), false);
        for (const std::size_t v : active_) {
            if (idle(v)) continue;
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

    void choose_block() {
        std::vector<std::size_t> last;
        std::swap(last, block_);
        for (const std::size_t v : last) in_block_[v] = false;
        if (active_.size() <= at_once) {
            block_ = active_;
            return;
        }
        // A pair moves within one group, so every group brings its own violators of both kinds.
        const std::size_t groups = p_.balance == Balance::by_sign ? 2 : 1;
        for (std::size_t g = 0; g < 2; ++g) {
            rising_[g].clear();
            falling_[g].clear();
        }
        const bool free = p_.balance == Balance::free;
        for (const std::size_t v : active_) {
            const Group& g = group(v);
            const std::size_t which = static_cast<std::size_t>(&g - groups_);
            if (may_rise(v) && scores_[v] > (free ? 0.0 : g.lowest)) rising_[which].push_back(place(-scores_[v], v));
            if (may_fall(v) && scores_[v] < (free ? 0.0 : g.highest)) falling_[which].push_back(place(scores_[v], v));
        }
        // Half of the block for the worst violators; then the free variables of the last block, which are cheap to
        // keep right; then more violators.
        for (std::size_t g = 0; g < groups; ++g) {
            take_worst(rising_[g], block_size / 4 / groups);
            take_worst(falling_[g], block_size / 4 / groups);
        }
        for (const std::size_t v : last) {
            if (block_.size() >= block_size) break;
            if (may_rise(v) && may_fall(v)) take(v);
        }
        for (std::size_t g = 0; g < groups; ++g) {
            take_worst(rising_[g], (block_size - block_.size()) / (2 * (groups - g)));
            take_worst(falling_[g], (block_size - block_.size()) / (2 * (groups - g) - 1));
        }
    }

    /// A number that orders variables by their key, smallest first, and equal ones by position.
    static std::uint64_t place(double key, std::size_t v) {
        const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(key));
        const std::uint32_t ordered = (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
        return std::uint64_t{ordered} << 32 | static_cast<std::uint64_t>(v);
    }

    void take(std::size_t v) {
        if (in_block_[v]) return;
        in_block_[v] = true;
        block_.push_back(v);
    }

    /// The first `count` of these places that are not taken yet.
    void take_worst(std::vector<std::uint64_t>& from, std::size_t count) {
        const std::size_t end = std::min(from.size(), count + block_.size());
        if (end < from.size()) std::nth_element(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(end), from.end());
        std::sort(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(end));
        const std::size_t wanted = block_.size() + count;
        for (std::size_t k = 0; k < end && block_.size() < wanted; ++k) take(static_cast<std::size_t>(from[k] & 0xffffffffU));
    }

    /// False if the run must end.
    bool solve_block() {
        const std::size_t size = block_.size();
        pairs_.resize(size, p_.balance);
        std::vector<std::int64_t> index(size);
        double largest = 0.0;
        for (std::size_t b = 0; b < size; ++b) {
            const std::size_t v = block_[b];
            index[b] = p_.examples[v];
            const double shift = p_.balance == Balance::free ? 0.0 : group(v).middle();
            pairs_.set(b, p_.signs[v], alpha_[v], p_.upper[v], scores_[v] - shift, diagonal_[example(v)]);
            largest = std::max(largest, std::abs(scores_[v] - shift));
        }
        const std::size_t ld = pairs_.padded();
        if (kernel_.size() < size * ld) kernel_.resize(size * ld);
        for (std::size_t b = 0; b < size; ++b) std::fill(kernel_.data() + b * ld + size, kernel_.data() + (b + 1) * ld, T(0));
        whole_.square(index.data(), size, kernel_.data(), ld, run_);
        const double inner = std::max({size == p_.size() ? 0.0 : inner_share * violation_, early * tolerance_, Endurance<T>::resolution(largest)});
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
        return carry_over(index, solved);
    }

    bool carry_over(const std::vector<std::int64_t>& index, bool solved) {
        std::vector<std::int64_t> changed;
        std::vector<double> amounts;
        for (std::size_t b = 0; b < block_.size(); ++b) {
            const std::size_t v = block_[b];
            const double amount = p_.signs[v] * (pairs_.alpha(b) - alpha_[v]);
            if (pairs_.alpha(b) == alpha_[v]) continue;
            alpha_[v] = pairs_.alpha(b);
            weights_[example(v)] += amount;
            changed.push_back(index[b]);
            amounts.push_back(amount);
        }
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
    std::vector<std::size_t> active_, block_;
    std::vector<std::uint64_t> rising_[2], falling_[2];
    std::vector<bool> in_block_;
    std::vector<std::int64_t> active_examples_;
    std::unique_ptr<KernelRows<T>> part_;
    std::vector<Aside> aside_;
    PairSolver<T> pairs_;
    Array<T> kernel_;
    Group groups_[2];
    Endurance<T> endurance_;
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
