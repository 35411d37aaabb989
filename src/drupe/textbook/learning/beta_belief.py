"""Belief in the bias of a coin: a Beta distribution stays one as tosses are seen."""

from dataclasses import dataclass

import numpy as np
from scipy.special import betaln, gammaln
from scipy.stats import beta

from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, positive


@dataclass(frozen=True)
class BetaBelief(Checked):
    """p ~ Beta(a, b), density ∝ p^(a−1) (1 − p)^(b−1); after i successes in n trials Beta(a + i, b + n − i).

    Prior and posterior are of one family: the prior counts like a − 1 successes and b − 1 failures seen before.

    Parameters
    ----------
    successes
        a; 1 with b = 1 for equal belief in every p.
    failures
        b.

    Examples
    --------
    >>> seen = BetaBelief().after(3, 4)
    >>> seen, round(seen.mean, 4)  # Laplace's rule of succession: (3 + 1) / (4 + 2)
    (BetaBelief(successes=4.0, failures=2.0), 0.6667)

    References
    ----------
    [Herbrich02]_, example 3.5.
    """

    successes: float = positive(1.0)
    failures: float = positive(1.0)

    def after(self, successes: int, trials: int) -> "BetaBelief":
        """The belief after so many successes in so many trials."""
        _require_counts(successes, trials)
        return BetaBelief(self.successes + successes, self.failures + trials - successes)

    @property
    def mean(self) -> float:
        """E[p], the probability that the next trial succeeds."""
        return self.successes / (self.successes + self.failures)

    @property
    def variance(self) -> float:
        """E[(p − E[p])²]."""
        return self.mean * (1.0 - self.mean) / (self.successes + self.failures + 1.0)

    def log_evidence(self, successes: int, trials: int) -> float:
        """ln P(i successes in n trials), before they are seen."""
        _require_counts(successes, trials)
        failures = trials - successes
        ways = gammaln(trials + 1) - gammaln(successes + 1) - gammaln(failures + 1)
        updated = betaln(self.successes + successes, self.failures + failures)
        return float(ways + updated - betaln(self.successes, self.failures))

    def interval(self, belief: float) -> tuple[float, float]:
        """Between these p lies with this probability, and below and above them with equal ones."""
        low, high = beta(self.successes, self.failures).interval(belief)
        return float(low), float(high)


def _require_counts(successes: int, trials: int) -> None:
    counts = np.array([successes, trials], dtype=np.float64)
    if not (0 <= successes <= trials) or (counts != np.floor(counts)).any():
        raise InputError(f"successes are a whole number between 0 and the trials, got {successes} of {trials}.")
