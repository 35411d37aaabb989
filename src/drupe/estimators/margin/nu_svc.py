"""The support vector classifier with a share of margin errors, scikit-learn's NuSVC."""

from copy import copy
from itertools import combinations

import numpy as np

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.margin.pair_rules import PairRule
from drupe.estimators.margin.pairwise_classifier import PairwiseClassifier
from drupe.estimators.margin.support_vector_machine import SHARE
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ConvergenceError
from drupe.grams.base import Gram
from drupe.solvers.builders.nu_svc import largest_nu, nu_svc, nu_svc_without_offset
from drupe.solvers.margin_units import solve_in_margin_units
from drupe.solvers.one_vs_one import Build, PairSolution
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

NOISE = 10.0
"""Units of the violation up to which ρ is taken for 0 where the violation can get no smaller."""


@declared
class NuSVC(PairwiseClassifier):
    """min ½‖w‖² − ν ρ Σᵢ wᵢ + Σᵢ wᵢ max(0, ρ − yᵢ f(xᵢ)): at most a share ν of margin errors.

    Takes the place of `sklearn.svm.NuSVC`. The fitted functions are divided by the margin ρ, as there, so that they are
    those of an SVC with C = 1/ρ. With sample weights one thing differs: a weight of 3 is the same as three copies also
    in `gamma="scale"`, which in scikit-learn looks at X alone; `gamma="unweighted_scale"` gives its answer.

    Parameters
    ----------
    nu
        Upper bound of the share of margin errors and lower bound of that of support vectors, in (0, 1]. It cannot
        exceed twice the share of the smaller of two classes.
    tol
        Largest violation of the optimality conditions at which the solver may stop, before and after the division by ρ.
    class_weight
        Has no effect on the fit, as in scikit-learn: the coefficients of both classes have the same sum anyway. Use
        `SVC` to weight classes.

    Notes
    -----
    A weight of 3 is the same as three copies of an example, and one below zero leaves it out. Without an offset, only
    the sum of all coefficients is fixed, not that of each class. Probabilities, and what small problems get, are as in
    `SVC`. Where ρ is hardly above the violation that was reached, there is no margin to divide by: the fit is refused.

    Examples
    --------
    >>> machine = NuSVC(nu=0.4, kernel="linear").fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> machine.decision_function([[1.0], [3.0]]).round(6).tolist()
    [-1.0, 1.0]

    References
    ----------
    [Herbrich02]_, section 2.4.3; [Cristianini00]_, remark 6.13; [Scholkopf02]_, section 7.5; [Chang11]_, section 2.2.
    """

    nu: float = parameter(SHARE, default=0.5, before="kernel")

    def _costs(self, weights: Vector, factors: Vector) -> Vector:
        """The weights alone: both classes have the same sum of coefficients, whatever their factors."""
        return weights

    def _build(self) -> Build:
        build = nu_svc if self.fit_intercept else nu_svc_without_offset
        return lambda gram, signs, costs, start=None: build(gram, signs, costs, self.nu, start)

    def _fold_pairs(self, gram: Gram, sample: Sample, costs: Vector, options: Options) -> tuple[PairSolution, ...]:
        """With the nearest ν that the part allows: its classes need not have quite the shares of the whole."""
        part = copy(self)
        for first, second in combinations(range(len(self.classes_)), 2):
            both = (sample.targets == first) | (sample.targets == second)
            signs = np.where(sample.targets[both] == first, 1.0, -1.0)
            part.nu = min(part.nu, largest_nu(signs, costs[both]))
        return part._pairs(gram, sample, costs, options)

    def _solve(self, problem: BoxProblem, options: Options) -> Solution:
        return solve_in_margin_units(problem, options)

    def _rule(self, pair: PairSolution) -> PairRule:
        """The function divided by ρ, which is where its examples inside the box lie."""
        solution = pair.solution
        rho = abs(solution.spread if self.fit_intercept else solution.offset)
        rounding = np.finfo(float).eps * max(1.0, float(np.abs(solution.outputs).max()))
        if rho <= (NOISE * solution.violation if solution.stop is Stop.STALLED else rounding):
            both = " and ".join(str(self.classes_[code]) for code in (pair.first, pair.second))
            raise ConvergenceError(
                f"NuSVC found no margin between the classes {both} at nu = {self.nu:g}: they overlap too much; "
                "choose a larger nu or another kernel."
            )
        offset = solution.offset / rho if self.fit_intercept else 0.0
        return PairRule(pair.first, pair.second, pair.examples, pair.signs * solution.alpha / rho, offset)
