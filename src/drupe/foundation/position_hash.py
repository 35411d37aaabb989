"""Chance by position: numbers that look drawn, and are the same wherever, whenever and in whatever order one asks."""

from zlib import crc32

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError

Words = npt.NDArray[np.uint64]

STEP = np.uint64(0x9E3779B97F4A7C15)
"""The odd number next to 2⁶⁴ over the golden ratio, by which the state moves."""


def uniforms(first: int, count: int, seed: int) -> Vector:
    """Numbers in [0, 1) of the rows first, first + 1, ..., as if drawn independently for every row and every seed.

    Rows that are held out, folds and samples are chosen by them, so that whoever reads any part of the data, in any
    process and version, chooses the same rows without a word to the others. One seed serves one use: who holds rows out
    by u < 0.1 and deals five folds by the same u takes half of the first fold away; `seed_for` parts the uses.

    Parameters
    ----------
    first
        Position of the first row among all rows.
    count
        How many rows.
    seed
        A whole number in [0, 2⁶⁴).

    Examples
    --------
    >>> bool((uniforms(0, 10, seed=7)[4:] == uniforms(4, 6, seed=7)).all())
    True
    >>> bool(abs((uniforms(0, 100_000, seed=7) < 0.1).mean() - 0.1) < 0.003)
    True

    References
    ----------
    [Steele14]_, figure 17, place not checked (SplittableRandom's mix of 64 bits).
    """
    _check("first", first)
    _check("count", count)
    _check("seed", seed)
    # The state is mixed before it is used: else seeds one STEP apart would give the same numbers, one row apart.
    return np.asarray((splitmix(first, count, _word(0, seed)) >> np.uint64(11)) * 2.0**-53)


def held_out(first: int, count: int, share: float, seed: int) -> npt.NDArray[np.bool_]:
    """Which of the rows first, first + 1, ... are held out: a share of all, the same for who fits and who tests.

    With the same seed a smaller share is a part of a larger one.

    >>> held_out(0, 12, share=0.25, seed=1).nonzero()[0].tolist()
    [0, 7, 10]
    """
    if not 0.0 <= share <= 1.0:
        raise ParameterError(f"share must lie in [0, 1], got {share!r}.")
    return np.asarray(uniforms(first, count, seed_for("hold-out", seed)) < share)


def seed_for(use: str, seed: int) -> int:
    """The seed of one use among several that a user's one seed stands for.

    >>> seed_for("hold-out", 0) == seed_for("hold-out", 0), seed_for("hold-out", 0) == seed_for("folds", 0)
    (True, False)
    """
    _check("seed", seed)
    return _word(crc32(use.encode()), seed)


def splitmix(first: int, count: int, state: int) -> Words:
    """The words number first, first + 1, ... of the generator SplitMix64 that starts from the state.

    >>> hex(splitmix(0, 1, 0).item())
    '0xe220a8397b1dcdaf'
    """
    places = np.arange(1, count + 1, dtype=np.uint64) + np.uint64(first % 2**64)
    z = places * STEP + np.uint64(state)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(z ^ (z >> np.uint64(31)))


def _word(place: int, state: int) -> int:
    return int(splitmix(place, 1, state)[0])


def _check(name: str, value: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 0 <= value < 2**64:
        raise ParameterError(f"{name} must be a whole number in [0, 2^64), got {value!r}.")
