/// Kernels and box problems, as Python sees them; only the files of this folder know both Python and the core.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "drupe/block_solver.hpp"
#include "drupe/box_path.hpp"
#include "drupe/computed_rows.hpp"
#include "drupe/evaluator.hpp"
#include "drupe/fetched_rows.hpp"
#include "drupe/one_vs_one.hpp"
#include "drupe/ridged_rows.hpp"
#include "drupe/stored_rows.hpp"
#include "python_monitor.hpp"
#include "samplers.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Positions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using drupe::PythonMonitor;

/// Runs the core without Python's lock; a signal or a failed progress call surfaces as its own exception.
template <class F>
void run(int threads, nb::handle progress, F work) {
    PythonMonitor monitor(progress);
    bool interrupted = false;
    {
        const nb::gil_scoped_release release;
        try {
            work(drupe::Run{threads, &monitor});
        } catch (const drupe::Interrupted&) {
            interrupted = true;
        }
    }
    if (interrupted) throw nb::python_error();
}

template <class T>
drupe::VectorsView<T> dense_view(const Table<T>& table) {
    return drupe::DenseView<T>{table.data(), table.shape(0), table.shape(1), table.stride(0), table.stride(1)};
}

template <class T>
drupe::VectorsView<T> sparse_view(const nb::tuple& parts) {
    if (nb::len(parts) != 4) throw std::invalid_argument("a sparse table is values, columns, starts and a number of columns");
    // Without conversion: what was converted would be gone before it is used.
    const auto values = nb::cast<nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(parts[0], false);
    const auto indices = nb::cast<nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(parts[1], false);
    const auto starts = nb::cast<Positions>(parts[2], false);
    const auto columns = nb::cast<std::size_t>(parts[3]);
    if (starts.size() == 0) throw std::invalid_argument("a sparse table has no starts");
    const std::size_t rows = starts.size() - 1;
    if ( starts.data()[0] != 0 || values.size() != indices.size() ||
        static_cast<std::size_t>(starts.data()[rows]) != values.size()) {
        throw std::invalid_argument("the parts of a sparse table do not fit together");
    }
    for (std::size_t i = 0; i < rows; ++i) {
        if (starts.data()[i] > starts.data()[i + 1]) throw std::invalid_argument("a sparse table has a row that ends before it starts");
    }
    for (std::size_t e = 0; e < indices.size(); ++e) {
        if (indices.data()[e] < 0 || static_cast<std::size_t>(indices.data()[e]) >= columns) {
            throw std::invalid_argument("a sparse table has an entry outside its columns");
        }
    }
    return drupe::CsrView<T>{values.data(), indices.data(), starts.data(), rows, columns};
}

/// Examples as Python hands them over: a table or the parts of a sparse one per base, numbers per function, identity.
template <class T>
drupe::Examples<T> examples(const nb::list& tables, const nb::list& functions, const Positions& identity) {
    drupe::Examples<T> out;
    out.count = identity.size();
    out.identity = identity.data();
    for (nb::handle table : tables) {
        out.vectors.push_back(nb::isinstance<nb::tuple>(table) ? sparse_view<T>(nb::cast<nb::tuple>(table))
                                                               : dense_view<T>(nb::cast<Table<T>>(table, false)));
        if (drupe::row_count(out.vectors.back()) != out.count) throw std::invalid_argument("a table has another number of rows");
    }
    for (nb::handle function : functions) {
        const auto values = nb::cast<Doubles>(function, false);
        if (values.size() != out.count) throw std::invalid_argument("a function has another number of values");
        out.functions.push_back(values.data());
    }
    return out;
}

void check_same_columns(std::size_t ours, std::size_t theirs) {
    if (ours != theirs) {
        throw std::invalid_argument("the left examples have " + std::to_string(theirs) + " columns where the right ones have " +
                                    std::to_string(ours));
    }
}

/// The evaluator with the Python arrays that it looks at.
template <class T>
class BoundEvaluator {
public:
    BoundEvaluator(const drupe::Program& program, nb::list tables, nb::list functions, nb::object identity, int threads)
        : tables_(std::move(tables)), functions_(std::move(functions)), identity_(std::move(identity)),
          right_(examples<T>(tables_, functions_, nb::cast<Positions>(identity_, false))) {
        const nb::gil_scoped_release release;
        evaluator_ = std::make_unique<drupe::Evaluator<T>>(program, right_, threads);
    }

