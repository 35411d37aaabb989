/// Smoothing splines on the line, as Python sees them.
#include "drupe/line_spline.hpp"

#include <cmath>
#include <utility>

#include "border.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

using Targets = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::tuple smooth(std::size_t order, const Doubles& places, const Doubles& weights, const Targets& targets,
                 double strength) {
    const std::size_t knots = places.size();
    if (order == 0 || order > highest_line_order || knots < order)
        throw std::invalid_argument("a spline needs an order of its own and as many knots");
    if (weights.size() != knots || targets.shape(0) != knots || targets.shape(1) == 0)
        throw std::invalid_argument("places, weights and targets have different lengths");
    if (!(strength > 0.0 && std::isfinite(strength))) throw std::invalid_argument("the strength must be above zero");
    for (std::size_t i = 0; i < knots; ++i) {
        if (!(data_of(weights)[i] > 0.0 && std::isfinite(data_of(weights)[i])))
            throw std::invalid_argument("weights must be above zero and finite");
        if (!std::isfinite(data_of(places)[i]) || (i > 0 && !(data_of(places)[i] > data_of(places)[i - 1])))
            throw std::invalid_argument("places must rise");
    }
    const LineSplineProblem problem{
        order, knots, targets.shape(1), data_of(places), data_of(weights), data_of(targets), strength};
    LineSpline found;
    {
        const nb::gil_scoped_release release;
        found = smooth_on_line(problem);
    }
    return nb::make_tuple(handed_over(std::move(found.states)), handed_over(std::move(found.covariances)),
                          handed_over(std::move(found.crossings)), handed_over(std::move(found.objective)),
                          handed_over(std::move(found.energy)), found.log_determinant);
}

}  // namespace

void bind_line_spline(nb::module_& m) {
    m.def(
        "smooth_on_line", &smooth, "order"_a, "places"_a.noconvert(), "weights"_a.noconvert(), "targets"_a.noconvert(),
        "strength"_a,
        "States at the knots, their covariances, those with the next knot, minima, energies and the log determinant.");
}

}  // namespace drupe::border
