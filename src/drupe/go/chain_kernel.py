"""The kernel of relative subgraph features: points are alike if the same chains of colors start there."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import scipy.sparse as sp

from drupe.foundation.parameters import ranged
from drupe.go.board_points import BoardPoints
from drupe.go.chains import STEPS, ChainPatterns, Roots, chain_features_of
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Form, View, dot


@dataclass(frozen=True)
class ChainCounts(View):
    """Points of boards as counts of the chains of colors that start there."""

    patterns: ChainPatterns

    takes: ClassVar[type[Inputs]] = BoardPoints

    def __call__(self, inputs: Any) -> Vectors:
        parts = [
            chain_features_of(board, inputs.points[examples], self.patterns.longest, roots=self.patterns.roots)
            for board, examples in inputs.boards()
        ]
        order = np.concatenate([examples for _, examples in inputs.boards()])
        rows = sp.csr_array(sp.vstack(parts, format="csr"))[np.argsort(order)]
        return Vectors(sp.csr_array(rows), inputs.origin)


@dataclass(frozen=True)
class Chains(Kernel[BoardPoints]):
    """k(x, z) = Σᵤ n(u, x) n(u, z) over sequences u of colors, n(u, x) = how many paths from x have these colors.

    Paths lead through the common fate graph of the point's board, where a chain of stones is one node, and meet no
    node twice; colors are own, other's and empty, as the player sees them who is to play. Counts of long paths dwarf
    those of short ones: `.normalized()` makes features of length one, as the source does, and `GaussianOf` a radial
    kernel of these.

    Parameters
    ----------
    longest
        Steps of a path at most.
    roots
        Whether points are empty, or may have stones: points of different colors then have nothing in common.

    Examples
    --------
    From the point of the smallest board no path leads on; on a board of 2 × 2 there are two of each length up to 3:

    >>> from drupe.go import Board
    >>> alone, four = Board(1), Board(2)
    >>> Chains(3).matrix(BoardPoints.of([(alone, 0)]), BoardPoints.of([(four, 2)])).item()
    1.0
    >>> Chains(3).matrix(BoardPoints.of([(four, 1)]), BoardPoints.of([(four, 2)])).item()
    13.0

    References
    ----------
    [Graepel02]_, definition 72 and section 10.4.
    """

    longest: int = ranged(STEPS, 6)
    roots: Roots = Roots.EMPTY

    def __post_init__(self) -> None:
        super().__post_init__()
        ChainPatterns(self.longest, self.roots)  # which checks them

    def form(self) -> Form:
        return dot(ChainCounts(ChainPatterns(int(self.longest), self.roots)))
