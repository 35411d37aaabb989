/// Chains of directions, as Python sees them.
#include <cmath>
#include <stdexcept>

#include "border.hpp"
#include "drupe/billiard.hpp"
#include "drupe/gibbs.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

using Directions = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Walls = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Direction = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// A chain trusts what it is given, so everything is checked here.
void check_space(const Walls& walls, const Direction& start, bool inside) {
    const std::size_t n = walls.shape(0), rank = walls.shape(1);
    if (n == 0 || rank == 0) throw std::invalid_argument("a chain needs walls");
    if (start.size() != rank) throw std::invalid_argument("the start has another number of coordinates than the walls");
    double squared = 0.0;
    for (std::size_t j = 0; j < rank; ++j) squared += data_of(start)[j] * data_of(start)[j];
    if (!(std::abs(squared - 1.0) < 1e-6)) throw std::invalid_argument("the start must have unit length");
    for (std::size_t i = 0; i < n; ++i) {
        double margin = 0.0;
        for (std::size_t j = 0; j < rank; ++j) margin += data_of(walls)[i * rank + j] * data_of(start)[j];
        if (!std::isfinite(margin)) throw std::invalid_argument("the walls must be finite");
        if (inside && !(margin > 0.0)) throw std::invalid_argument("the start must lie inside all walls");
    }
}

void check_noise(double noise) {
    if (!(noise >= 0.0 && noise < 1.0)) throw std::invalid_argument("the noise must lie in [0, 1)");
}

/// Fills the rows of both tables, without Python's lock; the number of rows that are there.
template <class C>
std::size_t draw(C& chain, std::size_t skip, std::size_t apart, const Directions& directions, const Directions& margins,
                 bool keep, nb::handle progress) {
    if (directions.shape(1) != chain.walls().rank() || margins.shape(1) != chain.walls().size() ||
        directions.shape(0) != margins.shape(0) || apart == 0) {
        throw std::invalid_argument("the tables to fill do not fit the chain");
    }
    PythonMonitor monitor(progress);
    std::size_t drawn = 0;
    {
        const nb::gil_scoped_release release;
        drawn = chain.draw({skip, apart, directions.shape(0), data_of(directions), data_of(margins)}, &monitor);
    }
    raise_unless_kept(keep);
    return drawn;
}

template <class C>
nb::class_<C> bind_chain(nb::module_& m, const char* name, const char* what) {
    return nb::class_<C>(m, name, what)
        .def("draw", &draw<C>, "skip"_a, "apart"_a, "directions"_a.noconvert(), "margins"_a.noconvert(), "keep"_a,
             "progress"_a.none());
}

}  // namespace

void bind_samplers(nb::module_& m) {
    bind_chain<GibbsChain>(m, "GibbsChain", "Directions from the posterior under label noise, by great circles.")
        .def(
            "__init__",
            [](GibbsChain* at, const Walls& walls, const Direction& start, double noise, std::uint64_t seed) {
                check_noise(noise);
                check_space(walls, start, noise == 0.0);
                const nb::gil_scoped_release release;
                new (at) GibbsChain(data_of(walls), walls.shape(0), walls.shape(1), data_of(start), noise, seed);
            },
            "walls"_a.noconvert(), "start"_a.noconvert(), "noise"_a, "seed"_a);
    bind_chain<Billiard>(m, "Billiard",
                         "Directions from the posterior under label noise, by a ball that walls reflect or slow.")
        .def(
            "__init__",
            [](Billiard* at, const Walls& walls, const Direction& start, double noise, double bounces,
               std::uint64_t seed) {
                check_noise(noise);
                if (!(bounces > 0.0 && std::isfinite(bounces))) throw std::invalid_argument("bounces must be positive");
                check_space(walls, start, noise == 0.0);
                const nb::gil_scoped_release release;
                new (at) Billiard(data_of(walls), walls.shape(0), walls.shape(1), data_of(start), noise, bounces, seed);
            },
            "walls"_a.noconvert(), "start"_a.noconvert(), "noise"_a, "bounces"_a, "seed"_a)
        .def_prop_ro("bounces", &Billiard::bounces);
}

}  // namespace drupe::border
