"""One Gram of every kind, and from outside the matrix that it stands for."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.sparse import csr_array

from drupe.grams import (
    CachedGram,
    CenteredGram,
    DenseGram,
    Gram,
    LazyGram,
    LinearGram,
    LowRankGram,
    NormalizedGram,
    PartGram,
    ShiftedGram,
    SignedGram,
    WeightedGram,
    eigenpairs,
    incomplete_cholesky,
    nystroem,
)
from drupe.grams.lent import HeldGram
from drupe.inputs import Inputs, Origin, Vectors
from drupe.kernels import Gaussian, Kernel

SIZE = 23
RNG = np.random.default_rng(20)
POINTS = RNG.normal(size=(SIZE, 3))
NEW_POINTS = RNG.normal(size=(5, 3))
SIGNS = np.where(np.arange(SIZE) % 3, 1, -1)
SHIFTS = np.linspace(0.5, 2.0, SIZE)
FACTOR = RNG.normal(size=(SIZE, 4))
WORDS = [f"{i:b}" * (1 + i % 3) for i in range(1, SIZE + 1)]
NEW_WORDS = ["0", "0110", "111000"]


@dataclass(frozen=True, eq=False)
class Words(Inputs):
    """Strings, to show that nothing here needs vectors."""

    texts: tuple[str, ...]
    origin: Origin = field(repr=False)

    def __len__(self) -> int:
        return len(self.texts)

    def _take(self, index: np.ndarray) -> "Words":
        return Words(tuple(self.texts[i] for i in index), self.origin.take(index))


def letters(text: str) -> np.ndarray:
    return np.array([text.count("0"), text.count("1"), 1.0])


@dataclass(frozen=True)
class SharedLetters(Kernel[Words]):
    """⟨counts(x), counts(z)⟩: a kernel without a native form; refuses what no caller should ask."""

    def matrix(self, left: Words, right: Words) -> np.ndarray:
        assert len(left)
        assert len(right)
        return np.array([[letters(x) @ letters(z) for z in right.texts] for x in left.texts])


def words(texts: list[str]) -> Words:
    return Words(tuple(texts), Origin.new(len(texts)))


def gaussian(x: np.ndarray, z: np.ndarray, width: float = 1.5) -> np.ndarray:
    return np.array([[np.exp(-np.sum((a - b) ** 2) / (2 * width**2)) for b in z] for a in x])


K = gaussian(POINTS, POINTS)
NEW = gaussian(NEW_POINTS, POINTS)
LETTERS = np.array([[letters(a) @ letters(b) for b in WORDS] for a in WORDS])
NEW_LETTERS = np.array([[letters(a) @ letters(b) for b in WORDS] for a in NEW_WORDS])
H = np.eye(SIZE) - 1.0 / SIZE


def lazy(dtype: type = np.float64) -> LazyGram:
    return LazyGram(Gaussian(1.5), Vectors.of(POINTS.astype(dtype)))


def lazy_words() -> LazyGram:
    return LazyGram(SharedLetters(), words(WORDS))


def unit(diagonal: np.ndarray) -> np.ndarray:
    return np.diag(1.0 / np.sqrt(diagonal))


def low_rank(pivots: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    return matrix[:, pivots] @ np.linalg.solve(matrix[np.ix_(pivots, pivots)], matrix[pivots])


@dataclass(frozen=True)
class Sample:
    """A Gram, and from outside the matrix that it stands for, for its own examples and against new ones."""

    make: Callable[[], Gram]
    matrix: np.ndarray
    new: Callable[[], Inputs] | None = None
    against: np.ndarray | None = None
    precision: float = 1e-10


def new_vectors() -> Inputs:
    return Vectors.of(NEW_POINTS)


def new_words() -> Inputs:
    return words(NEW_WORDS)


PART = np.array([4, 0, 17, 9, 9, 21])
CENTERED_NEW = NEW - NEW.mean(axis=1)[:, None] - K.mean(axis=0) + K.mean()
LOW = low_rank(np.array([3, 8, 15]), K)

SAMPLES = {
    "lazy": Sample(lazy, K, new_vectors, NEW),
    "lazy, float32": Sample(lambda: lazy(np.float32), K, new_vectors, NEW, precision=2e-5),
    "lazy, two threads": Sample(lambda: LazyGram(Gaussian(1.5), Vectors.of(POINTS), n_jobs=2), K, new_vectors, NEW),
    "lazy, words": Sample(lazy_words, LETTERS, new_words, NEW_LETTERS),
    "held for many": Sample(lambda: HeldGram(lazy()), K, new_vectors, NEW),
    "cached": Sample(lambda: CachedGram(lazy(), 7 * 8 * SIZE), K, new_vectors, NEW),
    "cached, words": Sample(lambda: CachedGram(lazy_words(), 7 * 8 * SIZE), LETTERS, new_words, NEW_LETTERS),
    "cached, a part": Sample(
        lambda: CachedGram(lazy(), 7 * 8 * SIZE).take(PART), K[np.ix_(PART, PART)], new_vectors, NEW[:, PART]
    ),
    "dense": Sample(lambda: DenseGram(K), K),
    "dense, float32": Sample(lambda: DenseGram(K.astype(np.float32)), K, precision=1e-6),
    "dense, columns first": Sample(lambda: DenseGram(np.asfortranarray(K)), K),
    "part": Sample(lambda: PartGram(lazy(), PART), K[np.ix_(PART, PART)], new_vectors, NEW[:, PART]),
    "shifted": Sample(lambda: ShiftedGram(lazy(), 0.75), K + 0.75 * np.eye(SIZE), new_vectors, NEW),
    "shifted, each": Sample(
        lambda: ShiftedGram(lazy_words(), SHIFTS), LETTERS + np.diag(SHIFTS), new_words, NEW_LETTERS
    ),
    "shifted, float32": Sample(
        lambda: ShiftedGram(lazy(np.float32), 0.75), K + 0.75 * np.eye(SIZE), new_vectors, NEW, precision=2e-5
    ),
    "centered": Sample(lambda: CenteredGram(lazy()), H @ K @ H, new_vectors, CENTERED_NEW),
    "centered, words": Sample(
        lambda: CenteredGram(lazy_words()),
        H @ LETTERS @ H,
        new_words,
        (NEW_LETTERS - LETTERS.mean(axis=0)) @ H,
    ),
    "normalized": Sample(
        lambda: NormalizedGram(lazy_words()),
        unit(LETTERS.diagonal()) @ LETTERS @ unit(LETTERS.diagonal()),
        new_words,
        unit(np.array([letters(a) @ letters(a) for a in NEW_WORDS])) @ NEW_LETTERS @ unit(LETTERS.diagonal()),
    ),
    "signed": Sample(lambda: SignedGram(lazy(), SIGNS), SIGNS[:, None] * K * SIGNS),
    "signed, shifted, cached": Sample(
        lambda: SignedGram(ShiftedGram(CachedGram(lazy(), 10**6), 0.5), SIGNS),
        SIGNS[:, None] * (K + 0.5 * np.eye(SIZE)) * SIGNS,
    ),
    "normalized, centered": Sample(
        lambda: NormalizedGram(CenteredGram(lazy())),
        unit((H @ K @ H).diagonal()) @ H @ K @ H @ unit((H @ K @ H).diagonal()),
        new_vectors,
        unit(1.0 - 2.0 * NEW.mean(axis=1) + K.mean()) @ CENTERED_NEW @ unit((H @ K @ H).diagonal()),
    ),
    "linear": Sample(lambda: LinearGram(Vectors.of(POINTS)), POINTS @ POINTS.T, new_vectors, NEW_POINTS @ POINTS.T),
    "linear, sparse": Sample(
        lambda: LinearGram(Vectors.of(csr_array(POINTS))), POINTS @ POINTS.T, new_vectors, NEW_POINTS @ POINTS.T
    ),
    "low rank": Sample(lambda: LowRankGram(FACTOR), FACTOR @ FACTOR.T),
    "low rank, by pivots": Sample(
        lambda: incomplete_cholesky(lazy_words(), rank=SIZE).gram, LETTERS, new_words, NEW_LETTERS
    ),
    "low rank, by landmarks": Sample(
        lambda: nystroem(lazy(), [3, 8, 15]).gram,
        LOW,
        new_vectors,
        NEW[:, [3, 8, 15]] @ np.linalg.solve(K[np.ix_([3, 8, 15], [3, 8, 15])], K[[3, 8, 15]]),
    ),
    "weighted": Sample(lambda: WeightedGram(lazy(), SHIFTS), np.sqrt(np.outer(SHIFTS, SHIFTS)) * K),
    "low rank, by eigenpairs": Sample(lambda: eigenpairs(lazy_words(), 3).gram, LETTERS, new_words, NEW_LETTERS),
}