    void block(const nb::list& tables, const nb::list& functions, const Positions& identity, Out<T> out, int threads,
               nb::handle progress) const {
        const auto left = fitting(tables, functions, identity);
        require_shape(out, left.count, evaluator_->size());
        run(threads, progress, [&](const drupe::Run& how) { evaluator_->block(left, out.data(), how); });
    }

    void rows(const Positions& index, Out<T> out, int threads, nb::handle progress) const {
        for (std::size_t i = 0; i < index.size(); ++i) {
            if (index.data()[i] < 0 || static_cast<std::size_t>(index.data()[i]) >= evaluator_->size()) {
                throw nb::index_error("a row lies outside the Gram matrix");
            }
        }
        require_shape(out, index.size(), evaluator_->size());
        run(threads, progress, [&](const drupe::Run& how) { evaluator_->rows(index.data(), index.size(), out.data(), how); });
    }

    void gram(Out<T> out, int threads, nb::handle progress) const {
        require_shape(out, evaluator_->size(), evaluator_->size());
        run(threads, progress, [&](const drupe::Run& how) { evaluator_->gram(out.data(), how); });
    }

    void product(const nb::list& tables, const nb::list& functions, const Positions& identity, Out<const T> weights,
                 Out<double> out, int threads, nb::handle progress) const {
        const auto left = fitting(tables, functions, identity);
        require_shape(weights, weights.shape(0), evaluator_->size());
        require_shape(out, left.count, weights.shape(0));
        run(threads, progress,
            [&](const drupe::Run& how) { evaluator_->product(left, weights.data(), weights.shape(0), out.data(), how); });
    }

    void gram_product(Out<const T> weights, Out<double> out, int threads, nb::handle progress) const {
        require_shape(weights, weights.shape(0), evaluator_->size());
        require_shape(out, evaluator_->size(), weights.shape(0));
        run(threads, progress,
            [&](const drupe::Run& how) { evaluator_->gram_product(weights.data(), weights.shape(0), out.data(), how); });
    }

private:
    drupe::Examples<T> fitting(const nb::list& tables, const nb::list& functions, const Positions& identity) const {
        auto left = examples<T>(tables, functions, identity);
        if (left.vectors.size() != right_.vectors.size() || left.functions.size() != right_.functions.size()) {
            throw std::invalid_argument("the left examples do not fit the program");
        }
        for (std::size_t b = 0; b < left.vectors.size(); ++b) {
            check_same_columns(drupe::column_count(right_.vectors[b]), drupe::column_count(left.vectors[b]));
        }
        return left;
    }

    template <class Any>
    static void require_shape(const Any& array, std::size_t rows, std::size_t columns) {
        if (array.shape(0) != rows || array.shape(1) != columns) throw std::invalid_argument("an array has the wrong shape");
    }

    nb::list tables_;
    nb::list functions_;
    nb::object identity_;
    drupe::Examples<T> right_;
    std::unique_ptr<drupe::Evaluator<T>> evaluator_;
};

template <class T>
void bind_evaluator(nb::module_& m, const char* name) {
    using Bound = BoundEvaluator<T>;
    nb::class_<Bound>(m, name, "A program with its right-hand examples packed.")
        .def(nb::init<const drupe::Program&, nb::list, nb::list, nb::object, int>(), "program"_a, "tables"_a, "functions"_a,
             "identity"_a, "threads"_a = 1)
        .def("block", &Bound::block, "tables"_a, "functions"_a, "identity"_a.noconvert(), "out"_a.noconvert(), "threads"_a,
             "progress"_a.none())
        .def("rows", &Bound::rows, "index"_a.noconvert(), "out"_a.noconvert(), "threads"_a, "progress"_a.none())
        .def("gram", &Bound::gram, "out"_a.noconvert(), "threads"_a, "progress"_a.none())
        .def("product", &Bound::product, "tables"_a, "functions"_a, "identity"_a.noconvert(), "weights"_a.noconvert(),
             "out"_a.noconvert(), "threads"_a, "progress"_a.none())
        .def("gram_product", &Bound::gram_product, "weights"_a.noconvert(), "out"_a.noconvert(), "threads"_a, "progress"_a.none());
}

