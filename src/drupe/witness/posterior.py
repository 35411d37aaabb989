"""What a learner believed before and after: the witnesses of PAC-Bayes."""

from dataclasses import dataclass

from drupe.foundation.parameters import Checked, Interval, nonnegative, ranged, whole
from drupe.witness.training import Training


@dataclass(frozen=True)
class Chosen(Training):
    """One rule of a countable class, the less believed in beforehand the dearer.

    Parameters
    ----------
    errors
        Its mistakes among the n training examples.
    n
        How many there are.
    information
        ln(1 / P(rule)), for a prior P that was fixed before the data.

    Examples
    --------
    >>> Chosen(errors=0, n=10, information=2.0).consistent
    True
    """

    information: float = nonnegative()


@dataclass(frozen=True)
class Posterior(Checked):
    """A distribution Q over rules, its mean error in training and its divergence from the prior P.

    Parameters
    ----------
    rate
        Share of training examples that a rule drawn from Q gets wrong, on average over Q.
    n
        Number of training examples.
    divergence
        KL(Q ‖ P) in nats.

    Examples
    --------
    >>> Posterior(rate=0.1, n=100, divergence=3.0).divergence
    3.0
    """

    rate: float = ranged(Interval(0.0, 1.0, closed_high=True))
    n: int = whole(1)
    divergence: float = nonnegative()

    @property
    def consistent(self) -> bool:
        """Whether no rule errs in training, but for rules of weight zero."""
        return self.rate == 0.0


@dataclass(frozen=True)
class Region(Posterior):
    """The prior restricted to a set U of rules; its divergence is ln(1 / P(U)).

    Parameters
    ----------
    rate
        Share of training examples that a rule drawn from U gets wrong, on average.
    n
        Number of training examples.
    divergence
        ln(1 / P(U)).

    Examples
    --------
    >>> Region(rate=0.0, n=100, divergence=3.0).consistent
    True
    """


@dataclass(frozen=True)
class SummarizedRegion(Region):
    """A set of rules whose vote is, everywhere, the answer of the fitted rule.

    Such is every set that is symmetric about the fitted hyperplane: a cap of the sphere, or version space cut with
    its mirror image.

    Parameters
    ----------
    rate
        Share of training examples that a rule drawn from the set gets wrong, on average.
    n
        Number of training examples.
    divergence
        ln(1 / P(U)).

    Examples
    --------
    >>> SummarizedRegion(rate=0.0, n=100, divergence=3.0).n
    100
    """
