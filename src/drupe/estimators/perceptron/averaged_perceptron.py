"""The averaged perceptron: the mean of all hypotheses on the way, each counted by how long it stood."""

from drupe.estimators.declaration import declared
from drupe.estimators.perceptron.fixed_passes import FixedPasses
from drupe.foundation.arrays import Vector
from drupe.solvers.perceptrons.run import MistakeRun


@declared
class AveragedPerceptron(FixedPasses):
    """f = Σ_t c_t f_t / Σ_t c_t over the hypotheses of the kernel perceptron, c_t the examples that f_t survived.

    One function, as fast as the last hypothesis and much steadier; close to the votes of VotedPerceptron. Its
    coefficients are no whole numbers.

    Examples
    --------
    >>> X, y = [[1.0, 0.0], [0.0, 1.0]], [1, 0]  # f₁ = x₁ survives nothing, f₂ = x₁ - x₂ survives one pass
    >>> AveragedPerceptron("linear", fit_intercept=False).fit(X, y).coef_.tolist()
    [[1.0, -0.75]]

    References
    ----------
    [Freund99]_, section 5 (the unnormalized average).
    """

    def _alpha(self, run: MistakeRun) -> Vector:
        return run.averaged_alpha
