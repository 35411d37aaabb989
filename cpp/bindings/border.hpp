/// What every part of the border shares: the arrays that cross it, examples made of them, and how a run is watched.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "drupe/data.hpp"
#include "drupe/evaluator.hpp"
#include "python_monitor.hpp"

namespace drupe::border {

namespace nb = nanobind;
using namespace nb::literals;

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Positions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// A vector to be filled.
template <class T>
using Filled = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The values of a sequence. Asked for inside a function, never as its argument: there is nobody who could catch what the
/// conversion of an argument throws for want of memory.
template <class T>
std::vector<T> values(const nb::sequence& from) {
    std::vector<T> out;
    for (nb::handle value : from) out.push_back(nb::cast<T>(value));
    return out;
}

/// Where the numbers of an array are: at addresses that their type asks for, to which Python copies what came otherwise.
template <class Numbers>
auto* data_of(const Numbers& array) {
    auto* at = array.data();
    if (reinterpret_cast<std::uintptr_t>(at) % alignof(typename Numbers::Scalar) != 0)
        throw std::invalid_argument("an array is not aligned");
    return at;
}

inline std::vector<double> numbers(const Doubles& array) { return {data_of(array), data_of(array) + array.size()}; }

template <class T>
VectorsView<T> dense_view(const Table<T>& table) {
    return DenseView<T>{data_of(table), table.shape(0), table.shape(1), table.stride(0), table.stride(1)};
}

template <class T>
VectorsView<T> sparse_view(const nb::tuple& parts) {
    if (nb::len(parts) != 4)
        throw std::invalid_argument("a sparse table is values, columns, starts and a number of columns");
    // Without conversion: what was converted would be gone before it is used.
    const auto values = nb::cast<nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(parts[0], false);
    const auto indices =
        nb::cast<nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(parts[1], false);
    const auto starts = nb::cast<Positions>(parts[2], false);
    const auto columns = nb::cast<std::size_t>(parts[3]);
    if (starts.size() == 0) throw std::invalid_argument("a sparse table has no starts");
    const std::size_t rows = starts.size() - 1;
    if (data_of(starts)[0] != 0 || values.size() != indices.size() ||
        static_cast<std::size_t>(data_of(starts)[rows]) != values.size()) {
        throw std::invalid_argument("the parts of a sparse table do not fit together");
    }
    for (std::size_t i = 0; i < rows; ++i) {
        if (data_of(starts)[i] > data_of(starts)[i + 1])
            throw std::invalid_argument("a sparse table has a row that ends before it starts");
    }
    for (std::size_t e = 0; e < indices.size(); ++e) {
        if (data_of(indices)[e] < 0 || static_cast<std::size_t>(data_of(indices)[e]) >= columns) {
            throw std::invalid_argument("a sparse table has an entry outside its columns");
        }
    }
    return CsrView<T>{data_of(values), data_of(indices), data_of(starts), rows, columns};
}

/// Examples as Python hands them over: a table or the parts of a sparse one per base, numbers per function, identity.
template <class T>
Examples<T> examples(const nb::list& tables, const nb::list& functions, const Positions& identity) {
    Examples<T> out;
    out.count = identity.size();
    out.identity = data_of(identity);
    for (nb::handle table : tables) {
        out.vectors.push_back(nb::isinstance<nb::tuple>(table) ? sparse_view<T>(nb::cast<nb::tuple>(table))
                                                               : dense_view<T>(nb::cast<Table<T>>(table, false)));
        if (row_count(out.vectors.back()) != out.count)
            throw std::invalid_argument("a table has another number of rows");
    }
    for (nb::handle function : functions) {
        const auto values = nb::cast<Doubles>(function, false);
        if (values.size() != out.count) throw std::invalid_argument("a function has another number of values");
        out.functions.push_back(data_of(values));
    }
    return out;
}

/// A run without Python's lock, whose options have a place for a monitor. What Python has set meanwhile is raised, unless
/// it is Ctrl-C and what there is shall be kept.
template <class Options, class F>
auto under_watch(Options options, bool keep, nb::handle progress, F work) {
    PythonMonitor monitor(progress);
    options.monitor = &monitor;
    decltype(work(options)) outcome;
    {
        const nb::gil_scoped_release release;
        outcome = work(options);
    }
    if (PyErr_Occurred() == nullptr) monitor.go_on(1.0);
    raise_unless_kept(keep);
    return outcome;
}

/// Runs the core without Python's lock; a signal or a failed progress call surfaces as its own exception.
template <class F>
void run(int threads, nb::handle progress, F work) {
    PythonMonitor monitor(progress);
    bool interrupted = false;
    {
        const nb::gil_scoped_release release;
        try {
            work(Run{threads, &monitor});
        } catch (const Interrupted&) {
            interrupted = true;
        }
    }
    if (interrupted) throw nb::python_error();
}

/// Rows of K that a function of Python computes; an exception there ends the run.
template <class T, class Ask>
void fetch(T* out, std::size_t rows, std::size_t columns, Ask ask) {
    const nb::gil_scoped_acquire gil;
    try {
        const auto values = nb::cast<nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>>(ask(), false);
        if (values.shape(0) != rows || values.shape(1) != columns)
            throw nb::value_error("rows of K have the wrong shape");
        std::memcpy(out, values.data(), rows * columns * sizeof(T));  // wherever they are
    } catch (nb::python_error& error) {
        error.restore();
        throw Interrupted{};
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
        throw Interrupted{};
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
        throw Interrupted{};
    }
}

/// Positions for Python to read during one call.
inline nb::object positions(const std::vector<std::int64_t>& index) {
    nb::ndarray<nb::numpy, const std::int64_t, nb::ndim<1>> view(index.data(), {index.size()}, nb::handle());
    return view.cast(nb::rv_policy::copy);
}

/// A vector that Python may keep.
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> handed_over(std::vector<T> values) {
    auto kept = std::make_unique<std::vector<T>>(std::move(values));
    const nb::capsule owner(kept.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    auto* at = kept.release();  // the capsule's from here on
    return {at->data(), {at->size()}, owner};
}

}  // namespace drupe::border
