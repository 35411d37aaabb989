#include "drupe/one_vs_one.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

#include "drupe/endurance.hpp"
#include "drupe/held_rows.hpp"
#include "drupe/nonzeros_only.hpp"
#include "drupe/optimality.hpp"
#include "drupe/own_class_rows.hpp"
#include "drupe/pair_solver.hpp"
#include "drupe/parallel.hpp"
#include "drupe/rows_by_class.hpp"
#include "drupe/solve.hpp"

namespace drupe {

namespace {

/// Examples in a pair from which on the block solver, with all threads, is faster.
constexpr std::size_t large_pair = 20000;

/// Pair steps stop a little early, so that the final check in double precision usually passes at once.
constexpr double early = 0.9;

/// Rounds of checking in double precision and going on.
constexpr int rounds = 20;

/// Two classes, the place of their problem among all, and how many examples they have.
struct Pair {
    std::size_t first, second, at, size;
};

/// What all threads share.
template <class T>
struct Shared {
    const Computed<T>& source;
    const Classes& classes;
    const SolverOptions& options;
    std::size_t pairs;
    std::optional<RowsByClass<T>> rows{};
    std::optional<OwnClassRows<T>> own_rows{};
    std::atomic<bool> stop{false};
    std::atomic<std::size_t> solved{0};
};

/// The examples of a pair, those of the lower class first.
std::vector<std::int64_t> examples_of(const Classes& classes, const Pair& pair) {
    std::vector<std::int64_t> examples = classes.members[pair.first];
    const auto& others = classes.members[pair.second];
    examples.insert(examples.end(), others.begin(), others.end());
    return examples;
}

/// One thread's place of work.
template <class T>
class Worker {
public:
    Worker(Shared<T>& shared, bool watches)
        : shared_(shared), options_(shared.options), limits_(options_), pairs_(target().loops<T>()),
          rows_(options_.cache_bytes / 2), maker_(*shared.rows) {
        if (!watches) options_.monitor = nullptr;  // only the calling thread may speak to it
    }

    BoxSolution solve(const Pair& pair) {
        begin(pair);
        BoxSolution solution;
        solution.stop = Stop::stalled;
        solution.violation = std::numeric_limits<double>::infinity();
        Endurance<T> endurance;
        for (int round = 0; round < rounds; ++round) {
            const std::int64_t before = pairs_.steps();
            const std::int64_t last_step = before + Endurance<T>::steps(examples_.size());
            bool out_of_steps = false;
            const bool ended = pairs_.run(
                early * options_.tolerance, [&](std::size_t at) { return row(at); },
                [&](std::int64_t steps) {
                    out_of_steps = steps >= last_step;
                    return go_on(steps) && !out_of_steps;
                },
                limits_);
            const double violation = solution.violation;
            check(solution);
            if (pairs_.unbounded()) solution.stop = Stop::unbounded;
            if (limits_.stop() != Stop::converged) solution.stop = limits_.stop();
            if (solution.violation <= options_.tolerance) {
                solution.stop = Stop::converged;
                break;
            }
            if (!ended && limits_.stop() != Stop::converged) break;
            if (pairs_.unbounded() || shared_.stop.load() || pairs_.steps() == before) break;
            if (out_of_steps && !endurance.outlasts(violation, solution.violation)) break;
        }
        solution.iterations = pairs_.steps();
        solution.rows = rows_.counted();
        shared_.solved.fetch_add(1);
        return solution;
    }

private:
    void begin(const Pair& pair) {
        pair_ = pair;
        examples_ = examples_of(shared_.classes, pair);
        lower_ = shared_.classes.members[pair.first].size();
        pairs_.start_over();
        limits_.next_problem();
        pairs_.resize(lower_, examples_.size() - lower_, shared_.classes.balance);
        const std::size_t lower = pairs_.split();
        const std::size_t higher = pairs_.padded() - lower;
        rows_.start(pairs_.padded(),
                    std::max(higher + (shares(pair.first) ? 0 : lower), lower + (shares(pair.second) ? 0 : higher)));
        for (std::size_t v = 0; v < examples_.size(); ++v) {
            pairs_.set(place(v), sign(v), 0.0, upper(v), sign(v), shared_.source.diagonal[examples_[v]]);
        }
    }

