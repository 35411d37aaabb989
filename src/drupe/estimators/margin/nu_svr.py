"""Support vector regression with a share of examples outside the tube, scikit-learn's NuSVR."""

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.margin.support_vector_machine import SHARE
from drupe.estimators.margin.tube_regressor import TubeRegressor
from drupe.estimators.ranges import POSITIVE
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.solvers.builders.nu_svr import nu_svr, nu_svr_without_offset
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


@declared
class NuSVR(TubeRegressor):
    """min ½‖w‖² + C Σᵢ wᵢ (ν ε + max(0, |yᵢ − f(xᵢ)| − ε)) over f and ε ≥ 0: the tube finds its own width.

    Takes the place of `sklearn.svm.NuSVR`; `kernel` also takes any kernel of drupe. With sample weights one thing
    differs: a weight of 3 is the same as three copies also in `gamma="scale"`, which in scikit-learn looks at X alone;
    `gamma="unweighted_scale"` gives its answer.

    Parameters
    ----------
    nu
        Upper bound of the share of examples outside the tube and lower bound of that of support vectors, in (0, 1].
    C
        Price of residuals outside the tube.

    Notes
    -----
    A weight of 3 is the same as three copies of an example, and one below zero leaves it out. Without an offset, the
    coefficients that push up and those that push down need not have the same sum.

    Examples
    --------
    The tube of least cost touches half of the examples:

    >>> machine = NuSVR(nu=0.5, kernel="linear", C=10.0).fit([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.2, 1.8, 3.0])
    >>> machine.predict([[1.5]]).round(6).tolist()
    [1.5]

    References
    ----------
    [Scholkopf02]_, section 9.3; [Cristianini00]_, section 6.2.2; [Chang11]_, section 2.5.
    """

    nu: float = parameter(SHARE, default=0.5, before="kernel")
    C: float = parameter(POSITIVE, default=1.0, before="kernel")

    def _problem(self, gram: Gram, sample: Sample, start: Vector | None) -> BoxProblem:
        build = nu_svr if self.fit_intercept else nu_svr_without_offset
        return build(gram, sample.targets, self.nu, self.C * sample.weights, start)

    def _offset(self, solution: Solution) -> float:
        # Without an offset the one equality constraint has the tube's width for its threshold.
        return solution.offset if self.fit_intercept else 0.0
