"""Boosting by filtering: from a learner a little better than chance to one as good as one likes, and its price."""

import math
from dataclasses import dataclass

import numpy as np

from drupe.bounds.base import checked_delta
from drupe.foundation.parameters import Checked, ranged, whole
from drupe.textbook.boosting.error_map import BELOW_CHANCE, Recursion
from drupe.textbook.boosting.filters import BLOCK, LIMIT, HalfWrong, Metered, disagreement
from drupe.textbook.boosting.rules import Majority, Rule, Source, WeakLearner


def estimation_size(tolerance: float, delta: float) -> int:
    """⌈ln(2/δ) / (2 tolerance²)⌉ examples, whose share of errors is that close to the risk but with probability δ.

    Examples
    --------
    >>> estimation_size(0.1, 0.05)
    185

    References
    ----------
    [Mukherjee04]_, section 7.3 (Hoeffding); section 6.3 asks for a sample that is large enough.
    """
    return math.ceil(math.log(2.0 / delta) / (2.0 * tolerance * tolerance))


@dataclass(frozen=True)
class Filtered:
    """What boosting by filtering learned, and what it took.

    Parameters
    ----------
    rule
        Of the error that was asked for, with the probability that was asked for.
    recursion
        How deep it had to go at most.
    drawn
        Examples from the source, those included that no filter passed on.
    calls
        How often the weak learner was asked.
    early
        How often the first or the second of three rules was good enough alone.
    """

    rule: Rule
    recursion: Recursion
    drawn: int
    calls: int
    early: int


@dataclass(frozen=True)
class Filtering(Checked):
    """Learn(ε, δ, EX): weakly learnable is strongly learnable, by majorities of three within majorities of three.

    To err ε at most, learn three rules of error α = g⁻¹(ε) (`drupe.textbook.boosting.error_map`): on the law itself;
    on one where the first errs half of the time; on what the two disagree about. They are learned in the same way,
    until α is what the weak learner reaches. Where an estimate says that the first or the second is good enough it is
    taken alone; otherwise the first errs at least ε/3, and the two disagree at least (1 − 2α)ε/3 of the time, so that
    no filter waits long. It is a proof more than a program: levels multiply what they cost.

    Parameters
    ----------
    weak
        From a source of examples and δ to a rule that errs `weak_error` at most on the source's law, whatever that is,
        with probability 1 − δ. `drupe.textbook.boosting.rules.FromSample` makes one of a learner and a sample size.
    weak_error
        In (0, ½).
    limit
        Examples that may be drawn in all; beyond, learning ends with a ConvergenceError.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from drupe.textbook.boosting.rules import FromSample
    >>> from drupe.textbook.learning.oracle import ExampleOracle
    >>> rng = np.random.default_rng(0)
    >>> inside = lambda x: np.where(np.abs(x[:, 0] - 1.5) < 0.5, 1.0, -1.0)
    >>> oracle = ExampleOracle(inside, lambda rng, n: rng.uniform(0.0, 3.0, (n, 1)), rng)
    >>> stump = FromSample(DecisionTreeClassifier(max_depth=1), lambda delta: 2000)
    >>> learned = Filtering(stump, weak_error=0.35).learn(error=0.29, delta=0.1, source=oracle, rng=rng)
    >>> x, signs = oracle.draw(10_000)
    >>> learned.recursion.levels, bool(np.mean(learned.rule(x) != signs) <= 0.29)
    (1, True)

    References
    ----------
    [Mukherjee04]_, section 6.3, algorithm 1; [Schapire90]_, section 3.
    """

    weak: WeakLearner
    weak_error: float = ranged(BELOW_CHANCE)
    limit: int = whole(1, LIMIT)

    def learn(self, error: float, delta: float, source: Source, rng: np.random.Generator) -> Filtered:
        """A rule of that error at most, with probability 1 − δ; `rng` flips the coins of the filters."""
        recursion, meter = Recursion(error, self.weak_error), Metered(source, self.limit)
        run = _Run(self.weak, recursion, meter, rng)
        rule = run.learn(0, checked_delta(delta), meter)
        return Filtered(rule, recursion, meter.drawn, run.calls, run.early)


@dataclass
class _Run:
    """One run of the recursion, and its counts."""

    weak: WeakLearner
    recursion: Recursion
    meter: Metered
    rng: np.random.Generator
    calls: int = 0
    early: int = 0

    def learn(self, level: int, delta: float, source: Source) -> Rule:
        if level == self.recursion.levels:
            self.calls += 1
            return self.weak(source, delta)
        error, below = self.recursion.targets[level : level + 2]
        part = delta / 5.0  # three rules and two estimates may fail
        first = self.learn(level + 1, part, source)
        if self._reaches(error, first, source, error / 3.0, part):
            return first
        second = self.learn(level + 1, part, HalfWrong(source, first, self.rng, limit=self.meter.limit))
        if self._reaches(error, second, source, (1.0 - 2.0 * below) * error / 9.0, part):
            return second
        third = self.learn(level + 1, part, disagreement(source, first, second, limit=self.meter.limit))
        return Majority(first, second, third)

    def _reaches(self, error: float, rule: Rule, source: Source, tolerance: float, delta: float) -> bool:
        """Whether the estimated error of the rule is so small that the true one is ε at most, but for probability δ."""
        needed = estimation_size(tolerance, delta)
        self.meter.demand(needed)
        sizes = [BLOCK] * (needed // BLOCK) + [needed % BLOCK] * (needed % BLOCK > 0)
        good = sum(_errors(rule, source, size) for size in sizes) <= (error - tolerance) * needed
        self.early += good
        return good


def _errors(rule: Rule, source: Source, n: int) -> int:
    x, signs = source.draw(n)
    return int(np.count_nonzero(rule(x) != signs))
