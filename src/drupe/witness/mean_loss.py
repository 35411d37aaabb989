"""The mean loss of the fitted rule in training, for losses that cannot exceed a limit."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, nonnegative, positive, whole


@dataclass(frozen=True)
class MeanLoss(Checked):
    """(1/n) Σ ℓᵢ with 0 ≤ ℓ ≤ largest.

    Parameters
    ----------
    loss
        The mean over the training examples.
    largest
        What no loss exceeds, those of future examples included.
    n
        Number of examples.

    Examples
    --------
    >>> MeanLoss(loss=0.1, largest=1.0, n=100).loss
    0.1
    """

    loss: float = nonnegative()
    largest: float = positive()
    n: int = whole(1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.loss > self.largest:
            raise InputError(f"the mean loss {self.loss} exceeds the largest loss {self.largest}.")


@dataclass(frozen=True)
class FreshLoss(MeanLoss):
    """The mean loss of a function on examples that it was not fitted on.

    Parameters
    ----------
    loss
        The mean over the fresh examples.
    largest
        What no loss exceeds, those of future examples included.
    n
        Number of examples.

    Examples
    --------
    >>> FreshLoss(loss=0.1, largest=1.0, n=100).n
    100
    """


@dataclass(frozen=True)
class StableLoss(MeanLoss):
    """The mean loss of a rule that one example more or less hardly changes.

    Parameters
    ----------
    loss
        The mean over the training examples.
    largest
        What no loss exceeds, those of future examples included.
    n
        Number of examples.
    change
        β: by how much at most any loss changes when one training example is left out.

    Examples
    --------
    >>> StableLoss(loss=0.1, largest=1.0, n=100, change=0.01).change
    0.01
    """

    change: float = nonnegative()


@dataclass(frozen=True)
class StableDeletedLoss(StableLoss):
    """The mean loss of each example under the rule learned without it, for a stable learner.

    Parameters
    ----------
    loss
        The mean leave-one-out loss.
    largest
        What no loss exceeds, those of future examples included.
    n
        Number of examples.
    change
        β: by how much at most any loss changes when one of n training examples is left out.

    Examples
    --------
    >>> StableDeletedLoss(loss=0.1, largest=1.0, n=100, change=0.01).loss
    0.1
    """


@dataclass(frozen=True)
class RichLoss(MeanLoss):
    """The mean loss of a rule from a class that fits random signs so well.

    Parameters
    ----------
    loss
        The mean over the training examples.
    largest
        What no loss exceeds, those of future examples included.
    n
        Number of examples.
    richness
        E sup (1/n) Σ σᵢ ℓᵢ over the rules of the class, the empirical Rademacher average of their losses.

    Examples
    --------
    >>> RichLoss(loss=0.1, largest=1.0, n=100, richness=0.05).richness
    0.05
    """

    richness: float = nonnegative()


@dataclass(frozen=True)
class RegularizedLoss(MeanLoss):
    """The mean loss of the minimizer of (1/n) Σ ℓ + ridge ‖f‖², for a convex loss whose slope is at most 1.

    Parameters
    ----------
    loss
        The mean over the training examples.
    largest
        What no loss exceeds, those of future examples included.
    n
        Number of examples.
    ridge
        λ.
    radius
        κ = sup √k(x, x), future examples included.

    Examples
    --------
    >>> RegularizedLoss(loss=0.1, largest=1.0, n=100, ridge=0.5, radius=1.0).ridge
    0.5
    """

    ridge: float = positive()
    radius: float = positive()
