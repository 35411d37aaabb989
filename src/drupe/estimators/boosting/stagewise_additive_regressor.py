"""Forward stagewise additive modeling of numbers: each rule is fitted to what those before it left over."""

from collections.abc import Iterator
from typing import Annotated, Any

from drupe.estimators.base import Regressor
from drupe.estimators.boosting.stagewise_machine import StagewiseMachine, loss_of
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.run_parameters import ThreadParameters, WatchedParameters
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.shapes import Outputs, Reals
from drupe.kernels.linear import Linear
from drupe.losses.base import Loss, MarginLoss
from drupe.losses.huber import Huber
from drupe.losses.insensitive import Absolute
from drupe.losses.squared import Squared
from drupe.predictors.weighted_vote import WeightedVote
from drupe.solvers.boosting.vote_solution import LastRound, VoteSolution

WORDS: dict[str, Loss] = {"squared": Squared(), "absolute": Absolute(), "huber": Huber()}
"""Losses by their words."""


@declared
class StagewiseAdditiveRegressor(StagewiseMachine, Regressor, ThreadParameters, WatchedParameters):
    """min over f = Σₜ aₜ hₜ of Σᵢ loss(f(xᵢ), yᵢ): fₜ = fₜ₋₁ + shrinkage · aₜ hₜ, aₜ the best step along hₜ.

    With the squared loss and rules ±1 each round fits a rule to the residuals by least squares. The constant is a rule
    too, so that there is no offset to choose.

    Parameters
    ----------
    loss
        "squared", "absolute" or "huber", or any loss of residuals of `drupe.losses`.
    n_estimators
        Rounds, at most.

    Attributes
    ----------
    estimator_weights_
        aₜ, the weight of each rule in the sum.
    solution_
        The rounds, with the part of the loss that each left, and why no further one came.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [1.0, 1.0, 5.0, 5.0]
    >>> machine = StagewiseAdditiveRegressor(n_estimators=2).fit(X, y)
    >>> machine.predict([[0.5], [9.0]]).tolist(), machine.estimator_weights_.tolist()
    ([1.0, 5.0], [3.0, 2.0])

    References
    ----------
    [Mukherjee04]_, section 6.5, algorithm 3; [Friedman01]_, section 4.1.
    """

    loss: Any = parameter(default="squared", before="n_estimators")
    n_estimators: int = 200

    predictor_: Annotated[WeightedVote, Outputs(1)] = learned()
    solution_: VoteSolution = learned()
    estimator_weights_: Annotated[Vector, Reals("rules")] = learned()

    def predict(self, X: Any) -> Vector:
        """f(x)."""
        return self._outputs(X)[:, 0]

    def staged_predict(self, X: Any) -> Iterator[Vector]:
        """What `predict` would give after each round."""
        yield from self.predictor_.staged(self._new(X)).T

    @property
    def _loss(self) -> Loss:
        loss = loss_of(self.loss, WORDS)
        if isinstance(loss, MarginLoss):
            raise ParameterError(f"{loss!r} is a loss of classes; numbers need one of residuals, such as 'squared'.")
        return loss

    def _learn(self, sample: Sample) -> Fitted:
        with self._watch() as watch:
            found, curve = self._grown(sample, sample.targets, self._loss, watch)
            watch.end(found.solution.end is not LastRound.INTERRUPTED)
        vote = WeightedVote(found.rules, found.solution.steps)
        return Fitted(vote, found.solution, {"estimator_weights_": vote.weights, "round_losses_": curve})

    def _lost(self, outputs: Matrix, targets: Any) -> Matrix:
        loss = self._loss
        return loss.value(outputs, targets[:, None] + 0.0 * outputs)

    def _kernel_choice(self) -> KernelChoice:
        return KernelChoice(Linear())

    def _loose(self) -> str:
        return ""
