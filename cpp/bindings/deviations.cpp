/// Least absolute deviations, as Python sees them.
#include "drupe/least_deviations.hpp"

#include <cmath>

#include "border.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

std::vector<std::int64_t> listed(const Positions& array) { return {data_of(array), data_of(array) + array.size()}; }

DeviationProblem posed(const Doubles& targets, const Doubles& weights, double alpha, const Positions& start_columns,
                       const Positions& start_rows) {
    DeviationProblem out{numbers(targets), numbers(weights), alpha, listed(start_columns), listed(start_rows)};
    if (out.targets.empty() || out.weights.size() != out.targets.size())
        throw std::invalid_argument("targets and weights have different lengths, or none");
    if (!(alpha > 0.0 && std::isfinite(alpha))) throw std::invalid_argument("alpha must be above zero and finite");
    for (std::size_t i = 0; i < out.targets.size(); ++i) {
        if (!std::isfinite(out.targets[i]) || !(out.weights[i] > 0.0 && std::isfinite(out.weights[i])))
            throw std::invalid_argument("targets must be finite and weights above zero");
    }
    return out;
}

/// Whether all are different places below a limit.
bool places(std::vector<std::int64_t> of, std::size_t limit) {
    std::sort(of.begin(), of.end());
    return std::adjacent_find(of.begin(), of.end()) == of.end() &&
           (of.empty() || (of.front() >= 0 && static_cast<std::size_t>(of.back()) < limit));
}

template <class T>
DeviationSolution minimized(const DeviationProblem& problem, const SolverOptions& options, const Out<const T>& by_rows,
                            const Out<const T>& by_columns, bool keep, nb::handle progress) {
    const BothWays<T> table{data_of(by_rows), data_of(by_columns), by_rows.shape(0), by_rows.shape(1)};
    if (by_columns.shape(0) != table.columns || by_columns.shape(1) != table.rows ||
        table.rows != problem.targets.size())
        throw std::invalid_argument("the table has another shape by columns, or than the targets");
    if (!places(problem.start_columns, table.columns) || !places(problem.start_rows, table.rows))
        throw std::invalid_argument("the start names a row or column that does not exist, or one twice");
    return under_watch(options, keep, progress,
                       [&](const SolverOptions& how) { return least_deviations<T>(problem, how, table); });
}

template <class T>
void bind_minimizing(nb::module_& m) {
    m.def("least_deviations", &minimized<T>, "problem"_a, "options"_a, "by_rows"_a.noconvert(),
          "by_columns"_a.noconvert(), "keep"_a, "progress"_a.none(),
          "Minimize absolute deviations and the price of coefficients over a table that is given both ways.");
}

}  // namespace

void bind_deviations(nb::module_& m) {
    nb::class_<DeviationProblem>(m, "DeviationProblem", "Targets, weights, the price of coefficients, and a start.")
        .def(
            "__init__",
            [](DeviationProblem* at, const Doubles& targets, const Doubles& weights, double alpha,
               const Positions& start_columns, const Positions& start_rows) {
                new (at) DeviationProblem(posed(targets, weights, alpha, start_columns, start_rows));
            },
            "targets"_a, "weights"_a, "alpha"_a, "start_columns"_a, "start_rows"_a);
    nb::class_<DeviationSolution>(m, "DeviationSolution", "A vertex and its dual variables.")
        .def_prop_ro(
            "columns", [](const DeviationSolution& found) { return handed_over(found.columns); }, nb::rv_policy::move)
        .def_prop_ro(
            "coefficients", [](const DeviationSolution& found) { return handed_over(found.coefficients); },
            nb::rv_policy::move)
        .def_ro("offset", &DeviationSolution::offset)
        .def_prop_ro(
            "rows", [](const DeviationSolution& found) { return handed_over(found.rows); }, nb::rv_policy::move)
        .def_prop_ro(
            "beta", [](const DeviationSolution& found) { return handed_over(found.beta); }, nb::rv_policy::move)
        .def_ro("iterations", &DeviationSolution::iterations)
        .def_ro("stop", &DeviationSolution::stop);
    bind_minimizing<float>(m);
    bind_minimizing<double>(m);
}

}  // namespace drupe::border
