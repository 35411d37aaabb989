"""Votes of finitely many rules on finitely many kinds of examples, so that the risk of every vote is a sum."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector

Learner = Callable[[Matrix, Vector], Vector]
"""Weights of the rules, of sum one, from their table and the shares of the kinds in the sample."""


@dataclass(frozen=True, eq=False)
class Ballot:
    """One vote, as the sample sees it and as it is.

    Parameters
    ----------
    weights
        Of all rules of the class, of sum one.
    margins
        Of the training examples.
    risk
        Probability of the kinds of examples on which the vote errs or is undecided.
    shown
        The columns of the table of all rules that belong to kinds in the sample.
    """

    weights: Vector
    margins: Vector
    risk: float
    shown: Matrix

    @property
    def divergence(self) -> float:
        """KL of the weights from equal ones."""
        some = self.weights[self.weights > 0.0]
        return max(0.0, float(some @ np.log(some * len(self.weights))))

    @property
    def patterns(self) -> int:
        """How many patterns the class shows on the sample."""
        return len({row.tobytes() for row in self.shown})


@dataclass(frozen=True, eq=False)
class Ballots:
    """Rules that are right or wrong on each kind of example, a kind being an input with a label.

    Parameters
    ----------
    right
        y h(x) = ±1, one row for each rule, one column for each kind.
    probabilities
        How often each kind comes.
    n
        Number of examples.

    Examples
    --------
    >>> Ballots.independent(2, rate=0.25, n=10).probabilities.tolist()
    [0.5625, 0.1875, 0.1875, 0.0625]
    """

    right: Matrix
    probabilities: Vector
    n: int

    @classmethod
    def independent(cls, rules: int, rate: float, n: int) -> "Ballots":
        """So many rules that err independently of one another, each at the same rate."""
        right = 1.0 - 2.0 * ((np.arange(2**rules)[None, :] >> np.arange(rules)[:, None]) & 1)
        wrong = (right < 0.0).sum(axis=0)
        return cls(right, rate**wrong * (1.0 - rate) ** (rules - wrong), n)

    @classmethod
    def undecided(cls, rate: float, n: int) -> "Ballots":
        """Two rules, one or the other of which errs at this rate, never both: then their equal vote is a tie."""
        return cls(np.array([[1.0, -1.0, 1.0], [1.0, 1.0, -1.0]]), np.array([1.0 - rate, rate / 2, rate / 2]), n)

    @classmethod
    def cuts(cls, ones: Vector, n: int) -> "Ballots":
        """Equally frequent points of a line with their probabilities of the label +1, and all cuts between them."""
        places = len(ones)
        steps = np.where(np.arange(places)[None, :] >= np.arange(places)[:, None], 1.0, -1.0)
        return cls.labeled(np.vstack([steps, -steps]), ones, n)

    @classmethod
    def labeled(cls, answers: Matrix, ones: Vector, n: int) -> "Ballots":
        """Rules by their answers ±1 on equally frequent inputs, each with its probability of the label +1."""
        shares = np.concatenate([ones, 1.0 - ones]) / len(ones)
        return cls(np.hstack([answers, -answers]), shares, n)

    def cast(self, rng: np.random.Generator, learner: Learner) -> Ballot:
        """One sample, and the vote that is learned from it."""
        counts = rng.multinomial(self.n, self.probabilities)
        weights = learner(self.right, counts / self.n)
        # What is zero but for rounding is undecided, hence wrong.
        values = np.clip(np.round(weights @ self.right, 12), -1.0, 1.0)
        risk = float(self.probabilities[values <= 0.0].sum())
        return Ballot(weights, np.repeat(values, counts), risk, np.ascontiguousarray(self.right[:, counts > 0]))


def flattered(right: Matrix, shares: Vector) -> Vector:
    """All weight for the rule with the fewest training errors."""
    return np.asarray(np.eye(len(right))[int((right @ shares).argmax())])


def alike(right: Matrix, shares: Vector) -> Vector:
    """Equal weights for all rules that are right more often than not, or for the best if none is."""
    good = right @ shares > 0.0
    return np.asarray(good / good.sum()) if good.any() else flattered(right, shares)


def boosted(right: Matrix, shares: Vector, rounds: int = 30) -> Vector:
    """The weights of AdaBoost, each round with the rule of the least weighted error.

    References
    ----------
    [Schapire98]_, section 2, place not checked.
    """
    weights, sums, importance = np.zeros(len(right)), np.zeros(right.shape[1]), shares
    for _ in range(rounds):
        edges = right @ importance
        best = int(edges.argmax())
        if edges[best] <= 0.0:
            break
        step = 0.5 * np.log((1.0 + edges[best]) / max(1e-3, 1.0 - edges[best]))
        weights[best] += step
        sums += step * right[best]
        tilted = shares * np.exp(sums.min() - sums)
        importance = tilted / tilted.sum()
    return weights / weights.sum() if weights.any() else flattered(right, shares)


def by_heart(right: Matrix, shares: Vector) -> Vector:
    """Of cuts of a line, the vote with the widest margin that answers each point seen with its most frequent label.

    A cut of weight one wherever the answer changes, and a constant if they do not add up to the first answer without.

    >>> line = Ballots.cuts(np.array([1.0, 0.0, 1.0, 1.0]), n=1)
    >>> (by_heart(line.right, line.probabilities) @ line.right[:, :4] * 3).round(6).tolist()
    [1.0, -1.0, 1.0, 1.0]
    """
    places = right.shape[1] // 2
    wanted = np.sign(shares[:places] - shares[places:])
    seen = np.flatnonzero(wanted)
    # Points without a majority answer as the one before them does: the fewer changes, the wider the margin.
    filled = wanted[seen[np.maximum(0, np.searchsorted(seen, np.arange(places), side="right") - 1)]]
    weights = np.zeros(2 * places)
    changes = np.flatnonzero(np.diff(filled)) + 1
    weights[changes + places * (filled[changes] < 0.0)] = 1.0
    rest = float(filled[0] + filled[changes].sum())
    weights[0 if rest > 0.0 else places] += abs(rest)
    return np.asarray(weights / weights.sum())