std::vector<double> numbers(const Doubles& array) { return {array.data(), array.data() + array.size()}; }

/// A box problem from arrays of one length; the solver trusts what it is given, so everything is checked here.
drupe::BoxProblem box_problem(const Doubles& signs, const Doubles& linear, const Doubles& upper, const Positions& examples,
                              const Doubles& start, drupe::Balance balance) {
    const std::size_t n = signs.size();
    if (linear.size() != n || upper.size() != n || examples.size() != n || start.size() != n) {
        throw std::invalid_argument("the parts of a box problem have different lengths");
    }
    for (std::size_t v = 0; v < n; ++v) {
        if (examples.data()[v] < 0) throw std::invalid_argument("a variable belongs to no example");
        if (!(start.data()[v] >= 0.0 && start.data()[v] <= upper.data()[v])) throw std::invalid_argument("the start lies outside its box");
    }
    return {numbers(signs), numbers(linear), numbers(upper), {examples.data(), examples.data() + n}, numbers(start), balance};
}

/// Runs a solver without Python's lock. An interruption raises, unless the best so far is to be kept.
template <class F>
auto solved(drupe::SolverOptions options, bool keep, nb::handle progress, F work) {
    PythonMonitor monitor(progress);
    options.monitor = &monitor;
    decltype(work(options)) solution;
    {
        const nb::gil_scoped_release release;
        solution = work(options);
    }
    if (PyErr_Occurred() == nullptr) monitor.go_on(1.0);
    drupe::raise_unless_kept(keep);
    return solution;
}

void check_examples(const drupe::BoxProblem& problem, std::size_t size) {
    for (const auto e : problem.examples) {
        if (static_cast<std::size_t>(e) >= size) throw std::invalid_argument("a variable belongs to an example that does not exist");
    }
}

/// Rows with something added to the diagonal, unless nothing is to be added.
template <class T>
std::unique_ptr<drupe::KernelRows<T>> ridged(std::unique_ptr<drupe::KernelRows<T>> rows, const Doubles& ridge) {
    if (ridge.size() == 0) return rows;
    return std::make_unique<drupe::RidgedRows<T>>(std::move(rows), ridge.data());
}

void check_ridge(const Doubles& ridge, std::size_t size) {
    if (ridge.size() != 0 && ridge.size() != size) throw std::invalid_argument("the ridge has another length");
}

template <class T>
drupe::BoxSolution solve_computed(const drupe::BoxProblem& problem, const drupe::SolverOptions& options, const drupe::Program& program,
                                  const nb::list& tables, const nb::list& functions, const Positions& identity,
                                  const Doubles& diagonal, const Doubles& ridge, bool keep, nb::handle progress) {
    const auto sample = examples<T>(tables, functions, identity);
    check_examples(problem, sample.count);
    check_ridge(ridge, sample.count);
    if (diagonal.size() != sample.count) throw std::invalid_argument("the diagonal has another length");
    return solved(options, keep, progress, [&](const drupe::SolverOptions& how) {
        const auto rows = ridged<T>(std::make_unique<drupe::ComputedRows<T>>(program, sample, diagonal.data(), how.threads), ridge);
        return drupe::solve_in_blocks<T>(problem, *rows, how);
    });
}

template <class T>
drupe::BoxSolution solve_stored(const drupe::BoxProblem& problem, const drupe::SolverOptions& options, const Out<const T>& matrix,
                                const Doubles& ridge, bool keep, nb::handle progress) {
    if (matrix.shape(0) != matrix.shape(1)) throw std::invalid_argument("a Gram matrix must be square");
    check_examples(problem, matrix.shape(0));
    check_ridge(ridge, matrix.shape(0));
    return solved(options, keep, progress, [&](const drupe::SolverOptions& how) {
        const auto rows = ridged<T>(std::make_unique<drupe::StoredRows<T>>(matrix.data(), matrix.shape(0)), ridge);
        return drupe::solve_in_blocks<T>(problem, *rows, how);
    });
}

