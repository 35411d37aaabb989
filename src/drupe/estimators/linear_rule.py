"""What any classifier can witness whose rule is the side of one hyperplane in feature space, however it was found."""

from typing import Any

import numpy as np

from drupe.estimators.fixed_kernel import unfit
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.predictors.predictor import LinearPredictor
from drupe.witness.assumptions import Assumption
from drupe.witness.evidence import Evidence
from drupe.witness.hyperplane import Hyperplane
from drupe.witness.training import Training

NOT_MORE = "it speaks of two classes, and the model tells more apart"

ALL_COUNT = (
    "its coefficients depend on all training examples, also on those that have none, so that no few of them make the "
    "same machine again; progressive validation or held-out examples would do"
)

UNCLEAR = 1e-3
"""Margins, relative to the largest, whose sign may be rounding."""


def linear_evidence(machine: Any, function: Any, inputs: Inputs, codes: Index) -> Evidence:
    """Evidence that needs no more than a kernel fixed beforehand: PAC-Bayes and margins hold for every w at once."""
    n, otherwise = len(codes), no_scheme(machine)
    plane = hyperplane(machine, function, inputs, codes)
    if plane is None:
        errors = training_errors(machine, inputs, codes)
        reason = NOT_MORE if len(machine.classes_) > 2 else no_plane(machine)
        return Evidence(n, {Training: lambda: Training(errors, n)}, {Hyperplane: reason}, otherwise=otherwise)
    check_margins(machine, plane)
    training = Training(int((plane.margins <= 0.0).sum()), n)

    def check(assumption: Assumption) -> bool | None:
        return training.consistent if assumption is Assumption.CONSISTENT else None

    loose = unfit(machine, function.kernel, inputs)
    return Evidence(n, {Training: lambda: training, Hyperplane: lambda: plane}, {}, check, loose, otherwise=otherwise)


def hyperplane(machine: Any, function: Any, inputs: Inputs, codes: Index) -> Hyperplane | None:
    """The hyperplane between two classes as the training examples see it; None for a rule that is none."""
    if len(machine.classes_) != 2 or not isinstance(function, LinearPredictor):
        return None
    signs = np.where(codes == 1, 1.0, -1.0)
    plane = function.hyperplane(inputs, signs, bool(getattr(machine, "fit_intercept", True)))
    if plane is not None:
        machine._check_labels(signs)
    return plane


def training_errors(machine: Any, inputs: Inputs, codes: Index) -> int:
    """How many of its training examples the machine gets wrong."""
    return int(np.sum(machine.predict(inputs) != machine.classes_[codes]))


def check_pulls(machine: Any, signs: Vector) -> None:
    """Raise an InputError if an example pulls the hyperplane away from its own label, as in no fit it does."""
    if not hasattr(machine, "dual_coef_") or not hasattr(machine, "support_"):
        return
    pulls = dual_coefficients(machine) * signs[machine.support_]
    if pulls.min(initial=0.0) < -1e-9 * np.abs(pulls).max(initial=0.0):
        raise InputError("y does not hold the labels that the model was fitted on, or not in their order.")


def dual_coefficients(machine: Any) -> Vector:
    """Those of the one function, in whatever container `dual_coef_` is."""
    dual = machine.dual_coef_
    return np.ravel(dual.toarray() if hasattr(dual, "toarray") else dual)


def check_margins(machine: Any, plane: Hyperplane) -> None:
    """Raise an InputError if the margins that the machine remembers of its training have other signs."""
    known = getattr(machine, "margins_", None)
    known = known[0] if isinstance(known, tuple | list) and len(known) == 1 else known
    there = getattr(known, "functional", None)
    if there is None or there.shape != plane.margins.shape:
        return
    clear = np.abs(plane.margins) > UNCLEAR * np.abs(plane.margins).max()
    if (np.sign(there) != np.sign(plane.margins))[clear].any():
        raise InputError("X and y are not what the model was fitted on: their margins have other signs.")


def no_plane(machine: Any) -> str:
    """What is said of rules that are no hyperplanes."""
    return f"{type(machine).__name__} does not decide by one hyperplane; held-out examples would do"


def no_scheme(machine: Any) -> str:
    """What is said where a bound wants more than the hyperplane."""
    return f"{type(machine).__name__} is no compression scheme that could be read; held-out examples would do"
