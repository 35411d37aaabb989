#include "drupe/one_vs_one.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <thread>

#include "drupe/endurance.hpp"
#include "drupe/lean.hpp"
#include "drupe/merged.hpp"
#include "drupe/optimality.hpp"
#include "drupe/pair_solver.hpp"
#include "drupe/parallel.hpp"

namespace drupe {

namespace {

/// Examples in a pair from which on the block solver, with all threads, is faster.
constexpr std::size_t large_pair = 6000;

/// Pair steps stop a little early, so that the final check in double precision usually passes at once.
constexpr double early = 0.9;

/// Rounds of checking in double precision and going on.
constexpr int rounds = 20;

/// K within each class, row by row, computed by whoever needs a row first.
template <class T>
class OwnRows {
public:
    OwnRows(const std::vector<std::vector<std::int64_t>>& members, std::size_t budget) {
        std::size_t bytes = 0;
        for (const auto& members_of : members) bytes += members_of.size() * members_of.size() * sizeof(T);
        if (bytes > budget) return;
        for (const auto& members_of : members) {
            const std::size_t n = members_of.size();
            rows_.emplace_back(n * n);
            states_.emplace_back(std::make_unique<std::atomic<std::uint8_t>[]>(n));
            sizes_.push_back(n);
        }
    }

    /// The row of member i of class c, or null if rows are not shared. `compute(out)` fills it.
    template <class Compute>
    const T* row(std::size_t c, std::size_t i, Compute compute) {
        if (rows_.empty()) return nullptr;
        T* at = rows_[c].data() + i * sizes_[c];
        auto& state = states_[c][i];
        while (state.load(std::memory_order_acquire) != ready) {
            std::uint8_t expected = absent;
            if (state.compare_exchange_strong(expected, coming, std::memory_order_acquire)) {
                make(state, at, compute);
            } else {
                std::this_thread::yield();
            }
        }
        return at;
    }

private:
    /// A row that cannot be computed is absent again: whoever waits for it will try in turn, not wait for ever.
    template <class Compute>
    static void make(std::atomic<std::uint8_t>& state, T* at, Compute compute) {
        try {
            compute(at);
        } catch (...) {
            state.store(absent, std::memory_order_release);
            throw;
        }
        state.store(ready, std::memory_order_release);
    }

    static constexpr std::uint8_t absent = 0, coming = 1, ready = 2;
    std::vector<Scratch<T>> rows_;  // most rows are never touched
    std::vector<std::unique_ptr<std::atomic<std::uint8_t>[]>> states_;
    std::vector<std::size_t> sizes_;
};

/// What all threads share.
template <class T>
struct Shared {
    const Program& program;
    const Examples<T>& sample;
    const double* diagonal;
    const Classes& classes;
    const SolverOptions& options;
    std::vector<std::unique_ptr<OwnedExamples<T>>> owned;
    std::vector<std::unique_ptr<Evaluator<T>>> evaluators;  // one per class
    OwnRows<T> own_rows;
    std::atomic<bool> stop{false};
    std::atomic<std::int64_t> solved{0};
    std::int64_t pairs = 0;
};

struct Pair {
    std::size_t first, second, at, size;
};

/// One thread's place of work.
template <class T>
class Worker {
public:
    Worker(Shared<T>& shared, bool watches)
        : shared_(shared), options_(shared.options), limits_(options_), pairs_(target().loops<T>()) {
        if (!watches) options_.monitor = nullptr;  // only the calling thread may speak to it
        for (const auto& evaluator : shared.evaluators) row_workers_.emplace_back(*evaluator);
    }

