"""Two ways to answer with a posterior over classifiers: let all vote, or ask one drawn at random."""

from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError
from drupe.foundation.lots import Lots
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.inputs.base import Inputs
from drupe.losses.cost_matrix import CostMatrix
from drupe.predictors.bound import Bindable
from drupe.predictors.committee import Committee


@dataclass(frozen=True, eq=False)
class BayesStrategy(Checked, Bindable):
    """argmin over classes h of Σ_y P(y | x) costs[y][h], P(y | x) from the vote; with unit costs the majority.

    No rule has a smaller error on average over the prior and the samples.

    Parameters
    ----------
    committee
        Classifiers drawn from the posterior.
    noise
        The probability that a label is not what its classifier says, any other being equally probable.
    costs
        What errors cost; None for one each.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> from drupe.predictors.expansion import Expansion
    >>> three = Expansion(Linear(), Vectors.of([[1.0]]), np.array([[1.0, 2.0, -1.0]]), np.zeros(3))
    >>> vote = BayesStrategy(Committee(three, 3))
    >>> vote.answers(Vectors.of([[5.0], [-5.0]])).tolist()
    [1, 0]

    References
    ----------
    [Graepel02]_, section 3.2.3 and theorem 46; [Herbrich02]_, definition 3.7.
    """

    committee: Committee
    noise: float = ranged(Interval(0.0, 1.0, closed_high=True), 0.0)
    costs: CostMatrix | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.costs is not None and self.costs.classes != self.committee.classes:
            raise InputError(f"costs are for {self.costs.classes} classes, the committee has {self.committee.classes}.")

    @property
    def space(self) -> Inputs:
        """The centers of the committee."""
        return self.committee.space

    @property
    def outputs(self) -> int:
        """One for two classes, else one for each."""
        return self.committee.outputs

    def probabilities(self, inputs: Inputs) -> Matrix:
        """P(y | x) for each class: (1 − θ) share + θ (1 − share) / (k − 1)."""
        return noisy(self.committee.shares(inputs), self.noise)

    def decision(self, inputs: Inputs) -> Matrix:
        """The expected gain over the dearest class: for unit costs, and two classes, P(second) − P(first)."""
        expected = self._expected_costs(inputs)
        return expected[:, :1] - expected[:, 1:] if expected.shape[1] == 2 else -expected

    def answers(self, inputs: Inputs) -> Index:
        """The cheapest class of each example, the first among equals."""
        return np.asarray(self._expected_costs(inputs).argmin(axis=1), dtype=np.int64)

    def _expected_costs(self, inputs: Inputs) -> Matrix:
        costs = self.costs or CostMatrix.zero_one(self.committee.classes)
        # Rounded, so that classes with equally many votes stay equal.
        return np.asarray(self.probabilities(inputs) @ np.asarray(costs.costs)).round(12)


@dataclass(frozen=True, eq=False)
class GibbsStrategy(Bindable):
    """The answer of one classifier, drawn from the posterior anew for each example.

    Its error is at least half that of the vote, on any distribution of examples.

    Parameters
    ----------
    committee
        Classifiers drawn from the posterior.
    lots
        Which member is asked for each example.

    References
    ----------
    [Graepel02]_, section 3.2.3; [Herbrich02]_, definition 3.8.
    """

    committee: Committee
    lots: Lots = field(default_factory=Lots)

    @property
    def space(self) -> Inputs:
        """The centers of the committee."""
        return self.committee.space

    @property
    def outputs(self) -> int:
        """One for two classes, else one for each."""
        return self.committee.outputs

    def answers(self, inputs: Inputs) -> Index:
        """The class that a random member votes for."""
        asked = self.lots.drawn(np.ones(self.committee.members), len(inputs))
        return self.committee.answers(inputs)[np.arange(len(inputs)), asked]

    def decision(self, inputs: Inputs) -> Matrix:
        """The probability of each answer; for two classes, of the second less that of the first."""
        return self.committee.decision(inputs)


def noisy(shares: Matrix, noise: float) -> Matrix:
    """Probabilities of labels that differ from the true class with probability `noise`, all others alike.

    >>> noisy(np.array([[0.0, 1.0]]), 0.1).tolist()
    [[0.1, 0.9]]
    """
    others = shares.shape[1] - 1
    return np.asarray((1.0 - noise) * shares + noise * (1.0 - shares) / others)
