"""A world in which the true risk is known: where a bound can be caught lying."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

W = TypeVar("W")


@dataclass(frozen=True)
class Outcome(Generic[W]):
    """One training run: what the bound gets to see, and what is true.

    Parameters
    ----------
    witness
        What the bound may know.
    risk
        The exact risk of the rule that was learned.
    """

    witness: W
    risk: float


@dataclass(frozen=True)
class World(Generic[W]):
    """A distribution and a way to learn in it, both so simple that the risk is known exactly.

    Parameters
    ----------
    name
        What happens there, in a few words.
    draw
        One training run with fresh examples.
    """

    name: str
    draw: Callable[[np.random.Generator], Outcome[W]]
