#include "drupe/box_path.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

#include "drupe/endurance.hpp"
#include "drupe/face.hpp"
#include "drupe/gathered_rows.hpp"
#include "drupe/optimality.hpp"
#include "drupe/pair_solver.hpp"
#include "drupe/parallel.hpp"
#include "drupe/watched_outputs.hpp"

namespace drupe {

namespace {

/// Pair steps stop a little early, so that the check in double precision usually passes at once.
constexpr double early = 0.9;

/// Rounds of checking in double precision and going on.
constexpr int rounds = 20;

/// The share of the support at the upper end of its box from which on all of α grows with the box.
constexpr double mostly = 0.6;

/// Steps after which one looks for variables that stand still.
constexpr std::int64_t patience = 1000;

/// The share of them that must be found before they are set aside.
constexpr double idle_share = 0.2;

/// Variables below which setting some aside cannot pay.
constexpr std::size_t worth_shrinking = 500;

/// Rounds in which variables may be set aside; later ones only mend what that left undone.
constexpr int shrinking_rounds = 2;

/// Variables inside their box up to which a face is visited.
constexpr std::size_t largest_face = 1000;

/// Steps before a visit, at the least; there are never fewer than variables.
constexpr std::int64_t fewest_steps = 256;

/// Multiplications that a step costs for each variable.
constexpr double step_price = 4.0;

/// Of kernel values, in units of the diagonal.
template <class T>
constexpr double rounding = sizeof(T) == sizeof(float) ? 1e-6 : 1e-12;

template <class T>
class PathSolver {
public:
    PathSolver(const BoxPathProblem& path, const Stored<T>& gram, const SolverOptions& options, Watch& watch)
        : p_(path.problem), gram_(gram), options_(options), limits_(options_), watch_(watch), alpha_(p_.start),
          upper_(p_.upper), scores_(p_.size()), all_(p_.size()), own_(gram, p_.examples, p_),
          watched_(gram, path.watched, p_), pairs_(target().loops<T>()), all_rows_(gram, options.cache_bytes / 2),
          some_rows_(gram, options.cache_bytes / 2) {
        std::iota(all_.begin(), all_.end(), std::size_t{0});
    }

    BoxPathSolution solve(const std::vector<double>& factors) {
        BoxPathSolution solution;
        double last = 0.0;
        for (const double factor : factors) {
            widen(last, factor);
            last = factor;
            solution.stops.push_back(run());
            watched_.follow(alpha_);
            watched_.append_to(solution.outputs);
            solution.alphas.insert(solution.alphas.end(), alpha_.begin(), alpha_.end());
            solution.offsets.push_back(thresholds_.value(1.0));
            solution.violations.push_back(violation_);
            solution.iterations.push_back(pairs_.steps());
            watch_.finished(1.0);
        }
        return solution;
    }

private:
    [[nodiscard]] ScoredVariable scored(std::size_t v) const {
        return {p_.signs[v], scores_[v], may_rise(p_.signs[v], alpha_[v], upper_[v]),
                may_fall(p_.signs[v], alpha_[v], upper_[v])};
    }

    bool go_on(std::int64_t steps) {
        watch_.poll();
        return !watch_.stopped() && limits_.may_go_on(steps, 0.0);
    }

    /// α from the last box becomes a start in the next. Where most of the support stands at the end of its box, it will
    /// do so in the next as well: then all of α grows with the box, and the outputs with it.
    void widen(double last, double factor) {
        std::size_t support = 0;
        std::size_t at_end = 0;
        for (const std::size_t v : all_) {
            support += alpha_[v] != 0.0 ? 1U : 0U;
            at_end += alpha_[v] != 0.0 && alpha_[v] == upper_[v] ? 1U : 0U;
        }
        const bool grows = last > 0.0 && static_cast<double>(at_end) > mostly * static_cast<double>(support);
        const double ratio = grows ? factor / last : 1.0;
        for (const std::size_t v : all_) {
            const double upper = p_.upper[v] * factor;
            alpha_[v] = grows && alpha_[v] == upper_[v] ? upper : std::min(alpha_[v] * ratio, upper);
            upper_[v] = upper;
        }
        if (!grows) return;
        own_.scale(ratio, alpha_);
        watched_.scale(ratio, alpha_);
    }