/// Rows that a function of Python computes.
template <class T>
class PythonRows final : public drupe::RowSource<T> {
public:
    PythonRows(nb::handle rows, nb::handle block, std::size_t size) : rows_(rows), block_(block), size_(size) {}

    void rows(const std::vector<std::int64_t>& rows, T* out) override {
        fetch(out, rows.size(), size_, [&] { return rows_(positions(rows)); });
    }

    void block(const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& columns, T* out) override {
        fetch(out, rows.size(), columns.size(), [&] { return block_(positions(rows), positions(columns)); });
    }

private:
    using Values = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

    static nb::ndarray<nb::numpy, const std::int64_t, nb::ndim<1>> positions(const std::vector<std::int64_t>& index) {
        return {index.data(), {index.size()}, nb::handle()};
    }

    template <class Ask>
    void fetch(T* out, std::size_t rows, std::size_t columns, Ask ask) {
        const nb::gil_scoped_acquire gil;
        try {
            const auto values = nb::cast<Values>(ask());
            if (values.shape(0) != rows || values.shape(1) != columns) throw nb::value_error("rows of another shape than asked for");
            std::copy_n(values.data(), rows * columns, out);
        } catch (nb::python_error& error) {
            error.restore();
            throw drupe::Interrupted{};
        } catch (const std::exception& error) {
            PyErr_SetString(PyExc_ValueError, error.what());
            throw drupe::Interrupted{};
        }
    }

    nb::handle rows_, block_;
    std::size_t size_;
};

template <class T>
drupe::BoxSolution solve_fetched(const drupe::BoxProblem& problem, const drupe::SolverOptions& options, nb::handle rows, nb::handle block,
                                 const Doubles& diagonal, const Doubles& ridge, bool keep, nb::handle progress) {
    check_examples(problem, diagonal.size());
    check_ridge(ridge, diagonal.size());
    PythonRows<T> source(rows, block, diagonal.size());
    return solved(options, keep, progress, [&](const drupe::SolverOptions& how) {
        const auto fetched =
            ridged<T>(std::make_unique<drupe::FetchedRows<T>>(source, diagonal.data(), diagonal.size(), how.cache_bytes), ridge);
        return drupe::solve_in_blocks<T>(problem, *fetched, how);
    });
}

template <class T>
std::vector<drupe::BoxPathSolution> solve_box_paths(const std::vector<drupe::BoxProblem>& problems, const std::vector<Positions>& watched,
                                                    const std::vector<double>& factors, const drupe::SolverOptions& options,
                                                    const Out<const T>& matrix, bool keep, nb::handle progress) {
    if (matrix.shape(0) != matrix.shape(1)) throw std::invalid_argument("a Gram matrix must be square");
    if (watched.size() != problems.size()) throw std::invalid_argument("every problem needs its watched examples");
    for (std::size_t f = 0; f < factors.size(); ++f) {
        if (!(factors[f] > (f == 0 ? 0.0 : factors[f - 1]))) throw std::invalid_argument("the factors must rise from above zero");
    }
    std::vector<drupe::BoxPathProblem> paths;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        check_examples(problems[i], matrix.shape(0));
        if (problems[i].balance == drupe::Balance::by_sign) throw std::invalid_argument("a path needs one balance or none");
        const auto* first = watched[i].data();
        for (std::size_t j = 0; j < watched[i].size(); ++j) {
            if (first[j] < 0 || static_cast<std::size_t>(first[j]) >= matrix.shape(0)) throw std::invalid_argument("a watched example does not exist");
        }
        paths.push_back({problems[i], {first, first + watched[i].size()}});
    }
    return solved(options, keep, progress, [&](const drupe::SolverOptions& how) {
        return drupe::solve_box_paths<T>(paths, factors, matrix.data(), matrix.shape(0), how);
    });
}

