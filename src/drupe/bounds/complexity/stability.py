"""Uniform stability: how much one example can matter, by theory and by trying."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector

Refit = Callable[[Index], Vector]
"""The losses at fixed probe points of the rule learned from the training examples at these positions."""


def tikhonov_deletion(lipschitz: float, largest: float, ridge: float, n: int) -> float:
    """β = L² κ² / (2 λ n): no loss changes more when one example is left out of (1/n) Σ ℓ + λ‖f‖².

    The rule without the example keeps the factor 1/n.

    Parameters
    ----------
    lipschitz
        L of the convex loss.
    largest
        κ with κ² = sup k(x, x).
    ridge
        λ.
    n
        Number of examples.

    Examples
    --------
    >>> tikhonov_deletion(lipschitz=1.0, largest=1.0, ridge=0.1, n=50)
    0.1

    References
    ----------
    [Herbrich02]_, theorem 5.31, which confuses κ with κ²; [Bousquet02]_, theorem 22, place not checked.
    """
    return (lipschitz * largest) ** 2 / (2.0 * ridge * n)


def tikhonov_replacement(lipschitz: float, largest: float, ridge: float, n: int) -> float:
    """β = L² κ² / (λ n): no loss changes more when one example is replaced, in (1/n) Σ ℓ + λ‖f‖².

    Examples
    --------
    >>> tikhonov_replacement(lipschitz=1.0, largest=1.0, ridge=0.1, n=40)
    0.25

    References
    ----------
    [Mukherjee04]_, section 9.2.
    """
    return (lipschitz * largest) ** 2 / (ridge * n)


def margin_loss_deletion(largest: float, ridge: float, n: int, margin: float = 1.0) -> float:
    """β = κ² / (2 λ n τ): the hinge's share of the change of the function, the clipped loss's of the loss.

    The clipped loss min(1, max(0, 1 − y f(x)/τ)) is not convex; the machine minimizes the hinge loss.

    Examples
    --------
    >>> margin_loss_deletion(largest=1.0, ridge=0.5, n=100)
    0.01

    References
    ----------
    [Herbrich02]_, section 5.3, derived with the two Lipschitz constants told apart; [Bousquet02]_, lemma 20, place not
    checked.
    """
    return largest**2 / (2.0 * ridge * n * margin)


def norm_limit(loss_at_zero: float, ridge: float) -> float:
    """‖f‖ ≤ √(C₀ / λ), since f is no worse than zero; |f(x)| is at most κ times it.

    Examples
    --------
    >>> round(norm_limit(1.0, 0.25), 9)
    2.0

    References
    ----------
    [Mukherjee04]_, section 9.2.
    """
    return math.sqrt(loss_at_zero / ridge)


def largest_loss(loss_at_zero: float, lipschitz: float, largest: float, ridge: float) -> float:
    """M = C₀ + L κ √(C₀ / λ), which no loss of the learned function exceeds.

    Examples
    --------
    >>> round(largest_loss(1.0, 1.0, 1.0, 0.1), 4)
    4.1623

    References
    ----------
    [Mukherjee04]_, section 9.2.
    """
    return loss_at_zero + lipschitz * largest * norm_limit(loss_at_zero, ridge)


@dataclass(frozen=True, eq=False)
class ObservedStability:
    """|ℓ(f, u) − ℓ(f without or with another example i, u)|, measured: a lower limit of β.

    Parameters
    ----------
    changes
        One row for each change of the sample, one column for each probe point u.
    means
        Change of the mean loss over the probe points, signed, one for each change of the sample.

    References
    ----------
    [Mukherjee04]_, section 9.1.1; [Mika02]_, definition 4.1; [Herbrich02]_, definition 5.26.
    """

    changes: Matrix
    means: Vector

    @property
    def uniform(self) -> float:
        """The largest change anywhere."""
        return float(self.changes.max())

    @property
    def average(self) -> float:
        """L1 stability: the largest mean change over the probe points, which stand for the law of u."""
        return float(self.changes.mean(axis=1).max())

    def error(self, delta: float) -> float:
        """(β, δ) error stability: what the change of the mean loss exceeds in a share δ of cases."""
        return float(np.quantile(np.abs(self.means), 1.0 - delta))

    def cross_validation(self, delta: float) -> float:
        """(β, δ) cross-validation stability: what the change at a random probe point exceeds in a share δ of cases."""
        return float(np.quantile(self.changes, 1.0 - delta))


def observed_stability(refit: Refit, n: int) -> ObservedStability:
    """What changes at the probe points when each of n examples is left out in turn; n + 1 fits.

    Examples
    --------
    >>> y = np.array([0.0, 1.0, 2.0])
    >>> mean_of = lambda kept: np.abs(y[kept].sum() / 3 - np.array([0.0]))
    >>> round(observed_stability(mean_of, 3).uniform, 9)
    0.666666667

    References
    ----------
    [Mika02]_, definition 4.1; [Herbrich02]_, definition 5.26.
    """
    everything = np.arange(n, dtype=np.int64)
    return replaced_stability(refit(everything), [refit(np.delete(everything, i)) for i in range(n)])


def replaced_stability(losses: Vector, others: list[Vector]) -> ObservedStability:
    """What changes at the probe points between one rule and others, learned from samples with one example changed.

    >>> replaced_stability(np.array([1.0, 1.0]), [np.array([1.0, 2.0])]).uniform
    1.0
    """
    differences = np.asarray(others) - losses
    return ObservedStability(np.abs(differences), differences.mean(axis=1))
