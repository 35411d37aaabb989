"""What a weighted vote of rules ±1 can witness about itself: margins, and what is known of the class of its rules."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from drupe.estimators.linear_rule import NOT_MORE
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.witness.assumptions import Assumption
from drupe.witness.evidence import Evidence
from drupe.witness.hyperplane import Hyperplane
from drupe.witness.kept import Kept, KeptInOrder
from drupe.witness.posterior import Posterior
from drupe.witness.rule_classes import Cuts, FiniteRules, RuleClass, Unknown
from drupe.witness.training import Training
from drupe.witness.votes import FiniteVote, GrowthVote, PatternVote

Makers = Mapping[type, Callable[[], Any]]

VOTES = (FiniteVote, PatternVote, GrowthVote, Posterior)
"""What theorems on votes look at."""

ROUNDING = 4.0 * float(np.finfo(np.float64).eps)
"""Relative error of one addition, with room: margins are lowered by as much for each rule."""

OTHERWISE = "a vote is no compression scheme that could be read; progressive validation or held-out examples would do"
NO_PLANE = "a vote of rules is no hyperplane of a kernel"
ALL_COUNT = "every example weighs in each round, so that no few of them make the same vote again"
FOUND_HERE = (
    "the thresholds were found in the training examples, so that no prior over finitely many rules was fixed before "
    "them; rules with thresholds from elsewhere would have one"
)
COUNTED = "the class is finite, and the number of its rules says more than the patterns of this sample"
NO_RULE = "no rule got any weight, so that nothing votes"


def vote_evidence(
    outputs: Vector,
    signs: Vector,
    weights: Vector,
    rules: RuleClass,
    *,
    which: Index | None = None,
    remembered: Vector | None = None,
) -> Evidence:
    """Evidence of the rule sign Σ aₜ hₜ(x), by theorems that hold for all weights and numbers of rounds at once.

    Parameters
    ----------
    outputs
        Σ aₜ hₜ(xᵢ) on the training examples.
    signs
        Their classes as ±1.
    weights
        aₜ ≥ 0, one for each rule that votes.
    rules
        What is known of the class of the hₜ, which have the values ±1.
    which
        Of rules from a finite class, which one each weight belongs to: 0, 1, ..., count − 1. Without it the prior is
        paid for as if one rule had all the weight.
    remembered
        The normalized margins of the fit; other ones show that these are not its examples.

    Examples
    --------
    >>> seen = vote_evidence(np.array([2.0, 2.0, -1.0]), np.array([1.0, 1.0, 1.0]), np.array([2.0]), FiniteRules(8))
    >>> seen.witnesses[FiniteVote]().margins.round(3).tolist(), seen.witnesses[Training]().errors
    ([1.0, 1.0, -0.5], 1)

    References
    ----------
    [Schapire98]_, theorem 1, place not checked; [Mukherjee04]_, section 6.6, for margins of votes.
    """
    n, errors = len(signs), int((signs * outputs <= 0.0).sum())
    training = Training(errors, n)
    missing: dict[type, str] = {Hyperplane: NO_PLANE, Kept: ALL_COUNT, KeptInOrder: ALL_COUNT}
    failed: dict[type, str] = {}
    found: Makers = {}
    total = _total(weights)
    if isinstance(rules, Unknown):
        missing |= dict.fromkeys(VOTES, rules.reason)
    elif total == 0.0:
        failed = dict.fromkeys(VOTES, NO_RULE)
    else:
        margins = vote_margins(outputs, signs, weights)
        _check_remembered(margins, remembered)
        found = _votes(margins, weights, rules, which)
        other = FOUND_HERE if isinstance(rules, Cuts) else COUNTED
        missing |= dict.fromkeys((kind for kind in VOTES if kind not in found), other)

    def check(assumption: Assumption) -> bool | None:
        return training.consistent if assumption is Assumption.CONSISTENT else None

    witnesses: Makers = {Training: lambda: training, **found}
    return Evidence(n, witnesses, missing, check, failed=failed, otherwise=OTHERWISE)


def many_class_evidence(errors: int, n: int) -> Evidence:
    """Of votes among more than two classes: the training errors, and why there is no more.

    >>> many_class_evidence(3, 100).why_not(FiniteVote)
    'it speaks of two classes, and the model tells more apart'
    """
    kinds = (*VOTES, Hyperplane, Kept, KeptInOrder)
    return Evidence(n, {Training: lambda: Training(errors, n)}, dict.fromkeys(kinds, NOT_MORE), otherwise=OTHERWISE)


def vote_margins(outputs: Vector, signs: Vector, weights: Vector) -> Vector:
    """yᵢ Σ aₜ hₜ(xᵢ) / Σ aₜ, lowered by more than rounding may have raised them.

    >>> vote_margins(np.array([1.0, -3.0]), np.array([1.0, 1.0]), np.array([1.0, 2.0])).round(6).tolist()
    [0.333333, -1.0]
    """
    total = _total(weights)
    slack = ROUNDING * (len(weights) + 1)
    margins = signs * outputs / total
    if np.abs(margins).max() > 1.0 + slack:
        raise InputError(
            f"outputs reach {np.abs(outputs).max()}, more than the sum {total} of the weights: rules of a vote have "
            "the values -1 and 1."
        )
    return np.asarray(np.maximum(-1.0, np.minimum(margins, 1.0) - slack))


def weight_divergence(weights: Vector, which: Index | None, count: int) -> float:
    """KL of the weights of so many rules from equal ones, ln(count) if it is not known whose weights they are.

    Two weights of one rule are added first: apart they would look more alike than they are.

    >>> ones = np.ones(2)
    >>> [round(weight_divergence(ones, np.array(own), 4), 6) for own in ([0, 1], [3, 3])]
    [0.693147, 1.386294]
    """
    if which is None:
        return math.log(count)
    if len(which) != len(weights) or which.min() < 0 or which.max() >= count:
        raise InputError(f"each of {len(weights)} weights belongs to one of the rules 0 to {count - 1}.")
    shares = np.bincount(which, weights=weights) / weights.sum()
    some = shares[shares > 0.0]
    return min(math.log(count), max(0.0, float(some @ np.log(some)) + math.log(count)))


def _total(weights: Vector) -> float:
    if len(weights) and not (np.isfinite(weights).all() and weights.min() >= 0.0):
        raise InputError(f"weights of a vote are finite and not negative; the least is {weights.min()}.")
    return float(weights.sum())


def _check_remembered(margins: Vector, remembered: Vector | None) -> None:
    if remembered is not None and not (
        remembered.shape == margins.shape and np.allclose(remembered, margins, rtol=0.0, atol=1e-6)
    ):
        raise InputError("X and y are not what the model was fitted on: the vote has other margins on them.")


def _votes(margins: Vector, weights: Vector, rules: FiniteRules | Cuts, which: Index | None) -> Makers:
    if isinstance(rules, Cuts):
        return {
            PatternVote: lambda: PatternVote(margins, rules.labelings),
            GrowthVote: lambda: GrowthVote(margins, rules.growth),
        }
    divergence = weight_divergence(weights, which, rules.count)
    vote = FiniteVote(margins, rules.count, divergence)
    return {
        FiniteVote: lambda: vote,
        GrowthVote: lambda: GrowthVote(margins, rules.count),
        Posterior: lambda: Posterior(vote.rate, vote.n, divergence),
    }
