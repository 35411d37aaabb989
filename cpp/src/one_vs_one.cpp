#include "drupe/one_vs_one.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <thread>

#include "drupe/endurance.hpp"
#include "drupe/held_rows.hpp"
#include "drupe/nonzeros_only.hpp"
#include "drupe/optimality.hpp"
#include "drupe/pair_solver.hpp"
#include "drupe/parallel.hpp"
#include "drupe/shared_rows.hpp"
#include "drupe/solve.hpp"

namespace drupe {

namespace {

/// Examples in a pair from which on the block solver, with all threads, is faster.
constexpr std::size_t large_pair = 6000;

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
    std::vector<std::unique_ptr<OwnedExamples<T>>> owned{};
    std::vector<std::unique_ptr<Evaluator<T>>> evaluators{};  // one per class
    std::vector<SharedRows<T>> own_rows{};                    // K within each class, or none if that is too large
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
          rows_(options_.cache_bytes / 2) {
        if (!watches) options_.monitor = nullptr;  // only the calling thread may speak to it
        for (const auto& evaluator : shared.evaluators) row_workers_.emplace_back(*evaluator);
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
                early * options_.tolerance, [&](std::size_t v) { return row(v); },
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
        pairs_.resize(examples_.size(), shared_.classes.balance);
        rows_.start(examples_.size(), pairs_.padded());
        for (std::size_t v = 0; v < examples_.size(); ++v) {
            pairs_.set(v, sign(v), 0.0, upper(v), sign(v), shared_.source.diagonal[examples_[v]]);
        }
    }

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

    const T* row(std::size_t v) {
        return rows_.row(v, [&](T* out) { make_row(v, out); });
    }

    void make_row(std::size_t v, T* out) {
        const bool lower = v < lower_;
        const std::size_t own = lower ? pair_.first : pair_.second;
        const std::size_t other = lower ? pair_.second : pair_.first;
        const auto e = static_cast<std::size_t>(examples_[v]);
        T* own_part = lower ? out : out + lower_;
        const auto compute = [&](T* to) { row_workers_[own].row(shared_.source.sample, e, to); };
        if (shared_.own_rows.empty()) {
            compute(own_part);
        } else {
            std::copy_n(shared_.own_rows[own].row(lower ? v : v - lower_, compute), shared_.classes.members[own].size(),
                        own_part);
        }
        row_workers_[other].row(shared_.source.sample, e, lower ? out + lower_ : out);
        std::fill(out + examples_.size(), out + pairs_.padded(), T(0));
    }

    /// Outputs in double precision from the support vectors' rows, and all that follows from them.
    void check(BoxSolution& solution) {
        const std::size_t n = examples_.size();
        solution.alpha.resize(n);
        solution.outputs.assign(n, 0.0);
        for (std::size_t v = 0; v < n; ++v) {
            solution.alpha[v] = pairs_.alpha(v);
            if (solution.alpha[v] == 0.0) continue;
            const double weight = sign(v) * solution.alpha[v];
            const T* k = row(v);
            for (std::size_t j = 0; j < n; ++j) solution.outputs[j] += weight * static_cast<double>(k[j]);
        }
        for (std::size_t v = 0; v < n; ++v) pairs_.set_score(v, sign(v) - solution.outputs[v]);
        state_optimality(solution, shared_.classes.balance, [&](std::size_t v) {
            return BoxVariable{sign(v), -1.0, upper(v), solution.alpha[v], solution.outputs[v]};
        });
    }

    Shared<T>& shared_;
    SolverOptions options_;
    Limits limits_;
    PairSolver<T> pairs_;
    HeldRows<T> rows_;
    std::vector<typename Evaluator<T>::RowWorker> row_workers_;
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

template <class T>
void prepare_classes(Shared<T>& shared) {
    const auto& members = shared.classes.members;
    std::size_t bytes = 0;
    for (const auto& of : members) bytes += of.size() * of.size() * sizeof(T);
    for (std::size_t c = 0; c < members.size() && bytes <= shared.options.cache_bytes / 2; ++c)
        shared.own_rows.emplace_back(members[c].size());
    shared.owned.resize(members.size());
    shared.evaluators.resize(members.size());
    const auto prepare = [&](std::size_t c) {
        shared.owned[c] =
            std::make_unique<OwnedExamples<T>>(shared.source.sample, members[c].data(), members[c].size());
        shared.evaluators[c] = std::make_unique<Evaluator<T>>(*shared.source.program, shared.owned[c]->view());
    };
    parallel_tasks(members.size(), shared.source.size() > 500 ? shared.options.threads : 1, [&] { return prepare; });
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
    if (!small.empty()) prepare_classes(shared);
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