    /// Solves the problem in the box that is now; why it ended.
    Stop run() {
        pairs_.start_over();
        limits_.next_problem();
        check();
        Endurance<T> endurance;
        for (int round = 0; round < rounds && violation_ > options_.tolerance; ++round) {
            const std::int64_t before = pairs_.steps();
            const double violation = violation_;
            const bool out_of_steps = !make_steps(round < shrinking_rounds);
            check();
            if (stopped() || pairs_.unbounded() || pairs_.steps() == before) break;
            if (out_of_steps && !endurance.outlasts(violation, violation_)) break;
        }
        if (violation_ <= options_.tolerance) return Stop::converged;
        if (pairs_.unbounded()) return Stop::unbounded;
        if (!stopped()) return Stop::stalled;
        return limits_.stop() == Stop::converged ? Stop::interrupted : limits_.stop();
    }

    [[nodiscard]] bool stopped() const { return limits_.stop() != Stop::converged || watch_.stopped(); }

    /// Pair steps until the active variables satisfy the conditions, over fewer and fewer of them; false if they would
    /// take more steps than this precision is worth.
    bool make_steps(bool shrinking) {
        activate(all_);
        const std::int64_t last_step = pairs_.steps() + Endurance<T>::steps(all_.size());
        bool out_of_steps = false;
        for (bool look = true; look;) {
            const std::int64_t first = pairs_.steps();
            const std::int64_t visit_at = first + steps_worth_a_face();
            look = false;
            bool visit = false;
            pairs_.run(
                early * options_.tolerance, [&](std::size_t a) { return rows_->row(a); },
                [&](std::int64_t steps) {
                    visit = steps >= visit_at;
                    look = visit || (shrinking && active_.size() >= worth_shrinking && steps - first >= patience);
                    out_of_steps = steps >= last_step;
                    return go_on(steps) && !look && !out_of_steps;
                },
                limits_);
            take_back();
            if (stopped()) return true;
            if (visit) descend_face();
            if (look && shrinking && active_.size() >= worth_shrinking)
                set_idle_aside();
            else if (visit)
                activate(active_);
        }
        return !out_of_steps;
    }

    /// Steps that cost as much as a visit to the face of the free variables.
    [[nodiscard]] std::int64_t steps_worth_a_face() const {
        const auto free = static_cast<std::size_t>(
            std::count_if(active_.begin(), active_.end(), [&](std::size_t v) { return inside(v); }));
        if (free > largest_face) return std::numeric_limits<std::int64_t>::max() / 2;
        const double step = step_price * static_cast<double>(active_.size());
        return std::max({fewest_steps, static_cast<std::int64_t>(active_.size()),
                         static_cast<std::int64_t>(Face::price(free, p_.size()) / step)});
    }

    [[nodiscard]] bool inside(std::size_t v) const { return alpha_[v] > 0.0 && alpha_[v] < upper_[v]; }

    /// The free variables go to the least that they can reach together.
    void descend_face() {
        std::vector<std::size_t> free;
        std::copy_if(active_.begin(), active_.end(), std::back_inserter(free),
                     [&](std::size_t v) { return inside(v); });
        if (free.size() < 2 || free.size() > largest_face) return;
        std::vector<double> kernel;
        std::vector<FaceVariable> variables;
        kernel.reserve(free.size() * free.size());
        for (const std::size_t v : free) {
            const T* row = gram_.row(static_cast<std::size_t>(p_.examples[v]));
            for (const std::size_t w : free) kernel.push_back(static_cast<double>(row[p_.examples[w]]));
            const double room = upper_[v] - alpha_[v];
            const bool plus = p_.signs[v] > 0;
            variables.push_back({scores_[v] - middle_, plus ? room : alpha_[v], plus ? alpha_[v] : room});
        }
        Face face(rounding<T>, p_.balance == Balance::joint);
        const auto moves = face.descend(std::move(kernel), variables);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const std::size_t v = free[i];
            const double sign = p_.signs[v];
            if (moves[i].end != 0)
                alpha_[v] = (moves[i].end > 0) == (sign > 0) ? upper_[v] : 0.0;
            else
                alpha_[v] = std::clamp(alpha_[v] + sign * moves[i].amount, 0.0, upper_[v]);
        }
        check();
    }

