/// Many perceptrons at once, as Python sees them.
#include "drupe/perceptrons.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>

#include "border.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

using Signs = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Orders = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// Columns that Python computes; an exception there ends the run.
template <class T>
class PythonColumns final : public KernelColumns<T> {
public:
    PythonColumns(nb::handle rows, std::size_t size) : rows_(rows), size_(size) {}

    [[nodiscard]] std::size_t size() const override { return size_; }

    void compute(const std::vector<std::int64_t>& index, const std::vector<T*>& out, const Run&) override {
        std::vector<T> block(index.size() * size_);
        fetch(block.data(), index.size(), size_, [&] { return rows_(positions(index)); });
        for (std::size_t i = 0; i < index.size(); ++i) std::copy_n(block.data() + i * size_, size_, out[i]);
    }

private:
    nb::handle rows_;
    std::size_t size_;
};

PerceptronTask task(const Signs& signs, const Orders& orders, const Doubles& steps, const Doubles& lifts) {
    const std::size_t n = steps.size();
    if (n == 0 || signs.shape(1) != n || orders.shape(1) != n || lifts.size() != n) {
        throw std::invalid_argument("the parts of a task have different lengths");
    }
    PerceptronTask out{{data_of(signs), data_of(signs) + signs.size()}, {data_of(orders), data_of(orders) + orders.size()}, numbers(steps),
                       numbers(lifts)};
    for (const auto sign : out.signs) {
        if (sign != 1 && sign != -1) throw std::invalid_argument("a sign is neither 1 nor -1");
    }
    for (const auto e : out.orders) {
        if (e < 0 || static_cast<std::size_t>(e) >= n) throw std::invalid_argument("an order names an example that does not exist");
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (!(out.steps[i] > 0.0 && out.lifts[i] >= 0.0)) throw std::invalid_argument("steps must be above zero and lifts not below");
    }
    return out;
}

PerceptronOptions limits(std::int64_t max_passes, std::int64_t tolerated, std::size_t cache_bytes, int threads) {
    return {max_passes, tolerated, cache_bytes, threads, nullptr};
}

void require_outputs(const PerceptronTask& task, const Out<double>& outputs) {
    if (outputs.shape(0) != task.labellings() * task.order_count() || outputs.shape(1) != task.size()) {
        throw std::invalid_argument("the outputs have the wrong shape");
    }
}

/// Trains without Python's lock. An interruption raises, unless the perceptrons are to be kept as they are.
template <class T>
Perceptrons train(const PerceptronTask& task, KernelColumns<T>& columns, const PerceptronOptions& options, Out<double>& outputs, bool keep,
                  nb::handle progress) {
    require_outputs(task, outputs);
    if (columns.size() != task.size()) throw std::invalid_argument("the task has another number of examples than the kernel");
    return under_watch(options, keep, progress, [&](const PerceptronOptions& how) {
        return train_perceptrons<T>(task, columns, how, data_of(outputs));
    });
}

template <class T>
Perceptrons train_computed(const PerceptronTask& task, const PerceptronOptions& options, const Program& program, const nb::list& tables,
                           const nb::list& functions, const Positions& identity, Out<double> outputs, bool keep,
                           nb::handle progress) {
    const auto sample = examples<T>(tables, functions, identity);
    std::unique_ptr<ComputedColumns<T>> columns;
    {
        const nb::gil_scoped_release release;
        columns = std::make_unique<ComputedColumns<T>>(program, sample, options.threads);
    }
    return train<T>(task, *columns, options, outputs, keep, progress);
}

template <class T>
Perceptrons train_stored(const PerceptronTask& task, const PerceptronOptions& options, const Out<const T>& matrix, Out<double> outputs,
                         bool keep, nb::handle progress) {
    if (matrix.shape(0) != matrix.shape(1)) throw std::invalid_argument("a Gram matrix must be square");
    StoredColumns<T> columns(data_of(matrix), matrix.shape(0));
    return train<T>(task, columns, options, outputs, keep, progress);
}

template <class T>
Perceptrons train_asked(const PerceptronTask& task, const PerceptronOptions& options, const nb::callable& rows, Out<double> outputs,
                        bool keep, nb::handle progress) {
    PythonColumns<T> columns(rows, task.size());
    return train<T>(task, columns, options, outputs, keep, progress);
}

