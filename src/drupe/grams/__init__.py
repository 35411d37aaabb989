"""Grams: a kernel on given examples as a symmetric operator, held, cached, changed or approximated."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.grams.base import Gram
    from drupe.grams.cached import CachedGram, CacheUse
    from drupe.grams.centered import CenteredGram
    from drupe.grams.dense import DenseGram
    from drupe.grams.landmarks import Nystroem, nystroem
    from drupe.grams.lazy import LazyGram
    from drupe.grams.linear import LinearGram
    from drupe.grams.low_rank import LowRankGram
    from drupe.grams.normalized import NormalizedGram
    from drupe.grams.part import PartGram
    from drupe.grams.pivoted_cholesky import IncompleteCholesky, incomplete_cholesky
    from drupe.grams.shifted import ShiftedGram
    from drupe.grams.signed import SignedGram
    from drupe.grams.spectrum import Eigenpairs, eigenpairs
    from drupe.grams.weighted import WeightedGram
else:
    on_first_use(__name__)

__all__ = [
    "CacheUse",
    "CachedGram",
    "CenteredGram",
    "DenseGram",
    "Eigenpairs",
    "Gram",
    "IncompleteCholesky",
    "LazyGram",
    "LinearGram",
    "LowRankGram",
    "NormalizedGram",
    "Nystroem",
    "PartGram",
    "ShiftedGram",
    "SignedGram",
    "WeightedGram",
    "eigenpairs",
    "incomplete_cholesky",
    "nystroem",
]
