"""What a kernel Fisher discriminant can witness of the machines of its first examples, none of them fitted."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.base import clone

from drupe.estimators.discriminant.fisher_machine import FisherMachine
from drupe.estimators.discriminant.thresholds.least_squares import LeastSquares
from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.prefix_machines import SEED, LeastSquaresLearner, PrefixSuccession
from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.solvers.expansions.penalties import FunctionNorm
from drupe.witness.evidence import Evidence
from drupe.witness.prefix_tests import PrefixTests

QUICK = 3000
"""Examples up to which the factorizations are quick."""


class ProgressiveEvidence(FisherMachine):
    """A discriminant whose machines of the first examples follow from one factorization, where its parameters let them.

    The machines that are tested are cut at the offset of their own least squares, whatever the threshold of the fit: a
    certificate speaks of the rule that asks these. A scheme learns with them only if the threshold is that.
    """

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        known = super()._evidence(inputs, codes)
        reason = self._not_prefixed()
        if reason:
            return replace(known, missing={**known.missing, PrefixTests: reason})
        kernel = self._kernel_choice().on(inputs, np.ones(len(inputs)))
        learner = self._least_squares(kernel, len(self.classes_))
        tests: dict[type, Callable[[], Any]] = {
            PrefixTests: lambda: learner.tests(inputs, codes, np.random.default_rng(SEED)).tests
        }
        # Of several classes there is no hyperplane, but a kernel that has to be fixed beforehand all the same.
        known = replace(known, loose=known.loose or unfit(self, kernel, inputs))
        return known.with_witnesses(tests, {PrefixTests: QUICK})

    def _not_prefixed(self) -> str:
        """Why the machines of the first examples do not follow from one factorization; empty if they do."""
        if getattr(self, "centers", None) is not None:
            return "its centers were chosen among all examples, those to come included"
        if not isinstance(self._penalty(), FunctionNorm):
            return 'with penalty="coefficients" machines of the first examples have other centers than that of all'
        return "" if self._strength > 0.0 else "without a penalty the machines of the first examples are not determined"

    def _least_squares(self, kernel: Kernel[Any], classes: int) -> LeastSquaresLearner:
        return LeastSquaresLearner(kernel, self._strength, classes, self._budget)

    def _succession(self, X: Any, y: Any, rng: np.random.Generator) -> PrefixSuccession | None:
        """All machines of the first examples in orders that are drawn, if these answer as such fits would."""
        if self._not_prefixed() or self._loose() or not isinstance(self._threshold, LeastSquares):
            return None
        copy: ProgressiveEvidence = clone(self)
        _, sample = copy._checked(X, y, None)
        sample = sample.in_double()
        learner = copy._least_squares(copy._kernel(sample), len(copy.classes_))
        return learner.tests(sample.inputs, sample.targets, rng)
