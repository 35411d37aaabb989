"""What a kernel Fisher discriminant can witness of the machines of its first examples, none of them fitted."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.base import clone

from drupe.estimators.discriminant.fisher_machine import FisherMachine
from drupe.estimators.discriminant.thresholds.least_squares import LeastSquares
from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.largest_output import class_signs
from drupe.estimators.prefix_machines import LeastSquaresLearner, PrefixSuccession, order_generator
from drupe.foundation.arrays import Index
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.solvers.expansions.penalties import FunctionNorm
from drupe.witness.evidence import Evidence
from drupe.witness.prefix_tests import PrefixTests

QUICK = 3000
"""Examples up to which the factorizations are quick."""

UNSOLVED = 0.01
"""How far least squares equations of labels ±1 may be from solved: solvers leave 10⁻³ of it."""

OTHERWISE = (
    "the machine does not solve the least squares of these labels, each counted once, with its kernel and alpha: it "
    "was fitted with sample_weight, on other labels, with parameters that were changed since, or not to the end"
)


class ProgressiveEvidence(FisherMachine):
    """A discriminant whose machines of the first examples follow from one factorization, where its parameters let them.

    The machines that are tested are cut at the offset of their own least squares, whatever the threshold of the fit: a
    certificate speaks of the rule that asks these. A scheme learns with them only if the threshold is that.
    """

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        known = super()._evidence(inputs, codes)
        kernel = self._kernel_choice().on(inputs, np.ones(len(inputs)))
        reason = self._not_prefixed()
        if reason:
            return replace(known, missing={**known.missing, PrefixTests: reason})
        reason = self._fitted_otherwise(kernel, inputs, codes)
        if reason:
            return replace(known, failed={**known.failed, PrefixTests: reason})
        learner = self._least_squares(kernel, len(self.classes_))
        tests: dict[type, Callable[[], Any]] = {
            PrefixTests: lambda: learner.tests(inputs, codes, order_generator(codes)).tests
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

    def _fitted_otherwise(self, kernel: Kernel[Any], inputs: Inputs, codes: Index) -> str:
        """Why these examples and parameters are not those of the fit; empty if they are.

        At the minimum y − f − b = alpha a, which weights, other labels and other parameters all break.
        """
        if not hasattr(self, "support_"):
            return "it does not say to which examples its coefficients belong"
        coefficients = np.zeros((len(codes), len(self.dual_coef_)))
        coefficients[self.support_] = self.dual_coef_.T
        outputs = LazyGram(kernel, inputs).in_double().product(coefficients) + self.offset_
        missed = class_signs(codes, len(self.classes_)) - outputs - self._strength * coefficients
        return "" if np.abs(missed).max() < UNSOLVED else OTHERWISE

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