template <class T>
std::vector<drupe::BoxSolution> solve_pairs(const drupe::SolverOptions& options, const drupe::Program& program, const nb::list& tables,
                                            const nb::list& functions, const Positions& identity, const Doubles& diagonal,
                                            const Positions& codes, const Doubles& upper, drupe::Balance balance, bool keep,
                                            nb::handle progress) {
    const auto sample = examples<T>(tables, functions, identity);
    if (diagonal.size() != sample.count || codes.size() != sample.count || upper.size() != sample.count) {
        throw std::invalid_argument("diagonal, classes and boxes must have one entry for each example");
    }
    drupe::Classes classes{{}, numbers(upper), balance};
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto code = codes.data()[i];
        if (code < 0 || code > 100000) throw std::invalid_argument("class codes must be 0, 1, 2, ...");
        if (static_cast<std::size_t>(code) >= classes.members.size()) classes.members.resize(static_cast<std::size_t>(code) + 1);
        classes.members[static_cast<std::size_t>(code)].push_back(static_cast<std::int64_t>(i));
    }
    return solved(options, keep, progress, [&](const drupe::SolverOptions& how) {
        return drupe::solve_one_vs_one<T>(program, sample, diagonal.data(), classes, how);
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

/// A vector that Python may keep.
nb::ndarray<nb::numpy, double, nb::ndim<1>> handed_over(const std::vector<double>& values) {
    auto* copy = new std::vector<double>(values);  // NOLINT: owned by the capsule
    const nb::capsule owner(copy, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    return {copy->data(), {copy->size()}, owner};
}

/// Numbers that stay where they are, row by row; Python may read them.
nb::ndarray<nb::numpy, const double, nb::ndim<2>> shown(const std::vector<double>& values, std::size_t rows) {
    return {values.data(), {rows, rows == 0 ? 0 : values.size() / rows}, nb::handle()};
}

void bind_box(nb::module_& m) {
    nb::enum_<drupe::Balance>(m, "Balance", "Which sums of the variables are fixed.")
        .value("FREE", drupe::Balance::free)
        .value("JOINT", drupe::Balance::joint)
        .value("BY_SIGN", drupe::Balance::by_sign);
    nb::enum_<drupe::Stop>(m, "Stop", "Why a run ended.")
        .value("CONVERGED", drupe::Stop::converged)
        .value("ITERATIONS", drupe::Stop::iterations)
        .value("TIME", drupe::Stop::time)
        .value("INTERRUPTED", drupe::Stop::interrupted)
        .value("STALLED", drupe::Stop::stalled)
        .value("UNBOUNDED", drupe::Stop::unbounded);
    nb::class_<drupe::BoxProblem>(m, "BoxProblem", "Signs, linear term, box, examples, start and balance.")
        .def("__init__",
             [](drupe::BoxProblem* at, const Doubles& signs, const Doubles& linear, const Doubles& upper, const Positions& of,
                const Doubles& start, drupe::Balance balance) {
                 new (at) drupe::BoxProblem(box_problem(signs, linear, upper, of, start, balance));
             },
             "signs"_a.noconvert(), "linear"_a.noconvert(), "upper"_a.noconvert(), "examples"_a.noconvert(), "start"_a.noconvert(),
             "balance"_a);
    nb::class_<drupe::SolverOptions>(m, "SolverOptions", "Tolerance, limits, memory and threads; negative limits are none.")
        .def("__init__",
             [](drupe::SolverOptions* at, double tolerance, std::int64_t max_iterations, double max_seconds, std::size_t cache_bytes,
                int threads) { new (at) drupe::SolverOptions{tolerance, max_iterations, max_seconds, cache_bytes, threads, nullptr}; },
             "tolerance"_a, "max_iterations"_a, "max_seconds"_a, "cache_bytes"_a, "threads"_a);
    nb::class_<drupe::BoxSolution>(m, "BoxSolution", "What a solver found.")
        .def_prop_ro("alpha", [](const drupe::BoxSolution& s) { return handed_over(s.alpha); }, nb::rv_policy::move)
        .def_prop_ro("outputs", [](const drupe::BoxSolution& s) { return handed_over(s.outputs); }, nb::rv_policy::move)
        .def_ro("iterations", &drupe::BoxSolution::iterations)
        .def_ro("violation", &drupe::BoxSolution::violation)
        .def_ro("rows_found", &drupe::BoxSolution::rows_found)
        .def_ro("rows_made", &drupe::BoxSolution::rows_made)
        .def_ro("stop", &drupe::BoxSolution::stop);
    nb::class_<drupe::BoxPathSolution>(m, "BoxPathSolution", "What a solver found in ever larger boxes, one row for each.")
        .def_prop_ro("alphas", [](const drupe::BoxPathSolution& s) { return shown(s.alphas, s.stops.size()); }, nb::rv_policy::reference_internal)
        .def_prop_ro("outputs", [](const drupe::BoxPathSolution& s) { return shown(s.outputs, s.stops.size()); }, nb::rv_policy::reference_internal)
        .def_prop_ro("offsets", [](const drupe::BoxPathSolution& s) { return handed_over(s.offsets); }, nb::rv_policy::move)
        .def_prop_ro("violations", [](const drupe::BoxPathSolution& s) { return handed_over(s.violations); }, nb::rv_policy::move)
        .def_ro("iterations", &drupe::BoxPathSolution::iterations)
        .def_ro("stops", &drupe::BoxPathSolution::stops);
    bind_solvers<float>(m, "float32");
    bind_solvers<double>(m, "float64");
}

}  // namespace

#include "perceptrons.hpp"  // speaks to Python by what stands above

NB_MODULE(_engine, m) {
    m.doc() = "The native core: kernels as programs over tiles.";
    nb::set_leak_warnings(false);  // what a traceback or a cache still holds at exit has not leaked

    nb::enum_<drupe::Metric>(m, "Metric", "Comparisons of two vectors.")
        .value("DOT", drupe::Metric::dot)
        .value("SQUARED", drupe::Metric::squared)
        .value("DIFFERENCE", drupe::Metric::difference)
        .value("L1", drupe::Metric::l1)
        .value("CHI_SQUARED", drupe::Metric::chi_squared)
        .value("SAME", drupe::Metric::same);

    nb::enum_<drupe::Op>(m, "Op", "Instructions of a program.")
        .value("BASE", drupe::Op::base)
        .value("CONSTANT", drupe::Op::constant)
        .value("AFFINE", drupe::Op::affine)
        .value("EXP", drupe::Op::exp)
        .value("POWER", drupe::Op::power)
        .value("SQRT", drupe::Op::sqrt)
        .value("POLYNOMIAL", drupe::Op::polynomial)
        .value("TANH", drupe::Op::tanh)
        .value("COSINE", drupe::Op::cosine)
        .value("SINC", drupe::Op::sinc)
        .value("TIMES_LOG", drupe::Op::times_log)
        .value("POSITIVE", drupe::Op::positive)
        .value("STEP", drupe::Op::step)
        .value("AT_MOST", drupe::Op::at_most)
        .value("TIMES_OUTER_PRODUCT", drupe::Op::times_outer_product)
        .value("PLUS_OUTER_SUM", drupe::Op::plus_outer_sum)
        .value("ADD", drupe::Op::add)
        .value("MULTIPLY", drupe::Op::multiply);

    nb::class_<drupe::Program>(m, "Program", "Bases, functions and instructions, written down once.")
        .def(nb::init<>())
        .def("base", [](drupe::Program& p, drupe::Metric metric, double rate) { p.bases.push_back({metric, rate}); }, "metric"_a,
             "rate"_a, "Declare the next base.")
        .def("function", [](drupe::Program& p) { ++p.functions; }, "Declare the next function.")
        .def("emit",
             [](drupe::Program& p, drupe::Op op, std::uint32_t operand, double a, double b, std::vector<double> coefficients) {
                 p.code.push_back({op, operand, a, b, std::move(coefficients)});
             },
             "op"_a, "operand"_a = 0, "a"_a = 0.0, "b"_a = 0.0, "coefficients"_a = std::vector<double>{}, "Append an instruction.")
        .def("validate", [](const drupe::Program& p) { return p.validate(); }, "Check the program; the height of its stack.");

    bind_evaluator<float>(m, "EvaluatorFloat32");
    bind_evaluator<double>(m, "EvaluatorFloat64");

    bind_box(m);
    drupe::bind_samplers(m);
    bind_perceptrons(m);

    m.def("target", [] { return std::string(drupe::target().name); }, "The instruction set in use.");
}
