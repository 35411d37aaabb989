"""Reads any machine whose rule is the side of one hyperplane in feature space, however it was found."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.certification.derived import direction
from drupe.estimators.bayes_point.version_space_machine import VersionSpaceMachine
from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.perceptron.kernel_adaline import KernelAdaline
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.linear import Linear
from drupe.predictors.expansion import Expansion
from drupe.predictors.gaussian_expansion import GaussianExpansion
from drupe.predictors.linear import LinearFunction
from drupe.predictors.one_vs_one import OneVsOne
from drupe.witness.assumptions import Assumption
from drupe.witness.directions import Direction
from drupe.witness.evidence import Evidence
from drupe.witness.hyperplane import Hyperplane
from drupe.witness.margins import Margins
from drupe.witness.normalized_margins import NormalizedMargins
from drupe.witness.slacks import Slacks
from drupe.witness.training import Training

OF_TWO_CLASSES = (Direction, Margins, NormalizedMargins, Slacks)
NOT_MORE = "it speaks of two classes, and the model tells more apart"
WILD = (KernelAdaline, VersionSpaceMachine)
"""Machines whose coefficients may have either sign."""

Witnesses = dict[type, Callable[[], Any]]


def read_linear_rule(model: Any, inputs: Inputs, codes: Index) -> Evidence:
    """Witnesses that need no more than a kernel fixed beforehand: PAC-Bayes and margins hold for every w at once."""
    n = len(codes)
    function = linear_function(model, inputs)
    if function is None:
        wrong = int(np.sum(model.predict(inputs) != model.classes_[codes]))
        reason = dict.fromkeys(OF_TWO_CLASSES, NOT_MORE if len(model.classes_) > 2 else no_plane(model))
        return Evidence(n, {Training: lambda: Training(wrong, n)}, reason, otherwise=no_scheme(model))
    plane = function.on(inputs, codes, model)
    check_labels(model, plane.signs)
    check_margins(model, plane)
    training = Training(int((plane.margins <= 0.0).sum()), n)

    def check(assumption: Assumption) -> bool | None:
        return training.consistent if assumption is Assumption.CONSISTENT else None

    witnesses: Witnesses = {Training: lambda: training, **linear_witnesses(plane)}
    return Evidence(n, witnesses, {}, check, unfit(model, function.kernel, inputs), otherwise=no_scheme(model))


def check_labels(model: Any, signs: Vector) -> None:
    """Raise an InputError if an example pulls away from its own label, as in no machine but those of WILD."""
    dual = getattr(model, "dual_coef_", None)
    if dual is None or not hasattr(model, "support_") or isinstance(model, WILD):
        return
    pulls = np.ravel(dual.toarray() if hasattr(dual, "toarray") else dual) * signs[model.support_]
    if pulls.min(initial=0.0) < -1e-9 * np.abs(pulls).max(initial=0.0):
        raise InputError("y does not hold the labels that the model was fitted on, or not in their order.")


def check_margins(model: Any, plane: Hyperplane) -> None:
    """Raise an InputError if the margins that the machine remembers of its training have other signs."""
    known = getattr(model, "margins_", None)
    known = known[0] if isinstance(known, tuple | list) and len(known) == 1 else known
    there = getattr(known, "functional", None)
    if there is None or there.shape != plane.margins.shape:
        return
    clear = np.abs(plane.margins) > UNCLEAR * np.abs(plane.margins).max()
    if (np.sign(there) != np.sign(plane.margins))[clear].any():
        raise InputError("X and y are not what the model was fitted on: their margins have other signs.")


UNCLEAR = 1e-3
"""Margins, relative to the largest, whose sign may be rounding."""


def no_plane(model: Any) -> str:
    """What is said of rules that are no hyperplanes."""
    return f"{type(model).__name__} does not decide by one hyperplane; held-out examples would do"


def no_scheme(model: Any) -> str:
    """What is said where a bound wants more than the hyperplane."""
    return f"{type(model).__name__} is no compression scheme that could be read; held-out examples would do"


def linear_witnesses(plane: Hyperplane) -> Witnesses:
    """Margins and slacks; the offset counts as the weight of one more feature, which is constantly 1."""
    extra = float(plane.has_offset)
    norm = float(np.sqrt(plane.squared_norm + extra * plane.offset * plane.offset))
    lengths = np.sqrt(plane.diagonal + extra)
    radius = float(lengths.max())
    scale = norm if norm > 0.0 else 1.0
    products = np.where(lengths > 0.0, scale * lengths, np.inf)
    return {
        Direction: lambda: direction(plane),
        Margins: lambda: Margins(plane.margins / scale, radius),
        NormalizedMargins: lambda: NormalizedMargins(
            np.clip(plane.margins / products, -1.0, 1.0), dimension=len(plane.margins)
        ),
        Slacks: lambda: Slacks(np.maximum(0.0, 1.0 - plane.margins), norm, radius),
    }


@dataclass(frozen=True, eq=False)
class Function:
    """f(x) = Σ coefficients k(centers, x) + offset."""

    kernel: Kernel[Any]
    centers: Inputs
    coefficients: Vector
    offset: float

    def on(self, inputs: Inputs, codes: Index, model: Any) -> Hyperplane:
        """The hyperplane as the training examples see it; positive for the second class."""
        # ‖w‖² = Σ coefficients ⟨w, φ(centers)⟩, without a matrix of all centers.
        there = np.asarray(model.decision_function(self.centers), dtype=np.float64) - self.offset
        return Hyperplane(
            signs=np.where(codes == 1, 1.0, -1.0),
            outputs=np.asarray(model.decision_function(inputs), dtype=np.float64),
            squared_norm=abs(float(self.coefficients @ there)),
            diagonal=np.asarray(self.kernel.diagonal(inputs), dtype=np.float64),
            offset=self.offset,
            has_offset=bool(getattr(model, "fit_intercept", True)) or self.offset != 0.0,
        )


def linear_function(model: Any, inputs: Inputs) -> Function | None:
    """The expansion that a machine decides by, where it decides between two classes by one."""
    predictor = model.predictor_
    if len(model.classes_) != 2:
        return None
    if isinstance(predictor, OneVsOne):
        coefficients = model.dual_coef_
        dense = coefficients.toarray() if hasattr(coefficients, "toarray") else coefficients
        centers = inputs.take(model.support_)
        return Function(predictor.classes[0].kernel, centers, np.ravel(dense), float(np.ravel(model.intercept_)[0]))
    if isinstance(predictor, GaussianExpansion):
        predictor = predictor.mean
    if isinstance(predictor, Expansion) and predictor.coefficients.shape[1] == 1:
        return Function(predictor.kernel, predictor.centers, predictor.coefficients[:, 0], float(predictor.offset[0]))
    if isinstance(predictor, LinearFunction) and predictor.weights.shape[1] == 1:
        weights = np.ravel(predictor.weights)
        return Function(Linear(), Vectors.of(weights[None, :]), np.ones(1), float(predictor.offset[0]))
    return None
