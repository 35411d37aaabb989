"""Learning from rows that are seen once: squared loss, and sums that are added, in any order."""

from abc import abstractmethod
from copy import copy
from typing import Annotated, Any, Self

import numpy as np
from sklearn.utils.metaestimators import available_if

from drupe.estimators.declaration import declared, learned
from drupe.estimators.landmark.landmark_choice import PIVOTS_UP_TO, LandmarkChoice, distinct
from drupe.estimators.landmark.landmark_machine import LandmarkMachine
from drupe.estimators.ranges import check_parameters
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Sometimes
from drupe.grams.cross import CrossGram
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce_like
from drupe.predictors.expansion import Expansion
from drupe.solvers.passes.feature_sums import FeatureSums
from drupe.solvers.passes.scan import Drawn


def _squared(machine: "SeenOnce") -> bool:
    if machine.loss != "squared" or machine._folds:
        raise AttributeError("partial_fit is only available with loss='squared', whose sums say all of the rows")
    return True


@declared
class SeenOnce(LandmarkMachine):
    """A machine of squared loss that can be taught piece by piece.

    Attributes
    ----------
    sums_
        Sums over all rows of `partial_fit`, which say all of them; other machines' sums can be added.
    """

    loss: Any

    sums_: Annotated[FeatureSums, Sometimes()] = learned()

    @abstractmethod
    def _numbers(self, sample: Sample) -> Matrix:
        """Targets as numbers, one column for each output."""

    @abstractmethod
    def _partial_sample(self, X: Any, y: Any, sample_weight: Any, classes: Any) -> tuple[Inputs, Sample]:
        """Further data as they came, and those that count."""

    @available_if(_squared)  # type: ignore[untyped-decorator]
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from further examples, for the squared loss only: exact, whatever the order and the pieces.

        After all pieces it is the function of a fit to the end on all rows together, around the same landmarks. These
        are the given ones, or are chosen among the rows of the first piece, from which the scale of a kernel comes,
        too. Costs n M² operations, as much as some twenty passes of `fit`.

        Parameters
        ----------
        X, y
            Examples and targets.
        classes
            All classes that there will be; needed in the first call of a classifier.
        sample_weight
            How often each example counts.
        """
        check_parameters(self)
        inputs, sample = self._partial_sample(X, y, sample_weight, classes)
        first, sample = not hasattr(self, "sums_"), sample.in_double()
        cross = self._first_landmarks(sample) if first else self._known_landmarks(inputs)
        numbers = self._numbers(sample)
        before = FeatureSums.beginning(cross, numbers.shape[1]) if first else self.sums_
        sums = before + before.of(cross, sample.inputs, numbers, sample.weights)
        seen = len(inputs) + (0 if first else self.shape_fit_[0])
        return self._from_sums(sums, cross, inputs, seen, sample.targets.ndim == 1)

    @available_if(_squared)  # type: ignore[untyped-decorator]
    def merged(self, other: Self) -> Self:
        """The machine that has seen what both have, each by `partial_fit` around the same landmarks."""
        for machine in (self, other):
            if not hasattr(machine, "sums_"):
                raise InputError("machines can be merged after partial_fit; one of these has not seen any rows so.")
        found, space = copy(self), self.predictor_.space
        seen = self.shape_fit_[0] + other.shape_fit_[0]
        return found._from_sums(self.sums_ + other.sums_, self._known_landmarks(space), space, seen, self._is_flat())

    def _first_landmarks(self, sample: Sample) -> CrossGram:
        if not np.isscalar(self.landmarks):
            given = coerce_like(sample.inputs, self.landmarks, type(self).__name__).in_double()
            return CrossGram(self._kernel(sample), given.take(distinct(given)), self.n_jobs)
        kernel, n = self._kernel(sample), len(sample)
        seed = int(self.random_state) if isinstance(self.random_state, int | np.integer) else 0
        pivots = self.choice == "pivots" or (self.choice == "auto" and self._count() <= PIVOTS_UP_TO)
        choice = LandmarkChoice(min(self._count(), n), pivots, seed)
        order = np.random.default_rng(seed).permutation(n)[: choice.candidates(n)]
        drawn = Drawn(sample.inputs.take(order), sample.targets[order], sample.weights[order])
        return CrossGram(kernel, drawn.inputs.take(choice.landmarks(kernel, drawn, n, self.n_jobs)), self.n_jobs)

    def _known_landmarks(self, inputs: Inputs) -> CrossGram:
        function = self.predictor_
        assert isinstance(function, Expansion)
        function.centers.check_space(inputs, type(self).__name__)
        return CrossGram(function.kernel, function.centers, self.n_jobs)

    def _from_sums(self, sums: FeatureSums, cross: CrossGram, space: Inputs, n: int, flat: bool) -> Self:
        strength = float(self.strength) if self.C is None else 1.0 / (self.C * sums.weight)
        coefficients, offsets, solution = sums.solved(strength)
        self._describe(space)
        self.shape_fit_ = (n, *self.shape_fit_[1:])
        self.predictor_ = Expansion(cross.kernel, cross.landmarks, coefficients, offsets, self.n_jobs)
        self.solution_, self.strength_, self.n_iter_, self.sums_ = solution, strength, 1, sums
        for name, value in self._shaped_attributes(coefficients, flat).items():
            setattr(self, name, value)
        return self

    def _is_flat(self) -> bool:
        """Whether the targets that were seen were one column."""
        return bool(getattr(self, "dual_coef_", np.zeros(0)).ndim == 1)
