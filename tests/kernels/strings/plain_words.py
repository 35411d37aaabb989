"""Features of sequences as plain counters, written as the formulas read: what the kernels are compared with."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

Features = Counter[Any]


def gram(left: Sequence[Features], right: Sequence[Features]) -> np.ndarray:
    """Inner products of counters."""
    values = [[math.fsum(x[u] * z[u] for u in x) for z in right] for x in left]
    return np.array(values, dtype=np.float64).reshape(len(left), len(right))


def windows(x: Sequence[Any], length: int) -> list[tuple[Any, ...]]:
    """All contiguous words of one length, from left to right."""
    return [tuple(x[i : i + length]) for i in range(len(x) - length + 1)]


def spectrum(x: Sequence[Any], length: int) -> Features:
    return Counter(windows(x, length))


def substrings(x: Sequence[Any], longest: int, decay: float) -> Features:
    found = Counter(u for length in range(1, longest + 1) for u in windows(x, length))
    return Counter({u: decay ** len(u) * n for u, n in found.items()})


def weighted_degree(x: Sequence[Any], z: Sequence[Any], length: int) -> float:
    """The double sum over lengths and places, in which no feature occurs."""
    total = 0.0
    for d in range(1, length + 1):
        beta = 2.0 * (length - d + 1) / (length * (length + 1))
        places = range(min(len(x), len(z)) - d + 1)
        total += beta * sum(tuple(x[i : i + d]) == tuple(z[i : i + d]) for i in places)
    return total


def mismatch(x: Sequence[Any], length: int, mismatches: int, alphabet: Sequence[Any]) -> Features:
    """Over all words of the alphabet, near or far."""
    known = [w for w in windows(x, length) if set(w) <= set(alphabet)]
    near = {
        u: sum(sum(a != b for a, b in zip(u, w, strict=True)) <= mismatches for w in known)
        for u in product(alphabet, repeat=length)
    }
    return Counter({u: n for u, n in near.items() if n})


def texts(alphabet: str, longest: int = 12) -> st.SearchStrategy[list[str]]:
    """Lists of strings over few letters, some of them empty."""
    return st.lists(st.text(alphabet, max_size=longest), min_size=1, max_size=6)


ODD_LETTERS = "ab\x00é\U0001f34f\ud800"
"""Letters of one, two and four bytes, the first of all, and one that is only half a letter."""


def tokens() -> st.SearchStrategy[list[list[str]]]:
    """Lists of lists of words."""
    return st.lists(st.lists(st.sampled_from(["to", "be", "or", "not", ""]), max_size=9), min_size=1, max_size=6)
