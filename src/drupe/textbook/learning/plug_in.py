"""Rules read off an estimated law: good in L1, not good in parameters alone."""

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.textbook.probability.variation import variation

ROUNDING = 1e-12
"""Relative difference of probabilities that is none."""


def bayes_labels(law: Matrix, rng: np.random.Generator | None = None) -> Index:
    """The most probable class of each input, for a table of joint probabilities: inputs in rows, classes in columns.

    Of several classes that are equally probable, up to rounding, the first, or with `rng` one that is drawn.

    Examples
    --------
    >>> bayes_labels(np.array([[0.3, 0.2], [0.1, 0.4]])).tolist()
    [0, 1]

    References
    ----------
    [Mika02]_, section 2.1; [Graepel02]_, chapter 2.
    """
    best = law >= law.max(axis=1, keepdims=True) * (1.0 - ROUNDING)
    if rng is None:
        return np.asarray(best.argmax(axis=1), dtype=np.int64)
    return np.asarray(np.where(best, rng.random(law.shape), -1.0).argmax(axis=1), dtype=np.int64)


def risk_of_labels(labels: Index, law: Matrix) -> float:
    """The probability that the label of an input is not its class.

    >>> round(risk_of_labels(np.array([0, 1]), np.array([[0.3, 0.2], [0.1, 0.4]])), 12)
    0.3
    """
    return float(law.sum() - law[np.arange(len(law)), labels].sum())


def bayes_risk(law: Matrix) -> float:
    """The least probability of a wrong label that any rule has: what is left when every input gets its best one.

    Examples
    --------
    >>> round(bayes_risk(np.array([[0.3, 0.2], [0.1, 0.4]])), 12)
    0.3

    References
    ----------
    [Graepel02]_, chapter 2; [Mika02]_, section 2.1.
    """
    return risk_of_labels(bayes_labels(law), law)


def plug_in_excess_limit(estimate: Matrix, law: Matrix) -> float:
    """‖estimate − law‖₁ ≥ risk of the estimate's best rule − risk of the best rule.

    Examples
    --------
    >>> plug_in_excess_limit(np.array([[0.5, 0.5]]), np.array([[0.25, 0.75]]))
    0.5

    References
    ----------
    [Herbrich02]_, example 4.3.
    """
    return 2.0 * variation(estimate.ravel(), law.ravel())


def jumping_estimate(inputs: Vector, labels: Index) -> tuple[float, float]:
    """θ_y = max |x| of each class: for uniform laws on [0, 1] and [−2, 0] it tends to the truth (1, 2).

    Examples
    --------
    >>> jumping_estimate(np.array([0.5, 0.75, -1.5]), np.array([1, 1, 2]))
    (0.75, 1.5)

    References
    ----------
    [Herbrich02]_, example 4.2.
    """
    sizes = np.abs(inputs)
    return float(sizes[labels == 1].max()), float(sizes[labels == 2].max())


def jumping_risk(first: float, second: float) -> float:
    """The risk of the plug-in rule in a model that is uniform on [0, θ] only for θ = 1, and on [−θ, 0] else.

    Both classes are equally likely, and lie in [0, 1] and [−2, 0]. Unless the first parameter is estimated as 1 to
    the last digit, no class has any density above zero: all of the first class is missed.

    Examples
    --------
    >>> jumping_risk(1.0, 2.0), jumping_risk(0.999, 1.999) > 0.5
    (0.0, True)

    References
    ----------
    [Herbrich02]_, example 4.2.
    """
    if first == 1.0:
        return 0.5 * (1.0 - min(second, 2.0) / 2.0)
    # Where both densities lie, the shorter interval has the higher one; where one lies alone, it decides.
    reach, other = min(first, 2.0), min(second, 2.0)
    confused = reach if first < second else reach - other
    unknown = 2.0 - max(reach, other)
    return 0.5 + 0.25 * (confused + unknown)
