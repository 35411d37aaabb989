/// Box problems and their solvers, as Python sees them.
#include <nanobind/stl/vector.h>

#include <memory>

#include "border.hpp"
#include "drupe/block_solver.hpp"
#include "drupe/box_path.hpp"
#include "drupe/computed_rows.hpp"
#include "drupe/fetched_rows.hpp"
#include "drupe/lean.hpp"
#include "drupe/merged.hpp"
#include "drupe/one_vs_one.hpp"
#include "drupe/optimality.hpp"
#include "drupe/ridged_rows.hpp"
#include "drupe/stored_rows.hpp"
#include "parts.hpp"

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
        if (!(data_of(start)[v] >= 0.0 && data_of(start)[v] <= data_of(upper)[v])) throw std::invalid_argument("the start lies outside its box");
    }
    return {numbers(signs), numbers(linear), numbers(upper), {data_of(examples), data_of(examples) + n}, numbers(start), balance};
}

void check_examples(const BoxProblem& problem, std::size_t size) {
    for (const auto e : problem.examples) {
        if (static_cast<std::size_t>(e) >= size) throw std::invalid_argument("a variable belongs to an example that does not exist");
    }
}

/// Rows with something added to the diagonal, unless nothing is to be added.
template <class T>
std::unique_ptr<KernelRows<T>> ridged(std::unique_ptr<KernelRows<T>> rows, const Doubles& ridge) {
    if (ridge.size() == 0) return rows;
    return std::make_unique<RidgedRows<T>>(std::move(rows), data_of(ridge));
}

BoxSolution stated(const BoxProblem& problem, BoxSolution solution) {
    state_optimality(solution, problem);
    return solution;
}

void check_ridge(const Doubles& ridge, std::size_t size) {
    if (ridge.size() != 0 && ridge.size() != size) throw std::invalid_argument("the ridge has another length");
}

template <class T>
BoxSolution solve_computed(const BoxProblem& problem, const SolverOptions& options, const Program& program,
                                  const nb::list& tables, const nb::list& functions, const Positions& identity,
                                  const Doubles& diagonal, const Doubles& ridge, bool keep, nb::handle progress) {
    const auto sample = examples<T>(tables, functions, identity);
    check_examples(problem, sample.count);
    check_ridge(ridge, sample.count);
    if (diagonal.size() != sample.count) throw std::invalid_argument("the diagonal has another length");
    return under_watch(options, keep, progress, [&](const SolverOptions& how) {
        const LeanExamples<T> lean(program, sample);
        if (ridge.size() == 0) return stated(problem, solve_merged<T>(problem, program, lean.view(), data_of(diagonal), how));
        const auto rows = ridged<T>(std::make_unique<ComputedRows<T>>(program, lean.view(), data_of(diagonal), how.threads), ridge);
        return stated(problem, solve_in_blocks<T>(problem, *rows, how));
    });
}

template <class T>
BoxSolution solve_stored(const BoxProblem& problem, const SolverOptions& options, const Out<const T>& matrix,
                                const Doubles& ridge, bool keep, nb::handle progress) {
    if (matrix.shape(0) != matrix.shape(1)) throw std::invalid_argument("a Gram matrix must be square");
    check_examples(problem, matrix.shape(0));
    check_ridge(ridge, matrix.shape(0));
    return under_watch(options, keep, progress, [&](const SolverOptions& how) {
        const auto rows = ridged<T>(std::make_unique<StoredRows<T>>(data_of(matrix), matrix.shape(0)), ridge);
        return stated(problem, solve_in_blocks<T>(problem, *rows, how));
    });
}

/// Rows that a function of Python computes.
template <class T>
class PythonRows final : public RowSource<T> {
public:
    PythonRows(nb::handle rows, nb::handle block, std::size_t size) : rows_(rows), block_(block), size_(size) {}

    void rows(const std::vector<std::int64_t>& rows, T* out) override {
        fetch(out, rows.size(), size_, [&] { return rows_(positions(rows)); });
    }

    void block(const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& columns, T* out) override {
        fetch(out, rows.size(), columns.size(), [&] { return block_(positions(rows), positions(columns)); });
    }

private:
    nb::handle rows_, block_;
    std::size_t size_;
};

