/// The parts of the native module, each bound in a file of its own.
#pragma once

#include <nanobind/nanobind.h>

namespace drupe::border {

void bind_row_losses(nanobind::module_& m);
void bind_evaluators(nanobind::module_& m);
void bind_sources(nanobind::module_& m);
void bind_solvers_of_boxes(nanobind::module_& m);
void bind_perceptrons(nanobind::module_& m);
void bind_deviations(nanobind::module_& m);
void bind_samplers(nanobind::module_& m);
void bind_string_pairs(nanobind::module_& m);
void bind_texts(nanobind::module_& m);
void bind_lasso_path(nanobind::module_& m);
void bind_linear(nanobind::module_& m);
void bind_line_spline(nanobind::module_& m);
void bind_evidence_climb(nanobind::module_& m);
void bind_cuts(nanobind::module_& m);
void bind_hidden_markov(nanobind::module_& m);
void bind_softmax(nanobind::module_& m);
void bind_words(nanobind::module_& m);
void bind_go_boards(nanobind::module_& m);
void bind_go_features(nanobind::module_& m);

}  // namespace drupe::border