    void activate(std::vector<std::size_t> variables) {
        if (variables != active_) {
            active_ = std::move(variables);
            pairs_.resize(active_.size(), p_.balance);
            std::vector<std::int64_t> examples;
            for (const std::size_t v : active_) examples.push_back(p_.examples[v]);
            const bool all = active_.size() == p_.size();
            rows_ = all ? &all_rows_ : &some_rows_;
            if (!all || all_rows_.length() == 0) rows_->choose(std::move(examples), pairs_.padded());
        }
        for (std::size_t a = 0; a < active_.size(); ++a) {
            const std::size_t v = active_[a];
            const auto e = static_cast<std::size_t>(p_.examples[v]);
            pairs_.set(a, p_.signs[v], alpha_[v], upper_[v], scores_[v] - middle_,
                       static_cast<double>(gram_.row(e)[e]));
        }
    }

    void take_back() {
        for (std::size_t a = 0; a < active_.size(); ++a) {
            const std::size_t v = active_[a];
            alpha_[v] = pairs_.alpha(a);
            scores_[v] = pairs_.score(a) + middle_;
        }
    }

    /// Variables at an end of their box, with scores that no partner could move them from, leave the pair solver.
    void set_idle_aside() {
        find_thresholds(active_);
        std::vector<std::size_t> staying;
        std::copy_if(active_.begin(), active_.end(), std::back_inserter(staying),
                     [&](std::size_t v) { return !thresholds_.idle(scored(v)); });
        const auto idle_count = static_cast<double>(active_.size() - staying.size());
        activate(idle_count < idle_share * static_cast<double>(active_.size()) ? active_ : std::move(staying));
    }

    /// Scores in double precision, and the violation that they show.
    void check() {
        own_.follow(alpha_);
        for (const std::size_t v : all_) scores_[v] = -(own_.at(v) + p_.signs[v] * p_.linear[v]);
        find_thresholds(all_);
        middle_ = thresholds_.middle(1.0);
    }

    void find_thresholds(const std::vector<std::size_t>& among) {
        thresholds_ = Thresholds(p_.balance);
        for (const std::size_t v : among) thresholds_.add(scored(v));
        violation_ = std::max(0.0, thresholds_.violation());
    }

    const BoxProblem& p_;
    Stored<T> gram_;
    const SolverOptions& options_;
    Limits limits_;
    Watch& watch_;
    std::vector<double> alpha_, upper_, scores_;
    std::vector<std::size_t> all_, active_;
    WatchedOutputs<T> own_, watched_;
    PairSolver<T> pairs_;
    GatheredRows<T> all_rows_, some_rows_;
    GatheredRows<T>* rows_ = &all_rows_;
    Thresholds thresholds_{p_.balance};
    double middle_ = 0.0, violation_ = 0.0;
};

}  // namespace

template <class T>
std::vector<BoxPathSolution> solve_box_paths(const std::vector<BoxPathProblem>& paths,
                                             const std::vector<double>& factors, const SolverOptions& options,
                                             const std::vector<Stored<T>>& grams) {
    std::vector<std::size_t> order(paths.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return paths[a].problem.size() > paths[b].problem.size(); });
    std::vector<BoxPathSolution> solutions(paths.size());
    Watch watch(options.monitor, static_cast<double>(paths.size() * factors.size()));
    SolverOptions each = options;
    each.cache_bytes /= static_cast<std::size_t>(team_size(options.threads, paths.size()));
    each.monitor = nullptr;  // the watch speaks to it
    const auto solve = [&](std::size_t k) {
        solutions[order[k]] = PathSolver<T>(paths[order[k]], grams[order[k]], each, watch).solve(factors);
    };
    parallel_tasks(order.size(), options.threads, [&] { return solve; }, [&] { watch.poll(); });
    return solutions;
}

template std::vector<BoxPathSolution> solve_box_paths<float>(const std::vector<BoxPathProblem>&,
                                                             const std::vector<double>&, const SolverOptions&,
                                                             const std::vector<Stored<float>>&);
template std::vector<BoxPathSolution> solve_box_paths<double>(const std::vector<BoxPathProblem>&,
                                                              const std::vector<double>&, const SolverOptions&,
                                                              const std::vector<Stored<double>>&);

}  // namespace drupe