    /// Where the pair solver has example v: the higher class begins after the split.
    [[nodiscard]] std::size_t place(std::size_t v) const { return v < lower_ ? v : pairs_.split() + (v - lower_); }
    [[nodiscard]] bool shares(std::size_t c) const { return shared_.own_rows->has(c); }
    [[nodiscard]] double sign(std::size_t v) const { return v < lower_ ? 1.0 : -1.0; }
    [[nodiscard]] double upper(std::size_t v) const {
        return shared_.classes.upper[static_cast<std::size_t>(examples_[v])];
    }

    bool go_on(std::int64_t steps) {
        if (shared_.stop.load(std::memory_order_relaxed)) return false;
        if (limits_.may_go_on(steps, static_cast<double>(shared_.solved.load()) / static_cast<double>(shared_.pairs)))
            return true;
        if (limits_.stop() != Stop::iterations) shared_.stop.store(true);
        return false;
    }

    /// The row of the example at a place, in two parts: what it has in common with its own class, which all pairs share, and
    /// with the other, which this pair holds.
    RowParts<T> row(std::size_t at) {
        const bool lower = at < pairs_.split();
        const std::size_t member = lower ? at : at - pairs_.split();
        const std::size_t own = lower ? pair_.first : pair_.second;
        const std::size_t other = lower ? pair_.second : pair_.first;
        const std::size_t own_length = lower ? pairs_.split() : pairs_.padded() - pairs_.split();
        const std::size_t other_length = pairs_.padded() - own_length;
        const auto e = static_cast<std::size_t>(shared_.classes.members[own][member]);
        const T* held = rows_.row(at, [&](T* out) {
            make_part(e, other, other_length, out);
            if (!shares(own)) make_part(e, own, own_length, out + other_length);
        });
        const T* shared = !shares(own)
                              ? held + other_length
                              : shared_.own_rows->row(own, member, [&](T* out) { make_part(e, own, own_length, out); });
        return lower ? RowParts<T>(shared, held) : RowParts<T>(held, shared);
    }

    void make_part(std::size_t e, std::size_t c, std::size_t length, T* out) {
        maker_.row(e, c, out);
        std::fill(out + shared_.classes.members[c].size(), out + length, T(0));
    }

    /// Outputs in double precision from the support vectors' rows, and all that follows from them.
    void check(BoxSolution& solution) {
        const std::size_t n = examples_.size();
        solution.alpha.resize(n);
        solution.outputs.assign(n, 0.0);
        for (std::size_t v = 0; v < n; ++v) {
            solution.alpha[v] = pairs_.alpha(place(v));
            if (solution.alpha[v] == 0.0) continue;
            const RowParts<T> k = row(place(v));
            listed_[0].push_back(k.first);
            listed_[1].push_back(k.second);
            weights_.push_back(sign(v) * solution.alpha[v]);
            if (!rows_.has_room_for_all()) add_listed(solution);
        }
        add_listed(solution);
        for (std::size_t v = 0; v < n; ++v) pairs_.set_score(place(v), sign(v) - solution.outputs[v]);
        state_optimality(solution, shared_.classes.balance, [&](std::size_t v) {
            return BoxVariable{sign(v), -1.0, upper(v), solution.alpha[v], solution.outputs[v]};
        });
    }

    /// The rows that are listed, times their weights, to the outputs.
    void add_listed(BoxSolution& solution) {
        const auto& loops = target().loops<T>();
        double* out = solution.outputs.data();
        loops.add_listed_rows(listed_[0].data(), weights_.data(), weights_.size(), lower_, out);
        loops.add_listed_rows(listed_[1].data(), weights_.data(), weights_.size(), examples_.size() - lower_,
                              out + lower_);
        weights_.clear();
        for (auto& rows : listed_) rows.clear();
    }

