"""Reads the machines of version space: how much of the prior agrees with all labels, and around which rule."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from drupe.estimators.bayes_point.bayes_point_machine import BayesPointMachine
from drupe.estimators.bayes_point.ep_bayes_point_machine import EPBayesPointMachine
from drupe.estimators.bayes_point.sampling_machine import SamplingMachine
from drupe.estimators.bayes_point.version_space_machine import VersionSpaceMachine
from drupe.estimators.bayes_point.version_space_volume import Room, mirrored_volume
from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.witnessing import NOT_MORE, no_plane, read_linear_rule
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.witness.assumptions import Assumption
from drupe.witness.directions import Direction
from drupe.witness.evidence import Evidence
from drupe.witness.margins import Margins
from drupe.witness.normalized_margins import NormalizedMargins
from drupe.witness.posterior import Region
from drupe.witness.slacks import Slacks
from drupe.witness.volume import EstimatedVolume, MirroredVolume

LARGEST = 1000
"""Examples up to which the volume is estimated without being asked: time grows with their square and more."""

DIFFERENT = 0.02
"""Share of answers of the samples that rounding may turn over, and the labels still count as those of the fit."""


def read_version_space_machine(model: VersionSpaceMachine, inputs: Inputs, codes: Index) -> Evidence:
    """Witnesses of Bayes points, and of draws and votes from version space.

    What is read does not depend on how well a sampler mixes or how exact a Gaussian is: the volume is measured anew,
    around the fitted rule, and a rule that misses the middle gets a larger bound, not a false one.
    """
    if len(model.classes_) > 2:
        kinds = (EstimatedVolume, MirroredVolume, Direction, Margins, NormalizedMargins, Slacks)
        return Evidence(len(codes), {}, dict.fromkeys(kinds, NOT_MORE), otherwise=no_plane(model))
    _recognize(model, inputs, codes)
    space = VersionSpace(model, inputs, codes)
    witnesses: dict[type, Callable[[], Any]] = {EstimatedVolume: lambda: EstimatedVolume(space.volume, space.n)}
    if not isinstance(model, BayesPointMachine | EPBayesPointMachine):
        loose = unfit(model, space.kernel, inputs)
        return Evidence(
            space.n,
            witnesses,
            {Region: believed_volume(model)},
            space.check,
            loose,
            costly={EstimatedVolume: LARGEST},
            otherwise=no_plane(model),
        )
    witnesses[MirroredVolume] = lambda: MirroredVolume(space.volume, space.n)
    linear = read_linear_rule(model, inputs, codes)
    costly: dict[type, int] = dict.fromkeys((EstimatedVolume, MirroredVolume), LARGEST)
    found = replace(linear, checks=space.check, missing={Region: believed_volume(model)})
    return found.with_witnesses(witnesses, costly)


def believed_volume(model: Any) -> str:
    """Why what the machine itself believes of the volume certifies nothing."""
    if isinstance(model, EPBayesPointMachine):
        return (
            f"it needs the volume of version space, of which expectation propagation has an estimate, "
            f"ln P = {model.log_evidence_:.4g}, but no limit of its error; version_space_gibbs measures it"
        )
    return "it needs the volume of version space, which samples from it do not tell; version_space_gibbs measures it"


@dataclass(frozen=True, eq=False)
class VersionSpace:
    """A fitted machine and what agrees with its labels.

    Parameters
    ----------
    model
        The machine, for two classes.
    inputs
        Its training examples.
    codes
        Their classes, 0 and 1.
    """

    model: Any
    inputs: Inputs
    codes: Index

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.codes)

    @cached_property
    def kernel(self) -> Kernel[Any]:
        """That of the fitted functions, without constant feature and diagonal."""
        kernel: Kernel[Any] = self._functions.kernel
        return kernel

    @property
    def _functions(self) -> Any:
        if isinstance(self.model, SamplingMachine):
            return self.model.committee_.functions
        return self.model.predictor_.mean

    @cached_property
    def room(self) -> Room:
        """The examples as the middle of version space sees them: the fitted rule, or the mean of the samples."""
        signs = np.where(self.codes == 1, 1.0, -1.0)
        return Room.around(self._gram(), signs, self._alpha())

    @cached_property
    def volume(self) -> Vector:
        """ln of estimates of the share of the prior."""
        return mirrored_volume(self.room)

    def check(self, assumption: Assumption) -> bool | None:
        """No mistakes is what is seen; that the mirrored set votes as the rule does is how it was made."""
        match assumption:
            case Assumption.CONSISTENT:
                return self.room.consistent
            case Assumption.SUMMARY:
                return True
        return None

    def _gram(self) -> Matrix:
        inputs = self.inputs
        if isinstance(inputs, Vectors) and inputs.dtype != np.float64:
            inputs = Vectors.of(inputs.array.astype(np.float64))
        gram = np.array(self.kernel.matrix(inputs, inputs), dtype=np.float64)
        gram = 0.5 * (gram + gram.T) + float(self.model.fit_intercept)
        gram[np.diag_indices_from(gram)] += float(self.model.diagonal)
        return gram

    def _alpha(self) -> Vector:
        """Coefficients of the middle, one for each example."""
        if not isinstance(self.model, SamplingMachine):
            return np.asarray(self.model.predictor_.mean.coefficients[:, 0])
        if not isinstance(self.model, BayesPointMachine):
            return np.asarray(self.model.solution_.coefficients[0].mean(axis=0)).ravel()
        # Only examples with a coefficient are remembered as centers; the draws know which they are.
        coefficients = np.asarray(self.model._functions().coefficients[:, 0])
        used = self.model.solution_.support()
        if len(used) > len(coefficients):
            used = np.flatnonzero(np.asarray(self.model.solution_.coefficients[0].sum(axis=0)).ravel())
        alpha = np.zeros(self.n)
        alpha[used] = coefficients
        return alpha


def _recognize(model: Any, inputs: Inputs, codes: Index) -> None:
    """Raise an InputError unless the samples get as many of these examples wrong as they did in training."""
    if isinstance(model, EPBayesPointMachine):
        # Every example pulls the mean to the side of its label.
        pulls = model.predictor_.mean.coefficients[:, 0] * np.where(codes == 1, 1.0, -1.0)
        if pulls.min() < -DIFFERENT * np.abs(pulls).max():
            raise InputError("y does not hold the labels that the model was fitted on, or not in their order.")
        return
    if not isinstance(model, SamplingMachine) or model.diagonal > 0.0 or len(codes) > LARGEST:
        return
    wrong = float(np.mean(model.committee_.answers(inputs) != codes[:, None]))
    if abs(wrong - float(model.gibbs_error_)) > DIFFERENT:
        raise InputError(
            f"X and y are not what {type(model).__name__} was fitted on: its samples get {wrong:.3g} of these examples "
            f"wrong, and {float(model.gibbs_error_):.3g} of those."
        )
