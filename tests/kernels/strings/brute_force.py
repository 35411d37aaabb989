"""Features of sequences by their definitions: places chosen one by one, stretches cut one by one, alignments listed."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations

import numpy as np


def subsequence_features(sequence: Sequence[Hashable], length: int, decay: float) -> Counter:
    """Σ over all choices of `length` places of decay^extent, for each word that stands there."""
    features: Counter = Counter()
    for places in combinations(range(len(sequence)), length):
        features[tuple(sequence[i] for i in places)] += decay ** (places[-1] - places[0] + 1)
    return features


def substring_features(sequence: Sequence[Hashable], decay: float) -> Counter:
    """decay^length for each stretch."""
    features: Counter = Counter()
    for i in range(len(sequence)):
        for j in range(i + 1, len(sequence) + 1):
            features[tuple(sequence[i:j])] += decay ** (j - i)
    return features


def inner(x: Counter, z: Counter) -> float:
    """⟨x, z⟩."""
    return float(sum(value * z[word] for word, value in x.items() if word in z))


def alignments(lengths: tuple[int, int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All ways to pair places of one sequence with places of another, in their order, one pair or more."""
    for count in range(1, min(lengths) + 1):
        for left in combinations(range(lengths[0]), count):
            for right in combinations(range(lengths[1]), count):
                yield left, right


def alignment_sum(
    x: Sequence[Hashable],
    z: Sequence[Hashable],
    score: Callable[[Hashable, Hashable], float],
    beta: float,
    opening: float,
    extension: float,
) -> float:
    """1 + Σ over alignments of e^(beta score), by listing them."""
    total = 1.0
    for left, right in alignments((len(x), len(z))):
        value = sum(score(x[i], z[j]) for i, j in zip(left, right, strict=True))
        for places in (left, right):
            gaps = np.diff(places) - 1
            value -= float(np.where(gaps > 0, opening + extension * (gaps - 1), 0.0).sum())
        total += float(np.exp(beta * value))
    return total
