/// The border between Python and the core: arrays as views, signals and progress as a monitor.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "drupe/box.hpp"
#include "drupe/evaluator.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace drupe::border {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Positions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// Passes signals and progress on to Python.
class PythonMonitor final : public drupe::Monitor {
public:
    explicit PythonMonitor(nb::handle progress) : progress_(progress) {}

    bool go_on(double fraction) override {
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) return false;
        if (progress_.is_none()) return true;
        try {
            progress_(fraction);
        } catch (nb::python_error& error) {
            error.restore();
            return false;
        }
        return true;
    }

private:
    nb::handle progress_;
};

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

inline std::vector<double> numbers(const Doubles& array) { return {array.data(), array.data() + array.size()}; }

/// Runs a solver without Python's lock. An interruption raises, unless the best so far is to be kept.
template <class Options, class F>
auto solved(Options options, bool keep, nb::handle progress, F work) {
    PythonMonitor monitor(progress);
    options.monitor = &monitor;
    decltype(work(options)) solution;
    {
        const nb::gil_scoped_release release;
        solution = work(options);
    }
    if (PyErr_Occurred() != nullptr) {
        if (!keep || PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0) throw nb::python_error();
        PyErr_Clear();
    }
    return solution;
}

/// What each file of bindings adds to the module.
void bind_perceptrons(nb::module_& m);

}  // namespace drupe::border
