/// Many perceptrons at once, as Python sees them.
#include "drupe/perceptrons.hpp"

#include <nanobind/stl/vector.h>

#include "parts.hpp"
#include "sources.hpp"

namespace drupe::border {

namespace {

using Signs = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Orders = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

PerceptronTask task(const Signs& signs, const Orders& orders, const Doubles& steps, const Doubles& lifts) {
    const std::size_t n = steps.size();
    if (n == 0 || signs.shape(1) != n || orders.shape(1) != n || lifts.size() != n) {
        throw std::invalid_argument("the parts of a task have different lengths");
    }
    PerceptronTask out{{data_of(signs), data_of(signs) + signs.size()},
                       {data_of(orders), data_of(orders) + orders.size()},
                       numbers(steps),
                       numbers(lifts)};
    for (const auto sign : out.signs) {
        if (sign != 1 && sign != -1) throw std::invalid_argument("a sign is neither 1 nor -1");
    }
    for (const auto e : out.orders) {
        if (e < 0 || static_cast<std::size_t>(e) >= n)
            throw std::invalid_argument("an order names an example that does not exist");
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (!(out.steps[i] > 0.0 && out.lifts[i] >= 0.0))
            throw std::invalid_argument("steps must be above zero and lifts not below");
    }
    return out;
}

PerceptronOptions limits(std::int64_t max_passes, std::int64_t tolerated, std::size_t cache_bytes, int threads) {
    return {max_passes, tolerated, cache_bytes, threads, nullptr};
}

/// Trains without Python's lock. An interruption raises, unless the perceptrons are to be kept as they are.
template <class T>
Perceptrons train(const PerceptronTask& task, const PerceptronOptions& options, const BoundSource<T>& source,
                  Out<double> outputs, bool keep, nb::handle progress) {
    if (outputs.shape(0) != task.labellings() * task.order_count() || outputs.shape(1) != task.size()) {
        throw std::invalid_argument("the outputs have the wrong shape");
    }
    if (source.rows().size() != task.size())
        throw std::invalid_argument("the task has another number of examples than the kernel");
    if (source.rows().ridge != nullptr) throw std::invalid_argument("perceptrons have lifts, not a ridge");
    return under_watch(options, keep, progress, [&](const PerceptronOptions& how) {
        return train_perceptrons<T>(task, how, source.rows(), data_of(outputs));
    });
}

template <class T>
void bind_training(nb::module_& m) {
    m.def("train_perceptrons", &train<T>, "task"_a, "options"_a, "source"_a, "outputs"_a.noconvert(), "keep"_a,
          "progress"_a.none(), "Train perceptrons on columns of K.");
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
        .def(
            "__init__",
            [](PerceptronTask* at, const Signs& signs, const Orders& orders, const Doubles& steps,
               const Doubles& lifts) { new (at) PerceptronTask(task(signs, orders, steps, lifts)); },
            "signs"_a.noconvert(), "orders"_a.noconvert(), "steps"_a.noconvert(), "lifts"_a.noconvert());
    nb::class_<PerceptronOptions>(m, "PerceptronOptions", "Passes, mistakes that are borne, memory and threads.")
        .def(
            "__init__",
            [](PerceptronOptions* at, std::int64_t max_passes, std::int64_t tolerated, std::size_t cache_bytes,
               int threads) { new (at) PerceptronOptions(limits(max_passes, tolerated, cache_bytes, threads)); },
            "max_passes"_a, "tolerated"_a, "cache_bytes"_a, "threads"_a);
    nb::class_<Perceptrons>(m, "Perceptrons", "What became of every labelling in every order, one after the other.")
        .def_prop_ro(
            "sizes",
            [](const Perceptrons& all) {
                return joined<std::int64_t>(all, [](const Perceptron& run, auto& out) {
                    out.push_back(static_cast<std::int64_t>(run.support.size()));
                });
            },
            nb::rv_policy::move)
        .def_prop_ro(
            "support",
            [](const Perceptrons& all) {
                return joined<std::int64_t>(all, [](const Perceptron& run, auto& out) {
                    out.insert(out.end(), run.support.begin(), run.support.end());
                });
            },
            nb::rv_policy::move)
        .def_prop_ro(
            "counts",
            [](const Perceptrons& all) {
                return joined<std::int32_t>(all, [](const Perceptron& run, auto& out) {
                    out.insert(out.end(), run.counts.begin(), run.counts.end());
                });
            },
            nb::rv_policy::move)
        .def_prop_ro(
            "mistakes",
            [](const Perceptrons& all) {
                return joined<std::int64_t>(all, [](const Perceptron& run, auto& out) { out.push_back(run.mistakes); });
            },
            nb::rv_policy::move)
        .def_prop_ro(
            "passes",
            [](const Perceptrons& all) {
                return joined<std::int64_t>(all, [](const Perceptron& run, auto& out) { out.push_back(run.passes); });
            },
            nb::rv_policy::move)
        .def_prop_ro("stops",
                     [](const Perceptrons& all) {
                         std::vector<Stop> stops;
                         for (const auto& run : all.runs) stops.push_back(run.stop);
                         return stops;
                     })
        .def_ro("columns", &Perceptrons::columns);
    bind_training<float>(m);
    bind_training<double>(m);
}

}  // namespace drupe::border