template <class T>
BoxSolution solve_fetched(const BoxProblem& problem, const SolverOptions& options, nb::handle rows, nb::handle block,
                                 const Doubles& diagonal, const Doubles& ridge, bool keep, nb::handle progress) {
    check_examples(problem, diagonal.size());
    check_ridge(ridge, diagonal.size());
    PythonRows<T> source(rows, block, diagonal.size());
    return under_watch(options, keep, progress, [&](const SolverOptions& how) {
        const auto fetched =
            ridged<T>(std::make_unique<FetchedRows<T>>(source, data_of(diagonal), diagonal.size(), how.cache_bytes), ridge);
        return stated(problem, solve_in_blocks<T>(problem, *fetched, how));
    });
}

template <class T>
std::vector<BoxPathSolution> solve_box_paths(const nb::sequence& given, const nb::sequence& each_watched,
                                             const nb::sequence& each_factor, const SolverOptions& options,
                                             const Out<const T>& matrix, bool keep, nb::handle progress) {
    auto problems = values<BoxProblem>(given);
    const auto watched = values<Positions>(each_watched);
    const auto factors = values<double>(each_factor);
    if (matrix.shape(0) != matrix.shape(1)) throw std::invalid_argument("a Gram matrix must be square");
    if (watched.size() != problems.size()) throw std::invalid_argument("every problem needs its watched examples");
    for (std::size_t f = 0; f < factors.size(); ++f) {
        if (!(factors[f] > (f == 0 ? 0.0 : factors[f - 1]))) throw std::invalid_argument("the factors must rise from above zero");
    }
    std::vector<BoxPathProblem> paths;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        check_examples(problems[i], matrix.shape(0));
        if (problems[i].balance == Balance::by_sign) throw std::invalid_argument("a path needs one balance or none");
        const auto* first = data_of(watched[i]);
        for (std::size_t j = 0; j < watched[i].size(); ++j) {
            if (first[j] < 0 || static_cast<std::size_t>(first[j]) >= matrix.shape(0)) throw std::invalid_argument("a watched example does not exist");
        }
        paths.push_back({std::move(problems[i]), {first, first + watched[i].size()}});
    }
    return under_watch(options, keep, progress, [&](const SolverOptions& how) {
        return solve_box_paths<T>(paths, factors, data_of(matrix), matrix.shape(0), how);
    });
}

template <class T>
std::vector<BoxSolution> solve_pairs(const SolverOptions& options, const Program& program, const nb::list& tables,
                                            const nb::list& functions, const Positions& identity, const Doubles& diagonal,
                                            const Positions& codes, const Doubles& upper, Balance balance, bool keep,
                                            nb::handle progress) {
    const auto sample = examples<T>(tables, functions, identity);
    if (diagonal.size() != sample.count || codes.size() != sample.count || upper.size() != sample.count) {
        throw std::invalid_argument("diagonal, classes and boxes must have one entry for each example");
    }
    Classes classes{{}, numbers(upper), balance};
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto code = data_of(codes)[i];
        if (code < 0 || code > 100000) throw std::invalid_argument("class codes must be 0, 1, 2, ...");
        if (static_cast<std::size_t>(code) >= classes.members.size()) classes.members.resize(static_cast<std::size_t>(code) + 1);
        classes.members[static_cast<std::size_t>(code)].push_back(static_cast<std::int64_t>(i));
    }
    return under_watch(options, keep, progress, [&](const SolverOptions& how) {
        return solve_one_vs_one<T>(program, sample, data_of(diagonal), classes, how);
    });
}

