/// Soft-max regression, as Python sees it.
#include "drupe/softmax.hpp"

#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include <nanobind/stl/optional.h>

#include "border.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// A dense table, or values, columns, starts and the number of columns.
LinearRows rows_of(nb::handle table) {
    LinearRows out;
    if (nb::isinstance<nb::tuple>(table)) {
        const auto view = std::get<CsrView<double>>(sparse_view<double>(nb::cast<nb::tuple>(table)));
        out.n = view.rows;
        out.d = view.columns;
        out.starts = view.starts;
        out.columns = view.indices;
        out.values = view.values;
    } else {
        const auto dense = nb::cast<Rows>(table, false);
        out.n = dense.shape(0);
        out.d = dense.shape(1);
        out.dense = data_of(dense);
    }
    return out;
}

SoftmaxProblem posed(nb::handle table, const Codes& classes, std::size_t class_count, const Doubles& costs,
                     double constant, bool penalized) {
    SoftmaxProblem out;
    out.rows = rows_of(table);
    out.classes = data_of(classes);
    out.class_count = class_count;
    out.costs = data_of(costs);
    out.constant = constant;
    out.constant_penalized = penalized;
    if (out.rows.n == 0 || classes.size() != out.rows.n || costs.size() != out.rows.n)
        throw std::invalid_argument("rows, classes and costs have different lengths");
    if (out.class_count < 2 || out.size() == 0) throw std::invalid_argument("there is nothing to tell apart");
    if (!(constant >= 0.0 && std::isfinite(constant))) throw std::invalid_argument("the constant must be finite");
    for (std::size_t i = 0; i < out.rows.n; ++i) {
        if (out.classes[i] < 0 || static_cast<std::size_t>(out.classes[i]) >= out.class_count)
            throw std::invalid_argument("a row is of no class");
        if (!(out.costs[i] >= 0.0 && std::isfinite(out.costs[i])))
            throw std::invalid_argument("costs must be finite and not below zero");
    }
    return out;
}

SoftmaxSolution solve(nb::handle table, const Codes& classes, std::size_t class_count, const Doubles& costs,
                      double constant, bool penalized, double gap, std::int64_t max_steps, double max_seconds,
                      int threads, const std::optional<Doubles>& start, bool keep, nb::handle progress) {
    const SoftmaxProblem problem = posed(table, classes, class_count, costs, constant, penalized);
    LinearOptions options;
    options.gap = gap;
    options.max_steps = max_steps;
    options.max_seconds = max_seconds;
    options.threads = threads;
    if (start) {
        if (start->size() != problem.size() * class_count) throw std::invalid_argument("the start has another size");
        options.start = data_of(*start);
    }
    return under_watch(options, keep, progress, [&](const LinearOptions& how) { return solve_softmax(problem, how); });
}

}  // namespace

void bind_softmax(nb::module_& m) {
    nb::class_<SoftmaxSolution>(m, "SoftmaxSolution", "Weights, a row for each column, and the facts of the run.")
        .def_prop_ro(
            "weights", [](const SoftmaxSolution& found) { return handed_over(std::vector<double>(found.weights)); },
            nb::rv_policy::move)
        .def_ro("objective", &SoftmaxSolution::objective)
        .def_ro("gap", &SoftmaxSolution::gap)
        .def_ro("steps", &SoftmaxSolution::steps)
        .def_ro("products", &SoftmaxSolution::products)
        .def_ro("stop", &SoftmaxSolution::stop);
    m.def("solve_softmax", &solve, "rows"_a, "classes"_a.noconvert(), "class_count"_a, "costs"_a.noconvert(),
          "constant"_a, "penalized"_a, "gap"_a, "max_steps"_a, "max_seconds"_a, "threads"_a, "start"_a.none(), "keep"_a,
          "progress"_a.none(), "Minimize the logistic loss of several classes and half a squared norm.");
}

}  // namespace drupe::border
