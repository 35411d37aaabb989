"""The voted perceptron: all hypotheses on the way vote, each as often as it got an example right."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from drupe.estimators.declaration import declared
from drupe.estimators.perceptron.fixed_passes import FixedPasses
from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.predictor import Predictor
from drupe.predictors.voted import Ballot, Voted
from drupe.solvers.perceptrons.run import MistakeRun


@declared
class VotedPerceptron(FixedPasses):
    """f(x) = Σ_t c_t sgn f_t(x) / Σ_t c_t over the hypotheses of the kernel perceptron.

    c_t is 1 and one more for each example that hypothesis t got right before its first mistake. Outputs lie in
    [−1, 1]. Prediction needs the kernel values of the last hypothesis only, and as many additions as votes;
    `margins_`, `dual_coef_` and `intercept_` are those of that hypothesis.

    Examples
    --------
    >>> X, y = [[1.0, 0.0], [0.0, 1.0]], [1, 0]  # f₁ = x₁ has one vote, f₂ = x₁ - x₂ three
    >>> VotedPerceptron("linear", fit_intercept=False).fit(X, y).decision_function([[1.0, 2.0]]).tolist()
    [-0.5]

    References
    ----------
    [Freund99]_, figure 1.
    """

    def _predictor(
        self, kernel: Kernel[Any], inputs: Inputs, alpha: Matrix, offsets: Vector, runs: Sequence[MistakeRun]
    ) -> Predictor:
        support = np.flatnonzero(alpha.any(axis=1))
        ballots = tuple(
            Ballot(
                centers=np.searchsorted(support, run.mistakes),
                signs=run.signs[run.mistakes],
                weights=run.survivals[1:].astype(np.float64),
                offset_step=run.offset_step,
            )
            for run in runs
        )
        return Voted(kernel, inputs.take(support), ballots, self.n_jobs)
