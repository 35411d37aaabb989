"""Rounds of boosting with rules that name one of several classes."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.progress import Progress
from drupe.solvers.boosting.rounds import Boosted
from drupe.solvers.boosting.vote_solution import LastRound, VoteSolution
from drupe.solvers.boosting.weak import Weak


@dataclass(frozen=True, eq=False)
class ClassProblem:
    """Examples of several classes.

    Parameters
    ----------
    codes
        Of each example, 0 .. classes − 1.
    weights
        How often each counts, above zero.
    classes
        How many classes there are.
    losses
        −ln of the weights that a vote before left behind, up to a constant; zeros without one.
    """

    codes: Index
    weights: Vector
    classes: int
    losses: Vector


def boosted_classes(
    weak: Weak,
    problem: ClassProblem,
    rate: float,
    rounds: int,
    progress: Progress | None = None,
    keep: bool = False,
) -> Boosted:
    """SAMME: in each round the weights of examples that the rule misses grow by (k − 1)(1 − ε)/ε, to the power rate.

    The step (k − 1)²/k · ln((k − 1)(1 − ε)/ε) is the one along which the exponential loss of k outputs is least; of two
    classes it is AdaBoost's. A rule that names any class as often as chance would ends the run.

    References
    ----------
    [Zhu09]_, section 2.
    """
    k, losses = problem.classes, problem.losses.copy()
    rules, steps, errors, factors = list[Any](), list[float](), list[float](), list[float]()
    end = LastRound.ROUNDS
    try:
        for round in range(rounds):
            if progress is not None:
                progress(round / rounds)
            logarithms = np.log(problem.weights) - losses
            weights = np.exp(logarithms - logarithms.max())
            weights /= weights.sum()
            found = weak.best_of_classes(weights, problem.codes, k)
            if found is None:
                raise InputError("this weak learner tells two classes apart; wrap the machine in OneVsRestClassifier.")
            wrong = found.values != problem.codes
            error = float(weights[wrong].sum())
            if not wrong.any():
                rules, steps, errors, factors = [found.rule], [1.0], [0.0], [0.0]
                end = LastRound.PERFECT
                break
            odds = math.log(k - 1.0) + math.log((1.0 - error) / error) if error < 1.0 else -math.inf
            if odds <= 0.0:
                end = LastRound.NO_BETTER
                break
            rules.append(found.rule)
            errors.append(error)
            steps.append(rate * (k - 1.0) ** 2 / k * odds)
            losses -= np.where(wrong, rate * odds, 0.0)
            factors.append(factor(error, rate * odds, k))
        if progress is not None:
            progress(1.0)
    except KeyboardInterrupt:
        if not keep or not rules:
            raise
        end = LastRound.INTERRUPTED
    facts = VoteSolution(np.array(steps), np.array(errors), np.array(factors), end)
    return Boosted(weak.gathered(rules), facts, np.empty(0))


def factor(error: float, odds: float, k: int) -> float:
    """By which the exponential loss of k outputs shrinks: e^(−odds (k − 1)/k) where the rule is right, else e^(odds/k).

    >>> round(factor(0.1, math.log(9.0), 2), 12)  # 2√(0.1 · 0.9)
    0.6
    """
    return (1.0 - error) * math.exp(-odds * (k - 1.0) / k) + error * math.exp(odds / k)
