"""A simulation of coverage: certificates against true risks, and how many lie on the wrong side."""

from typing import Any, Self

import numpy as np
from scipy.stats import binom

from drupe.bounds.base import Bound, checked_delta
from drupe.bounds.world import World
from drupe.foundation.arrays import Vector
from drupe.foundation.canvas import COLORS, FAINT, INK, WARNING, canvas
from drupe.foundation.errors import InputError
from drupe.foundation.randomness import RandomState, generator


class CoverageDisplay:
    """One point for each sample: its certificate to the right, the true risk upwards; above the diagonal it failed.

    Parameters
    ----------
    values
        Certificates.
    risks
        True risks of the rules they speak of.
    delta
        Share of failures that was promised not to be exceeded.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> CoverageDisplay([0.2, 0.1], [0.1, 0.15], delta=0.05).violations
    1
    """

    def __init__(self, values: Any, risks: Any, *, delta: float):
        self.values: Vector = np.asarray(values, dtype=np.float64)
        self.risks: Vector = np.asarray(risks, dtype=np.float64)
        if self.values.shape != self.risks.shape or not len(self.values):
            raise InputError(f"got {len(self.values)} certificates and {len(self.risks)} risks; they must match.")
        self.delta = checked_delta(delta)

    @classmethod
    def from_bound(
        cls,
        bound: Bound[Any],
        world: World[Any] | None = None,
        *,
        draws: int = 500,
        delta: float = 0.05,
        random_state: RandomState = 0,
        ax: Any = None,
    ) -> Self:
        """Try a bound in a world of known risk; the first of its own unless one is given."""
        rng = generator(random_state)
        outcomes = [(world or bound.worlds()[0]).draw(rng) for _ in range(draws)]
        values = [bound.risk(outcome.witness, delta) for outcome in outcomes]
        return cls(values, [outcome.risk for outcome in outcomes], delta=delta).plot(ax)

    @property
    def violations(self) -> int:
        """How often the risk lies above its certificate."""
        return int((self.risks > self.values).sum())

    @property
    def allowed(self) -> int:
        """The number of violations that only one of a thousand such simulations would exceed."""
        return int(binom.ppf(0.999, len(self.values), self.delta))

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (5.2, 4.6))
        failed = self.risks > self.values
        top = 1.05 * max(self.values.max(), self.risks.max())
        ax.plot([0.0, top], [0.0, top], color=FAINT, linewidth=1.0)
        ax.scatter(self.values[~failed], self.risks[~failed], s=14, color=COLORS[0], alpha=0.5, linewidth=0)
        ax.scatter(self.values[failed], self.risks[failed], s=22, color=WARNING, linewidth=0)
        share = self.violations / len(self.values)
        ax.set_title(
            f"{self.violations} of {len(self.values)} fail ({share:.1%}); promised: at most {self.delta:.0%}",
            fontsize=10.5,
            color=INK if self.violations <= self.allowed else WARNING,
        )
        ax.set(xlabel="certificate", ylabel="true risk", xlim=(0.0, top), ylim=(0.0, top))
        self.ax_, self.figure_ = ax, ax.figure
        return self
