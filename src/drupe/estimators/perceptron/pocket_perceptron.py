"""The pocket algorithm: walk on with the perceptron, but keep in the pocket what stood longest."""

from drupe.estimators.declaration import declared
from drupe.estimators.perceptron.fixed_passes import FixedPasses
from drupe.foundation.arrays import Vector
from drupe.solvers.perceptrons.run import MistakeRun


@declared
class PocketPerceptron(FixedPasses):
    """f_t of the kernel perceptron with the longest run of examples that it got right.

    To find the hyperplane with the fewest errors is NP-hard; this one tends to make few. On classes that the kernel
    separates, and with passes enough, it is the perceptron's solution. `mistakes_` are those of the whole walk.

    Attributes
    ----------
    pocketed_
        Mistakes before the hypothesis that was kept, for each function.

    Examples
    --------
    >>> X, y = [[1.0], [2.0], [-1.0], [-2.0], [-3.0]], [1, 1, 0, 0, 1]  # the last one is noise
    >>> PocketPerceptron("linear", fit_intercept=False).fit(X, y).predict(X).tolist()
    [1, 1, 0, 0, 0]

    References
    ----------
    [Cristianini00]_, remark 2.9.
    """

    def _alpha(self, run: MistakeRun) -> Vector:
        return run.alpha_after(run.longest_lived)

    @property
    def pocketed_(self) -> list[int]:
        """Mistakes before the hypothesis that was kept, for each function."""
        return [run.longest_lived for run in self.solution_]
