"""Remote homology as it is tested: one family of a super-family of proteins left out, the others to learn from.

For each of some families of SCOP: its members are the positive test, the other members of its super-family the positive
training examples; negatives are from other folds, in random order, as many shares of them in training as of the
positives, three quarters at most. All families draw on one pool, so that one Gram matrix serves them all.
"""

import lzma
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from drupe.experiments.archives import SCOP40
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError

MEMBERS, RELATIVES = 8, 15
"""Fewest members of a family, and fewest others in its super-family."""

FAMILIES, STRANGERS = 40, 1200
"""Families that are drawn, and domains of other super-families that are added to theirs."""

MOST = 0.75
"""Largest share of the negatives that is learned from."""


@dataclass(frozen=True, eq=False)
class Trial:
    """One family left out.

    Parameters
    ----------
    family
        Its name.
    train, test
        Positions in the pool.
    learned, truth
        Whether each of them belongs to the super-family.
    """

    family: str
    train: Index = field(repr=False)
    test: Index = field(repr=False)
    learned: npt.NDArray[np.bool_] = field(repr=False)
    truth: npt.NDArray[np.bool_] = field(repr=False)


@dataclass(frozen=True, eq=False)
class Pool:
    """Domains that all trials draw on.

    Parameters
    ----------
    sequences
        Their letters.
    trials
        The families left out.
    """

    sequences: Sequence[str] = field(repr=False)
    trials: tuple[Trial, ...]


def domains(folder: Path) -> tuple[list[str], list[str]]:
    """Families (class.fold.super-family.family) and sequences of all domains."""
    absence = SCOP40.absence(folder)
    if absence is not None:
        raise InputError(absence)
    with lzma.open(folder / SCOP40.file, "rt", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    return [row[1] for row in rows], [row[2] for row in rows]


def pool(families: Sequence[str], sequences: Sequence[str], count: int, strangers: int) -> Pool:
    """The pool of so many families, drawn from those that have enough members and relatives."""
    supers, folds = (np.array([level(name, depth) for name in families]) for depth in (3, 2))
    members, relatives = Counter(families), Counter(supers.tolist())
    enough = [
        name
        for name in sorted(members)
        if members[name] >= MEMBERS and relatives[level(name, 3)] - members[name] >= RELATIVES
    ]
    rng = np.random.default_rng(1)
    drawn = [str(name) for name in rng.choice(enough, min(count, len(enough)), replace=False)]
    inside = np.isin(supers, [level(name, 3) for name in drawn])
    others = np.flatnonzero(~inside)
    added = rng.choice(others, min(strangers, len(others)), replace=False)
    kept = np.sort(np.concatenate([np.flatnonzero(inside), added]))
    names = np.array(families)[kept]
    trials = tuple(_trial(name, names, supers[kept], folds[kept]) for name in drawn)
    return Pool([sequences[place] for place in kept], trials)


def level(name: str, depth: int) -> str:
    """The first parts of a name.

    >>> level("a.1.2.7", 3)
    'a.1.2'
    """
    return ".".join(name.split(".")[:depth])


def _trial(
    family: str, names: npt.NDArray[np.str_], supers: npt.NDArray[np.str_], folds: npt.NDArray[np.str_]
) -> Trial:
    own, related = names == family, supers == level(family, 3)
    train, test = np.flatnonzero(related & ~own), np.flatnonzero(own)
    others = np.random.default_rng(0).permutation(np.flatnonzero(folds != level(family, 2)))
    cut = round(min(MOST, len(train) / (len(train) + len(test))) * len(others))
    seen, fresh = np.concatenate([train, others[:cut]]), np.concatenate([test, others[cut:]])
    return Trial(family, seen, fresh, related[seen], related[fresh])