    BoxSolution solve(const Pair& pair) {
        const auto& a = shared_.classes.members[pair.first];
        const auto& b = shared_.classes.members[pair.second];
        pair_ = &pair;
        examples_.assign(a.begin(), a.end());
        examples_.insert(examples_.end(), b.begin(), b.end());
        const std::size_t n = examples_.size();
        pairs_.start_over();
        limits_.next_problem();
        pairs_.resize(n, shared_.classes.balance);
        for (std::size_t v = 0; v < n; ++v) {
            const auto e = static_cast<std::size_t>(examples_[v]);
            const double sign = v < a.size() ? 1.0 : -1.0;
            pairs_.set(v, sign, 0.0, shared_.classes.upper[e], sign, shared_.diagonal[e]);
        }
        forget_rows(n);
        found_ = made_ = 0;
        BoxSolution solution;
        solution.stop = Stop::stalled;
        solution.violation = std::numeric_limits<double>::infinity();
        Endurance<T> endurance;
        for (int round = 0; round < rounds; ++round) {
            const std::int64_t before = pairs_.steps();
            const std::int64_t last_step = before + Endurance<T>::steps(n);
            bool out_of_steps = false;
            const bool ended = pairs_.run(early * shared_.options.tolerance, [&](std::size_t v) { return row(v); },
                                          [&](std::int64_t steps) {
                                              out_of_steps = steps >= last_step;
                                              return go_on(steps) && !out_of_steps;
                                          },
                                          limits_);
            const double violation = solution.violation;
            check(a.size(), solution);
            if (pairs_.unbounded()) solution.stop = Stop::unbounded;
            if (limits_.stop() != Stop::converged) solution.stop = limits_.stop();
            if (solution.violation <= shared_.options.tolerance) {
                solution.stop = Stop::converged;
                break;
            }
            if (!ended && limits_.stop() != Stop::converged) break;
            if (pairs_.unbounded() || shared_.stop.load() || pairs_.steps() == before) break;
            if (out_of_steps && !endurance.outlasts(violation, solution.violation)) break;
        }
        state_optimality(solution, shared_.classes.balance, [&](std::size_t v) {
            const double upper = shared_.classes.upper[static_cast<std::size_t>(examples_[v])];
            return ScoredVariable{v < a.size() ? 1.0 : -1.0, -1.0, upper, solution.alpha[v], solution.outputs[v]};
        });
        solution.iterations = pairs_.steps();
        solution.rows_found = found_;
        solution.rows_made = made_;
        shared_.solved.fetch_add(1);
        return solution;
    }

private:
    bool go_on(std::int64_t steps) {
        if (shared_.stop.load(std::memory_order_relaxed)) return false;
        if (limits_.may_go_on(steps, static_cast<double>(shared_.solved.load()) / static_cast<double>(shared_.pairs))) return true;
        if (limits_.stop() != Stop::iterations) shared_.stop.store(true);
        return false;
    }

    void forget_rows(std::size_t n) {
        table_.assign(n, nullptr);
        used_ = 0;
        const std::size_t budget = std::max<std::size_t>(shared_.options.cache_bytes / 2 / sizeof(T), 4 * pairs_.padded());
        capacity_ = std::min(budget, n * pairs_.padded());
        if (chunk_ == 0) chunk_ = std::min(capacity_, largest_chunk);  // the first pair is the largest
    }

    /// Rows live in chunks that are made once and used again for every pair.
    T* next_row() {
        const std::size_t length = pairs_.padded();
        if (used_ + length > capacity_) {  // over budget: forget all but go on
            std::fill(table_.begin(), table_.end(), nullptr);
            used_ = 0;
        }
        const std::size_t per_chunk = std::max<std::size_t>(1, chunk_ / length);
        const std::size_t number = used_ / length;
        while (chunks_.size() <= number / per_chunk) chunks_.emplace_back();
        auto& here = chunks_[number / per_chunk];
        if (here.empty()) here.resize(std::max(chunk_, length));
        used_ += length;
        return here.data() + number % per_chunk * length;
    }

    const T* row(std::size_t v) {
        if (table_[v] != nullptr) {
            ++found_;
            return held_ = table_[v];
        }
        ++made_;
        const std::size_t n_a = shared_.classes.members[pair_->first].size();
        const bool in_first = v < n_a;
        const std::size_t own = in_first ? pair_->first : pair_->second;
        const std::size_t other = in_first ? pair_->second : pair_->first;
        const std::size_t member = in_first ? v : v - n_a;
        const std::size_t n_own = shared_.classes.members[own].size();
        const auto e = static_cast<std::size_t>(examples_[v]);
        // Storage that is used again must not be the row that the caller still holds.
        T* out = next_row();
        if (out == held_) out = next_row();
        T* own_part = in_first ? out : out + n_a;
        const auto compute = [&](T* to) { row_workers_[own].row(shared_.sample, e, to); };
        const T* shared_row = shared_.own_rows.row(own, member, compute);
        if (shared_row != nullptr) {
            std::copy(shared_row, shared_row + n_own, own_part);
        } else {
            compute(own_part);
        }
        row_workers_[other].row(shared_.sample, e, in_first ? out + n_a : out);
        std::fill(out + examples_.size(), out + pairs_.padded(), T(0));
        return held_ = table_[v] = out;
    }

    /// Outputs in double precision from the support vectors' rows, and the violation that they show.
    void check(std::size_t n_a, BoxSolution& solution) {
        const std::size_t n = examples_.size();
        solution.alpha.resize(n);
        solution.outputs.assign(n, 0.0);
        for (std::size_t v = 0; v < n; ++v) {
            solution.alpha[v] = pairs_.alpha(v);
            if (solution.alpha[v] == 0.0) continue;
            const double weight = v < n_a ? solution.alpha[v] : -solution.alpha[v];
            const T* k = row(v);
            for (std::size_t j = 0; j < n; ++j) solution.outputs[j] += weight * static_cast<double>(k[j]);
        }
        double highest = -1e300;
        double lowest = 1e300;
        double steepest = 0.0;
        for (std::size_t v = 0; v < n; ++v) {
            const double sign = v < n_a ? 1.0 : -1.0;
            const double score = sign - solution.outputs[v];
            const double upper = shared_.classes.upper[static_cast<std::size_t>(examples_[v])];
            const bool below = solution.alpha[v] < upper;
            const bool above = solution.alpha[v] > 0;
            const bool rises = sign > 0 ? below : above;
            const bool falls = sign > 0 ? above : below;
            if (rises) highest = std::max(highest, score);
            if (falls) lowest = std::min(lowest, score);
            if (rises) steepest = std::max(steepest, score);
            if (falls) steepest = std::max(steepest, -score);
            pairs_.set_score(v, score);
        }
        solution.violation = shared_.classes.balance == Balance::free ? steepest : std::max(0.0, highest - lowest);
    }

