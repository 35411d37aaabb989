/// Box problems and their solvers, as Python sees them.
#include <nanobind/stl/vector.h>

#include "drupe/box_path.hpp"
#include "drupe/one_vs_one.hpp"
#include "drupe/solve.hpp"
#include "parts.hpp"
#include "sources.hpp"

namespace drupe::border {

namespace {

/// A box problem from arrays of one length; the solver trusts what it is given, so everything is checked here.
BoxProblem box_problem(const Doubles& signs, const Doubles& linear, const Doubles& upper, const Positions& examples,
                       const Doubles& start, Balance balance) {
    const std::size_t n = signs.size();
    if (linear.size() != n || upper.size() != n || examples.size() != n || start.size() != n) {
        throw std::invalid_argument("the parts of a box problem have different lengths");
    }
    for (std::size_t v = 0; v < n; ++v) {
        if (data_of(examples)[v] < 0) throw std::invalid_argument("a variable belongs to no example");
        if (!(data_of(start)[v] >= 0.0 && data_of(start)[v] <= data_of(upper)[v]))
            throw std::invalid_argument("the start lies outside its box");
    }
    return {numbers(signs), numbers(linear), numbers(upper), {data_of(examples), data_of(examples) + n},
            numbers(start), balance};
}

void check_examples(const BoxProblem& problem, std::size_t size) {
    for (const auto e : problem.examples) {
        if (static_cast<std::size_t>(e) >= size)
            throw std::invalid_argument("a variable belongs to an example that does not exist");
    }
}

template <class T>
BoxSolution solve_box(const BoxProblem& problem, const SolverOptions& options, const BoundSource<T>& source, bool keep,
                      nb::handle progress) {
    check_examples(problem, source.rows().size());
    return under_watch(options, keep, progress,
                       [&](const SolverOptions& how) { return solve<T>(problem, how, source.rows()); });
}

template <class T>
std::vector<BoxPathSolution> solve_box_paths(const nb::sequence& given, const nb::sequence& each_watched,
                                             const nb::sequence& each_factor, const SolverOptions& options,
                                             const nb::sequence& each_source, bool keep, nb::handle progress) {
    if (nb::len(each_source) == 0 || !nb::isinstance<BoundSource<T>>(each_source[0])) throw nb::next_overload();
    auto problems = values<BoxProblem>(given);
    const auto watched = values<Positions>(each_watched);
    const auto factors = values<double>(each_factor);
    const auto sources = values<BoundSource<T>>(each_source);
    if (watched.size() != problems.size()) throw std::invalid_argument("every problem needs its watched examples");
    if (sources.size() != problems.size()) throw std::invalid_argument("every problem needs its Gram matrix");
    for (std::size_t f = 0; f < factors.size(); ++f) {
        if (!(factors[f] > (f == 0 ? 0.0 : factors[f - 1])))
            throw std::invalid_argument("the factors must rise from above zero");
    }
    std::vector<BoxPathProblem> paths;
    std::vector<Stored<T>> grams;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        const auto& gram = sources[i].template only<Stored<T>>("paths need a stored Gram matrix");
        check_examples(problems[i], gram.size());
        if (problems[i].balance == Balance::by_sign) throw std::invalid_argument("a path needs one balance or none");
        const auto* first = data_of(watched[i]);
        for (std::size_t j = 0; j < watched[i].size(); ++j) {
            if (first[j] < 0 || static_cast<std::size_t>(first[j]) >= gram.size())
                throw std::invalid_argument("a watched example does not exist");
        }
        paths.push_back({std::move(problems[i]), {first, first + watched[i].size()}});
        grams.push_back(gram);
    }
    return under_watch(options, keep, progress,
                       [&](const SolverOptions& how) { return solve_box_paths<T>(paths, factors, how, grams); });
}

template <class T>
std::vector<BoxSolution> solve_pairs(const SolverOptions& options, const BoundSource<T>& source, const Positions& codes,
                                     const Doubles& upper, Balance balance, bool keep, nb::handle progress) {
    const auto& kernel = source.template only<Computed<T>>("pairs need a kernel that the core computes");
    if (codes.size() != kernel.size() || upper.size() != kernel.size()) {
        throw std::invalid_argument("classes and boxes must have one entry for each example");
    }
    Classes classes{{}, numbers(upper), balance};
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto code = data_of(codes)[i];
        if (code < 0 || code > 100000) throw std::invalid_argument("class codes must be 0, 1, 2, ...");
        if (static_cast<std::size_t>(code) >= classes.members.size())
            classes.members.resize(static_cast<std::size_t>(code) + 1);
        classes.members[static_cast<std::size_t>(code)].push_back(static_cast<std::int64_t>(i));
    }
    return under_watch(options, keep, progress,
                       [&](const SolverOptions& how) { return solve_one_vs_one<T>(classes, how, kernel); });
}

