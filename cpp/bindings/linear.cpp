/// Linear machines, as Python sees them.
#include <nanobind/stl/vector.h>

#include <cmath>
#include <variant>

#include "border.hpp"
#include "drupe/solve_linear.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

/// All of a problem but its rows, targets and costs.
struct LinearMachine {
    LinearLoss loss;
    double width;
    LinearPenalty penalty;
    double constant;
    bool constant_penalized;
};

using Numbers = Out<const double>;

bool finite(const double* first, std::size_t count) {
    return std::all_of(first, first + count, [](double value) { return std::isfinite(value); });
}

LinearRows linear_rows(nb::handle given) {
    LinearRows rows;
    if (nb::isinstance<nb::tuple>(given)) {
        const auto view = std::get<CsrView<double>>(sparse_view<double>(nb::cast<nb::tuple>(given)));
        rows.n = view.rows;
        rows.d = view.columns;
        rows.starts = view.starts;
        rows.columns = view.indices;
        rows.values = view.values;
    } else {
        const auto table = nb::cast<Numbers>(given, false);
        rows.n = table.shape(0);
        rows.d = table.shape(1);
        rows.dense = data_of(table);
    }
    const std::size_t count = rows.is_dense() ? rows.n * rows.d : static_cast<std::size_t>(rows.starts[rows.n]);
    if (!finite(rows.is_dense() ? rows.dense : rows.values, count))
        throw std::invalid_argument("a number of the rows is not finite");
    return rows;
}

bool is_margin_loss(LinearLoss loss) {
    return loss != LinearLoss::insensitive && loss != LinearLoss::squared_insensitive;
}

/// The problem of one column of targets; the solver trusts what it is given, so everything is checked here.
LinearProblem linear_problem(const LinearRows& rows, const LinearMachine& machine, const double* targets,
                             const double* costs) {
    for (std::size_t i = 0; i < rows.n; ++i) {
        if (!(costs[i] >= 0.0 && std::isfinite(costs[i])))
            throw std::invalid_argument("costs must be zero or more, and finite");
        if (is_margin_loss(machine.loss) ? std::abs(targets[i]) != 1.0 : !std::isfinite(targets[i]))
            throw std::invalid_argument("targets must be -1 or 1, or finite where they are numbers");
    }
    LinearProblem problem;
    problem.rows = rows;
    problem.targets = targets;
    problem.costs = costs;
    problem.loss = machine.loss;
    problem.width = machine.width;
    problem.penalty = machine.penalty;
    problem.constant = machine.constant;
    problem.constant_penalized = machine.constant_penalized;
    return problem;
}

/// A start, where there is one: weights, and dual variables or None.
class LinearStart {
public:
    LinearStart(nb::handle given, const LinearProblem& problem) {
        if (given.is_none()) return;
        const auto parts = nb::cast<nb::tuple>(given);
        if (nb::len(parts) != 2) throw std::invalid_argument("a start is weights, and dual variables or None");
        weights_ = numbers(nb::cast<Doubles>(parts[0], false));
        if (!parts[1].is_none()) dual_ = numbers(nb::cast<Doubles>(parts[1], false));
        if (weights_.size() != problem.size() || (!dual_.empty() && dual_.size() != problem.rows.n))
            throw std::invalid_argument("a start has another length");
        if (!finite(weights_.data(), weights_.size()) || !finite(dual_.data(), dual_.size()))
            throw std::invalid_argument("a start is not finite");
    }

    void enter(LinearOptions& options) const {
        options.start = weights_.empty() ? nullptr : weights_.data();
        options.start_dual = dual_.empty() ? nullptr : dual_.data();
    }

private:
    std::vector<double> weights_, dual_;
};

std::vector<LinearSolution> solve_columns(nb::handle given, const Numbers& targets, const Numbers& costs,
                                          const LinearMachine& machine, LinearOptions options, nb::handle start,
                                          bool keep, nb::handle progress) {
    const LinearRows rows = linear_rows(given);
    if (targets.shape(1) != rows.n || costs.shape(1) != rows.n || costs.shape(0) != targets.shape(0))
        throw std::invalid_argument("targets and costs have a row for each problem, a number for each row of data");
    std::vector<LinearProblem> problems;
    for (std::size_t k = 0; k < targets.shape(0); ++k)
        problems.push_back(linear_problem(rows, machine, data_of(targets) + k * rows.n, data_of(costs) + k * rows.n));
    if (problems.empty()) return {};
    const LinearStart from(start, problems[0]);
    from.enter(options);
    return under_watch(options, keep, progress, [&](const LinearOptions& how) { return solve_linear(problems, how); });
}

