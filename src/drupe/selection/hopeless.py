"""Which candidates cannot be the best any more, as far as their answers so far can tell."""

import numpy as np
import numpy.typing as npt
from scipy.stats import binom

from drupe.foundation.arrays import Matrix


def hopeless(right: npt.NDArray[np.bool_], rivals: int, looks: int, risk: float) -> npt.NDArray[np.bool_]:
    """Whether P[Binomial(wins + losses, 1/2) ≤ wins] ≤ risk / (rivals · looks) against some other candidate.

    A win is an example that this candidate gets right and the other wrong, a loss the reverse; all others tell nothing.

    If answers are independent from example to example and no other candidate is more often right than candidate a, it
    is called hopeless with probability `risk` at most: against one fixed other, at one look, the sign test errs with
    the level above, since a win is then at least as probable as a loss; and there are `rivals` others and `looks`
    looks, whichever of them are used. The others may depend on each other, and on a, in any way.

    Parameters
    ----------
    right
        One row for each candidate that is still there, one column for each answer so far.
    rivals
        How many other candidates there were to begin with.
    looks
        How many times one looks in all.
    risk
        δ, the probability of losing the best one.

    Examples
    --------
    Twelve losses and no win: 2⁻¹² is below 0.01 / 4.

    >>> right = np.array([[True] * 20, [True] * 8 + [False] * 12, [True] * 15 + [False] * 5])
    >>> hopeless(right, rivals=2, looks=2, risk=0.01).tolist()
    [False, True, False]

    References
    ----------
    [Demsar06]_, section 3.1.4, the sign test; risks are summed by the union bound.
    """
    answers = right.astype(np.float64)
    both: Matrix = answers @ answers.T
    alone = np.diagonal(both)
    wins, losses = alone[:, None] - both, alone[None, :] - both
    tails = binom.cdf(wins, wins + losses, 0.5)
    return np.asarray((tails <= risk / (max(rivals, 1) * max(looks, 1))).any(axis=1))
