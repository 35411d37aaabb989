"""How the comparisons of a form see examples, once those on the right are known."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.forms.nodes import Base, Metric


@dataclass(frozen=True, eq=False)
class Outlook:
    """Distinct comparisons, anchored at the examples on the right, and which of them each base of a form is.

    Bases that share their views share what these see, which is computed once.

    Parameters
    ----------
    distinct
        One comparison for each tuple of views.
    places
        Where among them each base stands.
    right
        What each of them sees of the examples on the right.
    """

    distinct: tuple[Base, ...]
    places: tuple[int, ...]
    right: tuple[Vectors, ...]

    @classmethod
    def of(cls, bases: Sequence[Base], right: Inputs) -> "Outlook":
        """With these examples on the right."""
        kept = {_key(base): base for base in bases}
        found = [_anchored(base, right) for base in kept.values()]
        places = {key: place for place, key in enumerate(kept)}
        return cls(
            tuple(base for base, _ in found),
            tuple(places[_key(base)] for base in bases),
            tuple(seen for _, seen in found),
        )

    @property
    def seen(self) -> list[Vectors]:
        """The examples on the right, as each base sees them."""
        return [self.right[place] for place in self.places]

    def look(self, left: Inputs) -> list[Vectors]:
        """Examples on the left, as each base sees them."""
        seen = [_unseen(left) if base.metric is Metric.SAME else base.look(left) for base in self.distinct]
        return [seen[place] for place in self.places]


def _key(base: Base) -> object:
    return base.metric is Metric.SAME, base.views


def _anchored(base: Base, right: Inputs) -> tuple[Base, Vectors]:
    return (base, _unseen(right)) if base.metric is Metric.SAME else base.anchored(right)


def _unseen(inputs: Inputs) -> Vectors:
    """Whoever only asks which examples are the same looks at no coordinates: none are made for it."""
    return inputs if isinstance(inputs, Vectors) else Vectors(np.empty((len(inputs), 0)), inputs.origin)
