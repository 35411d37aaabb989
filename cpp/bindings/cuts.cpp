/// Stumps and votes of them, as Python sees them.
#include "drupe/cuts.hpp"

#include <cmath>
#include <utility>

#include "border.hpp"
#include "drupe/stump_boosting.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

const double* of_examples(const CutColumns& columns, const Doubles& numbers) {
    if (numbers.size() != columns.rows()) throw std::invalid_argument("there is not one number for each example");
    return data_of(numbers);
}

nb::tuple best_sign(const CutColumns& columns, const Doubles& pulls, int threads) {
    const double* from = of_examples(columns, pulls);
    SignedCut found;
    {
        const nb::gil_scoped_release release;
        double total = 0.0, weight = 0.0;
        for (std::size_t i = 0; i < columns.rows(); ++i) {
            total += from[i];
            weight += std::abs(from[i]);
        }
        found = columns.best_sign(from, total, weight, threads);
    }
    return nb::make_tuple(found.column, found.threshold, found.sign, found.edge);
}

nb::tuple best_graded(const CutColumns& columns, const Doubles& pulls, double smoothing, int threads) {
    const double* from = of_examples(columns, pulls);
    if (!(smoothing > 0.0)) throw std::invalid_argument("values need some smoothing");
    GradedCut found;
    {
        const nb::gil_scoped_release release;
        found = columns.best_graded(from, smoothing, threads);
    }
    return nb::make_tuple(found.column, found.threshold, found.left, found.right, found.loss);
}

nb::tuple best_classes(const CutColumns& columns, const Doubles& weights, const Codes& codes, std::size_t classes,
                       int threads) {
    const double* from = of_examples(columns, weights);
    if (codes.size() != columns.rows() || classes == 0) throw std::invalid_argument("codes do not fit the examples");
    const std::int32_t* at = data_of(codes);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (at[i] < 0 || static_cast<std::size_t>(at[i]) >= classes) throw std::invalid_argument("no such class");
    }
    ClassCut found;
    {
        const nb::gil_scoped_release release;
        found = columns.best_classes(from, at, classes, threads);
    }
    return nb::make_tuple(found.column, found.threshold, found.left, found.right, found.right_weight);
}

void check(const CutColumns& columns, const BoostingProblem& problem, const StumpBoostingOptions& options) {
    const std::size_t n = columns.rows();
    if (problem.signs.size() != n || problem.weights.size() != n || problem.outputs.size() != n)
        throw std::invalid_argument("signs, weights and outputs do not fit the examples");
    for (std::size_t i = 0; i < n; ++i) {
        if (std::abs(problem.signs[i]) != 1.0) throw std::invalid_argument("a sign is 1 or -1");
        if (!(problem.weights[i] > 0.0 && std::isfinite(problem.weights[i])))
            throw std::invalid_argument("weights must be above zero and finite");
        if (!std::isfinite(problem.outputs[i])) throw std::invalid_argument("outputs must be finite");
    }
    if (!(options.rate > 0.0) || options.rounds < 0) throw std::invalid_argument("a rate lies above zero");
}

nb::tuple boost(const CutColumns& columns, const Doubles& signs, const Doubles& weights, const Doubles& outputs,
                double length, std::int64_t rounds, double rate, bool arc, int threads, bool keep,
                nb::handle progress) {
    const BoostingProblem problem{numbers(signs), numbers(weights), numbers(outputs), length};
    const StumpBoostingOptions options{rounds, rate, arc ? StepRule::arc_gv : StepRule::adaboost, threads, nullptr};
    check(columns, problem, options);
    BoostedStumps found = under_watch(
        options, keep, progress, [&](const StumpBoostingOptions& how) { return boost_stumps(columns, problem, how); });
    return nb::make_tuple(handed_over(std::move(found.columns)), handed_over(std::move(found.thresholds)),
                          handed_over(std::move(found.signs)), handed_over(std::move(found.errors)),
                          handed_over(std::move(found.steps)), handed_over(std::move(found.outputs)),
                          static_cast<int>(found.end));
}

}  // namespace

void bind_cuts(nb::module_& m) {
    nb::class_<CutColumns>(m, "CutColumns", "Columns of numbers, ordered once, in which stumps are looked for.")
        .def(
            "__init__",
            [](CutColumns* at, const Table<double>& x, std::size_t bins, int threads) {
                const DenseView<double> view{data_of(x), x.shape(0), x.shape(1), x.stride(0), x.stride(1)};
                const nb::gil_scoped_release release;
                new (at) CutColumns(view, bins, threads);
            },
            "x"_a.noconvert(), "bins"_a, "threads"_a)
        .def_prop_ro("places", &CutColumns::places)
        .def("best_sign", &best_sign, "pulls"_a.noconvert(), "threads"_a, "Column, threshold, sign and edge.")
        .def("best_graded", &best_graded, "pulls"_a.noconvert(), "smoothing"_a, "threads"_a,
             "Column, threshold, values to the left and to the right, and the loss.")
        .def("best_classes", &best_classes, "weights"_a.noconvert(), "codes"_a.noconvert(), "classes"_a, "threads"_a,
             "Column, threshold, classes to the left and to the right, and the weight that is right.");
    m.def("boost_stumps", &boost, "columns"_a, "signs"_a.noconvert(), "weights"_a.noconvert(), "outputs"_a.noconvert(),
          "length"_a, "rounds"_a, "rate"_a, "arc"_a, "threads"_a, "keep"_a, "progress"_a.none(),
          "Columns, thresholds, signs, errors and steps of the stumps that join; outputs; the end.");
}

}  // namespace drupe::border
