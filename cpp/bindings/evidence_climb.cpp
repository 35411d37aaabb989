/// Sparse Bayesian learning over few columns, as Python sees it.
#include "drupe/evidence_climb.hpp"

#include "border.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

EvidenceSummit climb(const Table<double>& products, const Doubles& correlations, const nb::tuple& level,
                     const Doubles& variances, const EvidenceOptions& options) {
    const std::size_t columns = correlations.size();
    if (products.shape(0) != columns || products.shape(1) != columns || variances.size() != columns)
        throw std::invalid_argument("products, correlations and variances are of the same columns");
    EvidenceProblem problem{std::vector<double>(columns * columns),
                            numbers(correlations),
                            nb::cast<double>(level[0]),
                            {nb::cast<double>(level[1]), nb::cast<double>(level[2]), nb::cast<bool>(level[3])}};
    for (std::size_t i = 0; i < columns; ++i) {
        for (std::size_t j = 0; j < columns; ++j) problem.products[i * columns + j] = products(i, j);
    }
    const std::vector<double> start = numbers(variances);
    EvidenceSummit found;
    run(1, nb::none(), [&](const Run& how) { found = climb_evidence(problem, start, options, how.monitor); });
    return found;
}

}  // namespace

void bind_evidence_climb(nb::module_& m) {
    nb::class_<EvidenceOptions>(m, "EvidenceOptions", "What ends a climb, and whether columns are exchanged.")
        .def(
            "__init__",
            [](EvidenceOptions* at, double tolerance, std::int64_t max_actions, bool exchange) {
                if (!(tolerance >= 0.0)) throw std::invalid_argument("a tolerance is zero or more");
                new (at) EvidenceOptions{tolerance, max_actions, exchange};
            },
            "tolerance"_a, "max_actions"_a, "exchange"_a);
    nb::class_<EvidenceSummit>(m, "EvidenceSummit", "Variances of weights, and how they were found.")
        .def_prop_ro(
            "variances", [](const EvidenceSummit& found) { return handed_over(found.variances); }, nb::rv_policy::move)
        .def_ro("noise", &EvidenceSummit::noise)
        .def_ro("log_evidence", &EvidenceSummit::log_evidence)
        .def_ro("slope", &EvidenceSummit::slope)
        .def_ro("actions", &EvidenceSummit::actions)
        .def_ro("settled", &EvidenceSummit::settled);
    m.def("climb_evidence", &climb, "products"_a.noconvert(), "correlations"_a.noconvert(), "level"_a,
          "variances"_a.noconvert(), "options"_a, "Variances of weights under which targets are most probable.");
}

}  // namespace drupe::border