    Shared<T>& shared_;
    SolverOptions options_;
    Limits limits_;
    PairSolver<T> pairs_;
    HeldRows<T> rows_;
    typename RowsByClass<T>::Worker maker_;
    std::vector<const T*> listed_[2];  // first and second parts of rows
    std::vector<double> weights_;
    Pair pair_{};
    std::vector<std::int64_t> examples_;
    std::size_t lower_ = 0;  // how many of them belong to the lower class
};

/// Solves a pair as a problem of its own.
template <class T>
BoxSolution solve_large(const Shared<T>& shared, const Pair& pair) {
    const std::vector<std::int64_t> examples = examples_of(shared.classes, pair);
    const OwnedExamples<T> owned(shared.source.sample, examples.data(), pair.size);
    std::vector<double> diagonal;
    BoxProblem problem;
    problem.balance = shared.classes.balance;
    problem.linear.assign(pair.size, -1.0);
    problem.start.assign(pair.size, 0.0);
    for (std::size_t v = 0; v < pair.size; ++v) {
        const auto e = static_cast<std::size_t>(examples[v]);
        diagonal.push_back(shared.source.diagonal[e]);
        problem.signs.push_back(v < shared.classes.members[pair.first].size() ? 1.0 : -1.0);
        problem.upper.push_back(shared.classes.upper[e]);
        problem.examples.push_back(static_cast<std::int64_t>(v));
    }
    return solve<T>(problem, shared.options, {Computed<T>{shared.source.program, owned.view(), diagonal.data()}});
}

}  // namespace

template <class T>
std::vector<BoxSolution> solve_one_vs_one(const Classes& classes, const SolverOptions& options,
                                          const Computed<T>& source) {
    std::vector<Pair> large, small;
    std::size_t count = 0;
    for (std::size_t a = 0; a < classes.members.size(); ++a) {
        for (std::size_t b = a + 1; b < classes.members.size(); ++b) {
            const std::size_t size = classes.members[a].size() + classes.members[b].size();
            (size > large_pair ? large : small).push_back({a, b, count++, size});
        }
    }
    std::sort(small.begin(), small.end(),
              [](const Pair& x, const Pair& y) { return x.size > y.size || (x.size == y.size && x.at < y.at); });
    std::vector<BoxSolution> solutions(count);
    const NonzerosOnly<T> seen(*source.program, source.sample);
    const Computed<T> lighter{source.program, seen.view(), source.diagonal};
    SolverOptions remaining = options;
    Shared<T> shared{lighter, classes, remaining, count};
    const auto started = std::chrono::steady_clock::now();
    const auto seconds_left = [&] {  // all pairs share one limit
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
        return options.max_seconds < 0.0 ? options.max_seconds : std::max(0.0, options.max_seconds - passed.count());
    };
    for (const Pair& pair : large) {
        if (shared.stop.load()) break;
        solutions[pair.at] = solve_large(shared, pair);
        if (solutions[pair.at].stop == Stop::interrupted || solutions[pair.at].stop == Stop::time)
            shared.stop.store(true);
        remaining.max_seconds = seconds_left();
    }
    if (!small.empty()) {
        shared.rows.emplace(lighter, classes.members, options.threads);
        shared.own_rows.emplace(classes.members, options.cache_bytes / 2);
    }
    const auto caller = std::this_thread::get_id();
    parallel_tasks(small.size(), options.threads, [&] {
        auto worker = std::make_unique<Worker<T>>(shared, std::this_thread::get_id() == caller);
        return [&, worker = std::move(worker)](std::size_t k) {
            if (!shared.stop.load()) solutions[small[k].at] = worker->solve(small[k]);
        };
    });
    small.insert(small.end(), large.begin(), large.end());
    for (const Pair& pair : small) {  // a run that was stopped leaves the pairs it never came to at zero
        auto& solution = solutions[pair.at];
        if (!solution.alpha.empty()) continue;
        solution.alpha.assign(pair.size, 0.0);
        solution.outputs.assign(pair.size, 0.0);
        solution.stop = Stop::interrupted;
    }
    return solutions;
}

template std::vector<BoxSolution> solve_one_vs_one<float>(const Classes&, const SolverOptions&, const Computed<float>&);
template std::vector<BoxSolution> solve_one_vs_one<double>(const Classes&, const SolverOptions&,
                                                           const Computed<double>&);

}  // namespace drupe
