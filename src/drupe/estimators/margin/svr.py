"""Support vector regression with a tube of given width, scikit-learn's SVR."""

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.margin.support_vector_machine import COST
from drupe.estimators.margin.tube_regressor import TubeRegressor
from drupe.estimators.ranges import TRUTH
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval
from drupe.grams.base import Gram
from drupe.solvers.balance import Balanced, Free
from drupe.solvers.builders.eps_svr import eps_svr
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


@declared
class SVR(TubeRegressor):
    """min ½‖w‖² + C Σᵢ wᵢ max(0, |yᵢ − f(xᵢ)| − ε): residuals inside a tube cost nothing.

    Takes the place of `sklearn.svm.SVR`; `kernel` also takes any kernel of drupe. With sample weights one thing
    differs: a weight of 3 is the same as three copies also in `gamma="scale"`, which in scikit-learn looks at X alone;
    `gamma="unweighted_scale"` gives its answer.

    Parameters
    ----------
    C
        Price of residuals outside the tube.
    epsilon
        Half the width of the tube inside which residuals cost nothing, in units of y.

    Notes
    -----
    A weight of 3 is the same as three copies of an example, and one below zero leaves it out. Problems of up to 500
    examples are solved far beyond `tol`, so that the order of rows does not matter.

    Examples
    --------
    >>> machine = SVR(kernel="linear", C=100.0, epsilon=0.5).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 2.0])
    >>> machine.coef_.round(6).tolist(), machine.predict([[1.0]]).round(6).tolist()
    ([[0.5]], [1.0])

    References
    ----------
    [Cristianini00]_, section 6.2.2; [Herbrich02]_, section 2.4.3; [Scholkopf02]_, section 9.2; [Chang11]_, section 2.4.
    """

    C: float = parameter(COST, default=1.0, before="shrinking")
    epsilon: float = parameter(Interval(0.0), default=0.1, before="shrinking")
    shrinking: bool = parameter(TRUTH, default=True, before="cache_size")

    def _problem(self, gram: Gram, sample: Sample, start: Vector | None) -> BoxProblem:
        balance = Balanced() if self.fit_intercept else Free()
        return eps_svr(gram, sample.targets, self.epsilon, self.C * sample.weights, start, balance)

    def _offset(self, solution: Solution) -> float:
        return solution.offset