template <class T>
void bind_training(nb::module_& m, const std::string& precision) {
    m.def(("train_perceptrons_computed_" + precision).c_str(), &train_computed<T>, "task"_a, "options"_a, "program"_a, "tables"_a,
          "functions"_a, "identity"_a.noconvert(), "outputs"_a.noconvert(), "keep"_a, "progress"_a.none(),
          "Train perceptrons whose kernel the core computes.");
    m.def(("train_perceptrons_stored_" + precision).c_str(), &train_stored<T>, "task"_a, "options"_a, "matrix"_a.noconvert(),
          "outputs"_a.noconvert(), "keep"_a, "progress"_a.none(), "Train perceptrons whose Gram matrix is given.");
    m.def(("train_perceptrons_asked_" + precision).c_str(), &train_asked<T>, "task"_a, "options"_a, "rows"_a,
          "outputs"_a.noconvert(), "keep"_a, "progress"_a.none(), "Train perceptrons; Python is asked for rows of K.");
}

/// Numbers of all runs, joined; Python may keep them.
template <class T, class F>
nb::ndarray<nb::numpy, T, nb::ndim<1>> joined(const Perceptrons& all, F part) {
    std::vector<T> out;
    for (const auto& run : all.runs) part(run, out);
    return handed_over(std::move(out));
}

}  // namespace

void bind_perceptrons(nb::module_& m) {
    nb::class_<PerceptronTask>(m, "PerceptronTask", "Labellings, orders, and the step and the lift at each example.")
        .def("__init__",
             [](PerceptronTask* at, const Signs& signs, const Orders& orders, const Doubles& steps, const Doubles& lifts) {
                 new (at) PerceptronTask(task(signs, orders, steps, lifts));
             },
             "signs"_a.noconvert(), "orders"_a.noconvert(), "steps"_a.noconvert(), "lifts"_a.noconvert());
    nb::class_<PerceptronOptions>(m, "PerceptronOptions", "Passes, mistakes that are borne, memory and threads.")
        .def("__init__",
             [](PerceptronOptions* at, std::int64_t max_passes, std::int64_t tolerated, std::size_t cache_bytes, int threads) {
                 new (at) PerceptronOptions(limits(max_passes, tolerated, cache_bytes, threads));
             },
             "max_passes"_a, "tolerated"_a, "cache_bytes"_a, "threads"_a);
    nb::class_<Perceptrons>(m, "Perceptrons", "What became of every labelling in every order, one after the other.")
        .def_prop_ro("sizes", [](const Perceptrons& all) { return joined<std::int64_t>(all, [](const Perceptron& run, auto& out) {
                         out.push_back(static_cast<std::int64_t>(run.support.size())); }); }, nb::rv_policy::move)
        .def_prop_ro("support", [](const Perceptrons& all) { return joined<std::int64_t>(all, [](const Perceptron& run, auto& out) {
                         out.insert(out.end(), run.support.begin(), run.support.end()); }); }, nb::rv_policy::move)
        .def_prop_ro("counts", [](const Perceptrons& all) { return joined<std::int32_t>(all, [](const Perceptron& run, auto& out) {
                         out.insert(out.end(), run.counts.begin(), run.counts.end()); }); }, nb::rv_policy::move)
        .def_prop_ro("mistakes", [](const Perceptrons& all) { return joined<std::int64_t>(all, [](const Perceptron& run, auto& out) {
                         out.push_back(run.mistakes); }); }, nb::rv_policy::move)
        .def_prop_ro("passes", [](const Perceptrons& all) { return joined<std::int64_t>(all, [](const Perceptron& run, auto& out) {
                         out.push_back(run.passes); }); }, nb::rv_policy::move)
        .def_prop_ro("stops", [](const Perceptrons& all) {
                         std::vector<Stop> stops;
                         for (const auto& run : all.runs) stops.push_back(run.stop);
                         return stops;
                     })
        .def_ro("columns", &Perceptrons::columns);
    bind_training<float>(m, "float32");
    bind_training<double>(m, "float64");
}

}  // namespace drupe::border
