#include "drupe/solve_linear.hpp"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "drupe/absolutes_by_columns.hpp"
#include "drupe/few_columns.hpp"
#include "drupe/linear_newton.hpp"
#include "drupe/linear_table.hpp"
#include "drupe/many_columns.hpp"
#include "drupe/parallel.hpp"

namespace drupe {

namespace {

using Clock = std::chrono::steady_clock;

/// For several problems at once: only the thread that made it asks the monitor, the others hear what it said.
class SharedMonitor final : public Monitor {
public:
    SharedMonitor(Monitor* asked, std::size_t problems) : asked_(asked), problems_(static_cast<double>(problems)) {}

    bool go_on(double fraction) override {
        if (stopped_.load(std::memory_order_relaxed)) return false;
        if (asked_ == nullptr || std::this_thread::get_id() != maker_) return true;
        const double done = (static_cast<double>(finished_.load()) + fraction) / problems_;
        if (!asked_->go_on(std::min(done, 1.0))) stopped_.store(true, std::memory_order_relaxed);
        return !stopped_.load(std::memory_order_relaxed);
    }

    void reached(double violation) override {
        if (asked_ != nullptr && std::this_thread::get_id() == maker_) asked_->reached(violation);
    }

    void finished() { finished_.fetch_add(1); }

private:
    Monitor* asked_;
    double problems_;
    std::atomic<std::size_t> finished_{0};
    std::atomic<bool> stopped_{false};
    std::thread::id maker_ = std::this_thread::get_id();
};

/// What is left of the time.
double remaining(const LinearOptions& options, Clock::time_point started) {
    if (options.max_seconds < 0.0) return -1.0;
    return std::max(0.0, options.max_seconds - std::chrono::duration<double>(Clock::now() - started).count());
}

/// Whether rows are short among the columns: no matrix of the columns' size is made, whatever the penalty.
bool has_many_columns(const LinearProblem& problem) { return problem.rows.d > few_columns; }

LinearSolution solve_one(const LinearTable& table, const LinearProblem& problem, const LinearOptions& options) {
    if (has_many_columns(problem)) {
        LinearProblem rising = problem;
        rising.rows = table.stored();
        if (problem.penalty == LinearPenalty::absolutes) return solve_absolutes_by_columns(rising, options);
        return solve_many_columns(rising, options);
    }
    return solve_few_columns(table, problem, options);
}

}  // namespace

std::vector<LinearSolution> solve_linear(const std::vector<LinearProblem>& problems, const LinearOptions& options) {
    if (problems.empty()) return {};
    const auto started = Clock::now();
    const int team = team_size(options.threads, problems.size());
    const LinearTable table(problems[0].rows, problems[0].constant, team > 1 ? 1 : options.threads);
    std::vector<LinearSolution> out(problems.size());
    SharedMonitor monitor(options.monitor, problems.size());
    parallel_tasks(
        problems.size(), team,
        [&] {
            return [&](std::size_t task) {
                LinearOptions own = options;
                own.monitor = &monitor;
                own.max_seconds = remaining(options, started);
                if (team > 1) own.threads = 1;
                if (task > 0) own.start = own.start_dual = nullptr;
                out[task] = solve_one(table, problems[task], own);
                monitor.finished();
            };
        },
        [&] { monitor.go_on(0.0); });
    return out;
}

std::vector<LinearSolution> follow_linear_costs(const LinearProblem& problem, const std::vector<double>& factors,
                                                const LinearOptions& options) {
    const auto started = Clock::now();
    const LinearTable table(problem.rows, problem.constant, options.threads);
    SharedMonitor monitor(options.monitor, factors.size());
    std::vector<double> costs(problem.rows.n);
    LinearProblem here = problem;
    here.costs = costs.data();
    LinearOptions own = options;
    own.monitor = &monitor;
    std::vector<LinearSolution> out;
    std::vector<double> dual;
    std::optional<LinearNewton> newton;
    if (!has_corner(problem.loss) && !has_many_columns(problem)) newton.emplace(table, here);
    double before = 0.0;
    for (const double factor : factors) {
        if (newton && before > 0.0) newton->multiply_costs(factor / before);
        before = factor;
        for (std::size_t i = 0; i < costs.size(); ++i) costs[i] = factor * problem.costs[i];
        own.max_seconds = remaining(options, started);
        out.push_back(newton ? newton->solve(here, own) : solve_one(table, here, own));
        own.start = out.back().weights.data();
        dual = out.back().dual;
        if (out.size() < factors.size()) {  // they grow as costs do
            for (double& a : dual) a *= factors[out.size()] / factor;
        }
        own.start_dual = dual.data();
        monitor.finished();
    }
    return out;
}

}  // namespace drupe
