/// The native module, put together from its parts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "drupe/target.hpp"
#include "drupe/threads.hpp"
#include "parts.hpp"

namespace nb = nanobind;

NB_MODULE(_engine, m) {
    m.doc() = "The native core: kernels as programs over tiles.";
    nb::set_leak_warnings(false);  // what a traceback or a cache still holds at exit has not leaked
    drupe::border::bind_row_losses(m);
    drupe::border::bind_evaluators(m);
    drupe::border::bind_sources(m);
    drupe::border::bind_solvers_of_boxes(m);
    drupe::border::bind_perceptrons(m);
    drupe::border::bind_deviations(m);
    drupe::border::bind_samplers(m);
    drupe::border::bind_string_pairs(m);
    drupe::border::bind_texts(m);
    drupe::border::bind_lasso_path(m);
    drupe::border::bind_linear(m);
    drupe::border::bind_line_spline(m);
    drupe::border::bind_evidence_climb(m);
    drupe::border::bind_cuts(m);
    drupe::border::bind_hidden_markov(m);
    drupe::border::bind_softmax(m);
    drupe::border::bind_words(m);
    drupe::border::bind_go_boards(m);
    drupe::border::bind_go_features(m);
    m.def("thread_count", &drupe::thread_count, nb::arg("wanted"),
          "The threads that a run takes which wants so many (0: what OpenMP says).");
    m.def("target", [] { return std::string(drupe::target().name); }, "The instruction set in use.");
}