template <class T>
void bind_solvers(nb::module_& m, const std::string& precision) {
    m.def(("solve_computed_" + precision).c_str(), &solve_computed<T>, "problem"_a, "options"_a, "program"_a, "tables"_a,
          "functions"_a, "identity"_a.noconvert(), "diagonal"_a.noconvert(), "ridge"_a.noconvert(), "keep"_a, "progress"_a.none(),
          "Solve a box problem whose kernel the core computes.");
    m.def(("solve_fetched_" + precision).c_str(), &solve_fetched<T>, "problem"_a, "options"_a, "rows"_a, "block"_a,
          "diagonal"_a.noconvert(), "ridge"_a.noconvert(), "keep"_a, "progress"_a.none(),
          "Solve a box problem whose kernel rows a function computes.");
    m.def(("solve_pairs_" + precision).c_str(), &solve_pairs<T>, "options"_a, "program"_a, "tables"_a, "functions"_a,
          "identity"_a.noconvert(), "diagonal"_a.noconvert(), "codes"_a.noconvert(), "upper"_a.noconvert(), "balance"_a, "keep"_a,
          "progress"_a.none(), "Solve one C-SVC problem for each pair of classes.");
    m.def(("solve_stored_" + precision).c_str(), &solve_stored<T>, "problem"_a, "options"_a, "matrix"_a.noconvert(),
          "ridge"_a.noconvert(), "keep"_a, "progress"_a.none(), "Solve a box problem whose Gram matrix is given.");
    m.def(("solve_box_paths_" + precision).c_str(), &solve_box_paths<T>, "problems"_a, "watched"_a, "factors"_a, "options"_a,
          "matrix"_a.noconvert(), "keep"_a, "progress"_a.none(), "Solve problems over one Gram matrix in ever larger boxes.");
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
        .def("__init__",
             [](BoxProblem* at, const Doubles& signs, const Doubles& linear, const Doubles& upper, const Positions& of,
                const Doubles& start, Balance balance) {
                 new (at) BoxProblem(box_problem(signs, linear, upper, of, start, balance));
             },
             "signs"_a.noconvert(), "linear"_a.noconvert(), "upper"_a.noconvert(), "examples"_a.noconvert(), "start"_a.noconvert(),
             "balance"_a);
    nb::class_<SolverOptions>(m, "SolverOptions", "Tolerance, limits, memory and threads; negative limits are none.")
        .def("__init__",
             [](SolverOptions* at, double tolerance, std::int64_t max_iterations, double max_seconds, std::size_t cache_bytes,
                int threads) { new (at) SolverOptions{tolerance, max_iterations, max_seconds, cache_bytes, threads, nullptr}; },
             "tolerance"_a, "max_iterations"_a, "max_seconds"_a, "cache_bytes"_a, "threads"_a);
    nb::class_<BoxSolution>(m, "BoxSolution", "What a solver found.")
        .def_prop_ro("alpha", [](const BoxSolution& s) { return handed_over(s.alpha); }, nb::rv_policy::move)
        .def_prop_ro("outputs", [](const BoxSolution& s) { return handed_over(s.outputs); }, nb::rv_policy::move)
        .def_ro("iterations", &BoxSolution::iterations)
        .def_ro("violation", &BoxSolution::violation)
        .def_ro("offset", &BoxSolution::offset)
        .def_ro("spread", &BoxSolution::spread)
        .def_ro("objective", &BoxSolution::objective)
        .def_ro("gap", &BoxSolution::gap)
        .def_ro("rows_found", &BoxSolution::rows_found)
        .def_ro("rows_made", &BoxSolution::rows_made)
        .def_ro("stop", &BoxSolution::stop);
    nb::class_<BoxPathSolution>(m, "BoxPathSolution", "What a solver found in ever larger boxes, one row for each.")
        .def_prop_ro("alphas", [](const BoxPathSolution& s) { return shown(s.alphas, s.stops.size()); }, nb::rv_policy::reference_internal)
        .def_prop_ro("outputs", [](const BoxPathSolution& s) { return shown(s.outputs, s.stops.size()); }, nb::rv_policy::reference_internal)
        .def_prop_ro("offsets", [](const BoxPathSolution& s) { return handed_over(s.offsets); }, nb::rv_policy::move)
        .def_prop_ro("violations", [](const BoxPathSolution& s) { return handed_over(s.violations); }, nb::rv_policy::move)
        .def_ro("iterations", &BoxPathSolution::iterations)
        .def_ro("stops", &BoxPathSolution::stops);
    bind_solvers<float>(m, "float32");
    bind_solvers<double>(m, "float64");
}

}  // namespace drupe::border
