"""Filters: sources of examples that draw from another and pass on those that a rule finds hard."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ConvergenceError
from drupe.textbook.boosting.rules import Rule, Source

BLOCK = 2**16
"""Examples that are drawn at once at most."""

LIMIT = 10**8
"""Draws after which a run gives up, unless told otherwise."""

Keeps = Callable[[Matrix, Vector], npt.NDArray[np.bool_]]


@dataclass
class Resampled:
    """A given sample as the law: each draw is one of its examples, with replacement.

    What is proved of a law then holds of the sample, and errors are training errors.

    Parameters
    ----------
    x
        Examples in rows.
    signs
        Of each, −1 or 1.
    rng
        Randomness.

    Examples
    --------
    >>> Resampled(np.array([[5.0]]), np.array([-1.0]), np.random.default_rng(0)).draw(2)[0].tolist()
    [[5.0], [5.0]]
    """

    x: Matrix
    signs: Vector
    rng: np.random.Generator

    def draw(self, n: int = 1) -> tuple[Matrix, Vector]:
        """So many examples."""
        chosen = self.rng.integers(len(self.x), size=n)
        return self.x[chosen], self.signs[chosen]


@dataclass
class Metered:
    """A source that counts what is drawn from it, and gives no more than its limit.

    Parameters
    ----------
    source
        Where examples come from.
    limit
        How many it may give.
    drawn
        How many it gave.

    Examples
    --------
    >>> meter = Metered(Resampled(np.ones((1, 1)), np.ones(1), np.random.default_rng(0)), limit=10)
    >>> _ = meter.draw(4)
    >>> meter.drawn, meter.left
    (4, 6)
    """

    source: Source
    limit: int = LIMIT
    drawn: int = 0

    @property
    def left(self) -> int:
        """How many may still be drawn."""
        return self.limit - self.drawn

    def draw(self, n: int = 1) -> tuple[Matrix, Vector]:
        """So many examples; an error if the limit forbids it."""
        self.demand(n)
        self.drawn += n
        return self.source.draw(n)

    def demand(self, n: int) -> None:
        """An error unless n examples are left."""
        if n > self.left:
            raise ConvergenceError(
                f"{self.drawn} examples are drawn, {n} more are asked for, and the limit is {self.limit}. Either a "
                "rule errs, or two rules disagree, too seldom to wait for, or the weak learner is no better than "
                "chance on what a filter passes on, or the error or delta asked for is small: then raise `limit`."
            )


@dataclass
class Sieve:
    """The source's law given that an example is kept: draw until one is.

    What is drawn in one go and kept, but not asked for, is passed on at the next call.

    Parameters
    ----------
    source
        Where examples come from.
    keeps
        Which of some examples pass, by rows and signs.
    limit
        Draws after which a call gives up.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> numbers = Resampled(np.arange(10.0)[:, None], np.ones(10), rng)
    >>> sieve = Sieve(numbers, lambda x, signs: x[:, 0] > 7.0)
    >>> sorted(set(sieve.draw(100)[0][:, 0].tolist()))
    [8.0, 9.0]

    References
    ----------
    [Mukherjee04]_, section 6.3.
    """

    source: Source
    keeps: Keeps
    limit: int = LIMIT
    _seen: int = field(default=0, init=False, repr=False)
    _kept: int = field(default=0, init=False, repr=False)
    _surplus: list[tuple[Matrix, Vector]] = field(default_factory=list, init=False, repr=False)

    def draw(self, n: int = 1) -> tuple[Matrix, Vector]:
        """So many examples that are kept; an error if the limit comes first."""
        x, signs = self.gather(n)
        if len(x) < n:
            raise ConvergenceError(
                f"only {len(x)} of {n} examples passed a filter in {self.limit} draws: it waits for what (almost) "
                "never happens. Raise its `limit`, or see whether the rules before it are better than chance."
            )
        return x, signs

    def gather(self, n: int) -> tuple[Matrix, Vector]:
        """So many examples that are kept, or as many as there are in as many draws as the limit allows."""
        if n == 0:
            return self.source.draw(0)
        found, waited = self._surplus, 0
        while (missing := n - sum(len(signs) for _, signs in found)) > 0 and waited < self.limit:
            # As many as will do if examples go on to pass as often as they did.
            asked = math.ceil(missing * (self._seen + 1) / (self._kept + 1))
            waited += self._pass(found, min(asked, BLOCK, self.limit - waited))
        x, signs = _joined(found)
        self._surplus = [(x[n:], signs[n:])]
        return x[:n], signs[:n]

    def _pass(self, found: list[tuple[Matrix, Vector]], n: int) -> int:
        x, signs = self.source.draw(n)
        kept = np.asarray(self.keeps(x, signs))
        found.append((x[kept], signs[kept]))
        self._seen, self._kept = self._seen + n, self._kept + int(kept.sum())
        return n


def _joined(parts: list[tuple[Matrix, Vector]]) -> tuple[Matrix, Vector]:
    return np.concatenate([x for x, _ in parts]), np.concatenate([signs for _, signs in parts])


def wrong(source: Source, rule: Rule, limit: int = LIMIT) -> Sieve:
    """The examples on which a rule errs."""
    return Sieve(source, lambda x, signs: rule(x) != signs, limit)


def right(source: Source, rule: Rule, limit: int = LIMIT) -> Sieve:
    """The examples on which a rule is right."""
    return Sieve(source, lambda x, signs: rule(x) == signs, limit)


def disagreement(source: Source, first: Rule, second: Rule, limit: int = LIMIT) -> Sieve:
    """EX₃: the examples on which two rules disagree.

    >>> numbers = Resampled(np.array([[-1.0], [1.0]]), np.ones(2), np.random.default_rng(0))
    >>> disagreement(numbers, lambda x: np.sign(x[:, 0]), lambda x: np.ones(len(x))).draw(2)[0].tolist()
    [[-1.0], [-1.0]]

    References
    ----------
    [Mukherjee04]_, section 6.3, algorithm 1.
    """
    return Sieve(source, lambda x, _: first(x) != second(x), limit)


@dataclass
class HalfWrong:
    """EX₂: a fair coin, then the first example that a rule has right, or the first that it has wrong.

    On this law the rule itself knows nothing: it errs with probability ½.

    Parameters
    ----------
    source
        Where examples come from.
    rule
        h₁.
    rng
        The coin.
    limit
        Draws after which a call gives up, on either side.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> easy = Resampled(np.arange(100.0)[:, None], np.append(-1.0, np.ones(99)), rng)
    >>> _, signs = HalfWrong(easy, lambda x: np.ones(len(x)), rng).draw(1000)
    >>> bool(abs(np.mean(signs < 0.0) - 0.5) < 0.05)
    True

    References
    ----------
    [Mukherjee04]_, section 6.3, algorithm 1.
    """

    source: Source
    rule: Rule
    rng: np.random.Generator
    limit: int = LIMIT

    def __post_init__(self) -> None:
        self._sides = tuple(side(self.source, self.rule, limit=self.limit) for side in (right, wrong))

    def draw(self, n: int = 1) -> tuple[Matrix, Vector]:
        """So many examples, each by a coin of its own."""
        coins = self.rng.integers(2, size=n)
        places = [np.flatnonzero(coins == side) for side in (0, 1)]
        drawn = [self._sides[side].draw(len(places[side])) for side in (0, 1) if len(places[side])]
        x, signs = _joined(drawn)
        order = np.argsort(np.concatenate(places))
        return x[order], signs[order]
