/// Losses of rows of outputs, and what is known of rows, as Python sees them.
#include <cmath>

#include "known_arrays.hpp"
#include "parts.hpp"

namespace drupe::border {

void bind_row_losses(nb::module_& m) {
    nb::class_<OutputLoss>(m, "OutputLoss", "What one output costs where one number is wanted.")
        .def_static(
            "squared", [](double weight) { return OutputLoss(SquaredLoss{weight}); }, "weight"_a)
        .def_static(
            "huber", [](double transition) { return OutputLoss(HuberLoss{transition}); }, "transition"_a)
        .def_static(
            "logistic", [](double rate, double base) { return OutputLoss(LogisticLoss{rate, 1.0 / std::log(base)}); },
            "rate"_a, "base"_a)
        .def_static("squared_hinge", [](double margin) { return OutputLoss(SquaredHingeLoss{margin}); }, "margin"_a);

    nb::class_<RowLoss>(m, "RowLoss", "What a row of outputs costs as a whole.")
        .def_static(
            "one_against_rest", [](const OutputLoss& loss) { return RowLoss(OneAgainstRest{loss}); }, "loss"_a)
        .def_static("softmax", [] { return RowLoss(Softmax{}); })
        .def_static("each_target", [](const OutputLoss& loss) { return RowLoss(EachTarget{loss}); }, "loss"_a);

    nb::class_<KnownArrays>(m, "KnownRows", "Targets, weights and tags of rows.")
        .def(nb::init<nb::object, nb::object, nb::object>(), "targets"_a, "weights"_a, "tags"_a);
}

}  // namespace drupe::border
