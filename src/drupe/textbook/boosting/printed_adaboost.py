"""AdaBoost among finitely many rules, with its step and with the step as it was printed, which does not boost."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector

HALF = 0.5
"""Of the logarithm: the step that makes the chosen rule worthless under the new weights."""

PRINTED = 1.0
"""The whole logarithm: the chosen rule has error 1 − ε under the new weights, and its opposite is chosen next."""


@dataclass(frozen=True, eq=False)
class Round:
    """What one round did.

    Parameters
    ----------
    rule
        Which rule was chosen: the first of least weighted error.
    error
        ε, that error.
    step
        How much it has to say.
    normalizer
        Z = Σ wᵢ exp(−step yᵢ h(xᵢ)), by which the weights are divided.
    error_after
        The error of the rule under the new weights.
    training_error
        Of the vote so far.
    """

    rule: int
    error: float
    step: float
    normalizer: float
    error_after: float
    training_error: float


def adaboost(outputs: Matrix, signs: Vector, rounds: int, share: float = HALF) -> list[Round]:
    """step = share · ln((1 − ε)/ε), w ← w exp(−step y h) / Z: with a half it is AdaBoost, with one what was printed.

    Parameters
    ----------
    outputs
        −1 or 1: a row for each rule, a column for each example.
    signs
        Of the examples.
    rounds
        At most; a rule without error, or none better than chance, ends the run before.
    share
        `HALF` or `PRINTED`.

    Notes
    -----
    With the half Z = 2√(ε(1 − ε)) < 1, and the product of all Z bounds the training error. With the whole Z = 1: ε
    falls round by round, since the weights pile up on what the last rule had wrong, and the vote learns nothing.

    Examples
    --------
    >>> rules = np.array([[1, 1, -1], [1, -1, 1], [-1, 1, 1]])  # each errs once
    >>> [round(found.training_error, 3) for found in adaboost(rules, np.ones(3), 3)]
    [0.333, 0.333, 0.0]
    >>> [round(found.normalizer, 12) for found in adaboost(rules, np.ones(3), 3, PRINTED)]
    [1.0, 1.0, 1.0]

    References
    ----------
    [Mukherjee04]_, sections 6.4 (as printed) and 6.5 (which derives the half).
    """
    weights, total, found = np.full(len(signs), 1.0 / len(signs)), np.zeros(len(signs)), []
    for _ in range(rounds):
        errors = (outputs != signs) @ weights
        # Errors that differ by rounding only are equal: of those the first.
        chosen = int(np.flatnonzero(errors <= errors.min() * (1.0 + 1e-9))[0])
        error = float(errors[chosen])
        if not 0.0 < error < 0.5:
            break
        step = share * float(np.log1p(-error) - np.log(error))
        total = total + step * outputs[chosen]
        weights = weights * np.exp(-step * signs * outputs[chosen])
        normalizer = float(weights.sum())
        weights = weights / normalizer
        after = float((outputs[chosen] != signs) @ weights)
        found.append(Round(chosen, error, step, normalizer, after, _share_wrong(total, signs)))
    return found


def _share_wrong(total: npt.NDArray[np.float64], signs: Vector) -> float:
    return float(np.mean(np.where(total >= 0.0, 1.0, -1.0) != signs))