/// Every function takes sources of both precisions.
template <class T>
void bind_solvers(nb::module_& m) {
    m.def("solve", &solve_box<T>, "problem"_a, "options"_a, "source"_a, "keep"_a, "progress"_a.none(),
          "Solve a box problem.");
    m.def("solve_pairs", &solve_pairs<T>, "options"_a, "source"_a, "codes"_a.noconvert(), "upper"_a.noconvert(),
          "balance"_a, "keep"_a, "progress"_a.none(), "Solve one C-SVC problem for each pair of classes.");
    m.def("solve_box_paths", &solve_box_paths<T>, "problems"_a, "watched"_a, "factors"_a, "options"_a, "sources"_a,
          "keep"_a, "progress"_a.none(), "Solve problems, each over its Gram matrix, in ever larger boxes.");
}

/// Numbers that stay where they are, row by row; Python may read them.
nb::ndarray<nb::numpy, const double, nb::ndim<2>> shown(const std::vector<double>& values, std::size_t rows) {
    return {values.data(), {rows, rows == 0 ? 0 : values.size() / rows}, nb::handle()};
}

}  // namespace

void bind_solvers_of_boxes(nb::module_& m) {
    nb::enum_<Balance>(m, "Balance", "Which sums of the variables are fixed.")
        .value("FREE", Balance::free)
        .value("JOINT", Balance::joint)
        .value("BY_SIGN", Balance::by_sign);
    nb::enum_<Stop>(m, "Stop", "Why a run ended.")
        .value("CONVERGED", Stop::converged)
        .value("ITERATIONS", Stop::iterations)
        .value("TIME", Stop::time)
        .value("INTERRUPTED", Stop::interrupted)
        .value("STALLED", Stop::stalled)
        .value("UNBOUNDED", Stop::unbounded);
    nb::class_<BoxProblem>(m, "BoxProblem", "Signs, linear term, box, examples, start and balance.")
        .def(
            "__init__",
            [](BoxProblem* at, const Doubles& signs, const Doubles& linear, const Doubles& upper, const Positions& of,
               const Doubles& start,
               Balance balance) { new (at) BoxProblem(box_problem(signs, linear, upper, of, start, balance)); },
            "signs"_a.noconvert(), "linear"_a.noconvert(), "upper"_a.noconvert(), "examples"_a.noconvert(),
            "start"_a.noconvert(), "balance"_a);
    nb::class_<SolverOptions>(m, "SolverOptions", "Tolerance, limits, memory and threads; negative limits are none.")
        .def(
            "__init__",
            [](SolverOptions* at, double tolerance, std::int64_t max_iterations, double max_seconds,
               std::size_t cache_bytes, int threads) {
                new (at) SolverOptions{tolerance, max_iterations, max_seconds, cache_bytes, threads, nullptr};
            },
            "tolerance"_a, "max_iterations"_a, "max_seconds"_a, "cache_bytes"_a, "threads"_a);
    nb::class_<BoxSolution>(m, "BoxSolution", "What a solver found.")
        .def_prop_ro(
            "alpha", [](const BoxSolution& s) { return handed_over(s.alpha); }, nb::rv_policy::automatic)
        .def_prop_ro(
            "outputs", [](const BoxSolution& s) { return handed_over(s.outputs); }, nb::rv_policy::automatic)
        .def_ro("iterations", &BoxSolution::iterations)
        .def_ro("violation", &BoxSolution::violation)
        .def_ro("offset", &BoxSolution::offset)
        .def_ro("spread", &BoxSolution::spread)
        .def_ro("objective", &BoxSolution::objective)
        .def_ro("gap", &BoxSolution::gap)
        .def_prop_ro("rows_found", [](const BoxSolution& s) { return s.rows.found; })
        .def_prop_ro("rows_made", [](const BoxSolution& s) { return s.rows.made; })
        .def_ro("stop", &BoxSolution::stop);
    nb::class_<BoxPathSolution>(m, "BoxPathSolution", "What a solver found in ever larger boxes, one row for each.")
        .def_prop_ro(
            "alphas", [](const BoxPathSolution& s) { return shown(s.alphas, s.stops.size()); },
            nb::rv_policy::reference_internal)
        .def_prop_ro(
            "outputs", [](const BoxPathSolution& s) { return shown(s.outputs, s.stops.size()); },
            nb::rv_policy::reference_internal)
        .def_prop_ro(
            "offsets", [](const BoxPathSolution& s) { return handed_over(s.offsets); }, nb::rv_policy::move)
        .def_prop_ro(
            "violations", [](const BoxPathSolution& s) { return handed_over(s.violations); }, nb::rv_policy::move)
        .def_ro("iterations", &BoxPathSolution::iterations)
        .def_ro("stops", &BoxPathSolution::stops);
    bind_solvers<float>(m);
    bind_solvers<double>(m);
}

}  // namespace drupe::border