    static constexpr std::size_t largest_chunk = std::size_t{1} << 20;
    Shared<T>& shared_;
    SolverOptions options_;
    Limits limits_;
    PairSolver<T> pairs_;
    std::vector<typename Evaluator<T>::RowWorker> row_workers_;
    const Pair* pair_ = nullptr;
    std::vector<std::int64_t> examples_;
    std::vector<const T*> table_;
    const T* held_ = nullptr;
    std::vector<Scratch<T>> chunks_;
    std::size_t chunk_ = 0;
    std::size_t used_ = 0;
    std::size_t capacity_ = 0;
    std::int64_t found_ = 0;
    std::int64_t made_ = 0;
};

template <class T>
BoxSolution solve_large(const Shared<T>& shared, const Pair& pair) {
    std::vector<std::int64_t> examples = shared.classes.members[pair.first];
    const std::size_t n_a = examples.size();
    const auto& b = shared.classes.members[pair.second];
    examples.insert(examples.end(), b.begin(), b.end());
    const std::size_t n = examples.size();
    const OwnedExamples<T> owned(shared.sample, examples.data(), n);
    std::vector<double> diagonal(n);
    BoxProblem problem;
    problem.balance = shared.classes.balance;
    problem.linear.assign(n, -1.0);
    problem.start.assign(n, 0.0);
    for (std::size_t v = 0; v < n; ++v) {
        const auto e = static_cast<std::size_t>(examples[v]);
        diagonal[v] = shared.diagonal[e];
        problem.signs.push_back(v < n_a ? 1.0 : -1.0);
        problem.upper.push_back(shared.classes.upper[e]);
        problem.examples.push_back(static_cast<std::int64_t>(v));
    }
    BoxSolution solution = solve_merged<T>(problem, shared.program, owned.view(), diagonal.data(), shared.options);
    state_optimality(solution, problem);
    return solution;
}

template <class T>
void prepare_classes(Shared<T>& shared) {
    const std::size_t count = shared.classes.members.size();
    shared.owned.resize(count);
    shared.evaluators.resize(count);
    const auto prepare = [&](std::size_t c) {
        const auto& members = shared.classes.members[c];
        shared.owned[c] = std::make_unique<OwnedExamples<T>>(shared.sample, members.data(), members.size());
        shared.evaluators[c] = std::make_unique<Evaluator<T>>(shared.program, shared.owned[c]->view());
    };
    parallel_tasks(count, shared.sample.count > 500 ? shared.options.threads : 1, [&] { return prepare; });
}

}  // namespace

template <class T>
std::vector<BoxSolution> solve_one_vs_one(const Program& program, const Examples<T>& sample, const double* diagonal,
                                          const Classes& classes, const SolverOptions& options) {
    std::vector<Pair> large, small;
    std::size_t count = 0;
    for (std::size_t a = 0; a < classes.members.size(); ++a) {
        for (std::size_t b = a + 1; b < classes.members.size(); ++b) {
            const std::size_t size = classes.members[a].size() + classes.members[b].size();
            (size > large_pair ? large : small).push_back({a, b, count++, size});
        }
    }
    std::sort(small.begin(), small.end(), [](const Pair& x, const Pair& y) { return x.size > y.size || (x.size == y.size && x.at < y.at); });
    std::vector<BoxSolution> solutions(count);
    const LeanExamples<T> lean(program, sample);
    SolverOptions remaining = options;
    Shared<T> shared{program, lean.view(), diagonal, classes, remaining, {}, {}, OwnRows<T>(classes.members, options.cache_bytes / 2), {}, {}, static_cast<std::int64_t>(count)};
    const auto started = std::chrono::steady_clock::now();
    const auto seconds_left = [&] {  // all pairs share one limit
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
        return options.max_seconds < 0.0 ? options.max_seconds : std::max(0.0, options.max_seconds - passed.count());
    };
    for (const Pair& pair : large) {
        if (shared.stop.load()) break;
        solutions[pair.at] = solve_large(shared, pair);
        if (solutions[pair.at].stop == Stop::interrupted || solutions[pair.at].stop == Stop::time) shared.stop.store(true);
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

template std::vector<BoxSolution> solve_one_vs_one<float>(const Program&, const Examples<float>&, const double*, const Classes&,
                                                          const SolverOptions&);
template std::vector<BoxSolution> solve_one_vs_one<double>(const Program&, const Examples<double>&, const double*, const Classes&,
                                                           const SolverOptions&);

}  // namespace drupe