std::vector<LinearSolution> follow_costs(nb::handle given, const Doubles& targets, const Doubles& costs,
                                         const Doubles& factors, const LinearMachine& machine, LinearOptions options,
                                         bool keep, nb::handle progress) {
    const LinearRows rows = linear_rows(given);
    if (targets.size() != rows.n || costs.size() != rows.n)
        throw std::invalid_argument("targets and costs have a number for each row of data");
    const LinearProblem problem = linear_problem(rows, machine, data_of(targets), data_of(costs));
    const std::vector<double> all = numbers(factors);
    for (const double factor : all) {
        if (!(factor > 0.0 && std::isfinite(factor))) throw std::invalid_argument("factors must be above zero");
    }
    return under_watch(options, keep, progress,
                       [&](const LinearOptions& how) { return follow_linear_costs(problem, all, how); });
}

void bind_values(nb::module_& m) {
    nb::enum_<LinearLoss>(m, "LinearLoss", "What an output costs where another was wanted.")
        .value("HINGE", LinearLoss::hinge)
        .value("SQUARED_HINGE", LinearLoss::squared_hinge)
        .value("LOGISTIC", LinearLoss::logistic)
        .value("INSENSITIVE", LinearLoss::insensitive)
        .value("SQUARED_INSENSITIVE", LinearLoss::squared_insensitive);
    nb::enum_<LinearPenalty>(m, "LinearPenalty", "What weights cost.")
        .value("SQUARES", LinearPenalty::squares)
        .value("ABSOLUTES", LinearPenalty::absolutes);
    nb::class_<LinearMachine>(m, "LinearMachine", "Loss, width of its tube, penalty, and a constant column or 0.")
        .def(
            "__init__",
            [](LinearMachine* at, LinearLoss loss, double width, LinearPenalty penalty, double constant,
               bool constant_penalized) {
                if (!(width >= 0.0 && std::isfinite(width)) || !std::isfinite(constant))
                    throw std::invalid_argument("the width must be zero or more, the constant finite");
                new (at) LinearMachine{loss, width, penalty, constant, constant_penalized};
            },
            "loss"_a, "width"_a, "penalty"_a, "constant"_a, "constant_penalized"_a);
    nb::class_<LinearOptions>(m, "LinearOptions", "The relative gap that ends a search, limits, threads and a seed.")
        .def(
            "__init__",
            [](LinearOptions* at, double gap, std::int64_t max_steps, double max_seconds, int threads,
               std::uint64_t seed) {
                if (!(gap > 0.0)) throw std::invalid_argument("the gap must be above zero");
                new (at) LinearOptions{gap, max_steps, max_seconds, threads, seed};
            },
            "gap"_a, "max_steps"_a, "max_seconds"_a, "threads"_a, "seed"_a);
    nb::class_<LinearSolution>(m, "LinearSolution", "Weights, dual variables, and what they prove.")
        .def_prop_ro(
            "weights", [](const LinearSolution& s) { return handed_over(s.weights); }, nb::rv_policy::move)
        .def_prop_ro(
            "dual", [](const LinearSolution& s) { return handed_over(s.dual); }, nb::rv_policy::move)
        .def_ro("objective", &LinearSolution::objective)
        .def_ro("gap", &LinearSolution::gap)
        .def_ro("steps", &LinearSolution::steps)
        .def_ro("stop", &LinearSolution::stop);
}

}  // namespace

void bind_linear(nb::module_& m) {
    bind_values(m);
    m.def("solve_linear", &solve_columns, "rows"_a, "targets"_a.noconvert(), "costs"_a.noconvert(), "machine"_a,
          "options"_a, "start"_a.none(), "keep"_a, "progress"_a.none(),
          "Solve one linear machine for each row of targets.");
    m.def("follow_linear_costs", &follow_costs, "rows"_a, "targets"_a.noconvert(), "costs"_a.noconvert(),
          "factors"_a.noconvert(), "machine"_a, "options"_a, "keep"_a, "progress"_a.none(),
          "Solve a linear machine for its costs times each factor in turn, each from the one before.");
}

}  // namespace drupe::border
