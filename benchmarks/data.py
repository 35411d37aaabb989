"""Classification problems with customary parameters: public data where they are at hand, others made or bundled."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from measure import Settings
from sklearn.datasets import load_digits

BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Where public data sets are looked for if nobody says where they are."""

FEWEST = 240
"""Examples that are left of a problem when it only has to show that everything runs."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Examples to learn from, examples to predict, and the parameters of the machine."""

    x: Any
    y: np.ndarray
    new: Any
    C: float
    gamma: float

    def shortened(self) -> "Problem":
        """A small part of it, with the classes as they are mixed."""
        few = np.linspace(0, self.x.shape[0] - 1, max(FEWEST, self.x.shape[0] // 40)).astype(np.int64)
        return replace(self, x=self.x[few], y=self.y[few], new=self.new[:FEWEST])


def noisy(examples: int, columns: int = 20, noise: float = 0.1, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """A quadratic border in many dimensions, with some labels turned."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((examples, columns))
    along, left, right = (x @ direction for direction in np.random.default_rng(1).standard_normal((3, columns)))
    y = (along + left * right / np.sqrt(columns) > 0).astype(np.int64)
    turned = rng.random(examples) < noise
    return x, np.where(turned, 1 - y, y)


def unit_interval(x: np.ndarray) -> np.ndarray:
    """Every column from 0 to 1."""
    low, high = x.min(axis=0), x.max(axis=0)
    return np.asarray((x - low) / np.where(high > low, high - low, 1.0))


def ones(file: Any, part: str) -> sp.csr_matrix:
    """A sparse table of ones."""
    indices, starts = file[f"{part}_indices"].astype(np.int32), file[f"{part}_indptr"].astype(np.int32)
    return sp.csr_matrix((np.ones(len(indices)), indices, starts), shape=(len(starts) - 1, int(file["n_features"])))


def usps(folder: Path) -> Problem:
    with np.load(folder / "usps.npz") as file:
        return Problem(file["X_train"] / 1000.0, file["y_train"], file["X_test"] / 1000.0, 10.0, 1.0 / 128.0)


def mnist(folder: Path) -> Problem:
    with np.load(folder / "mnist.npz") as file:
        x, y = file["X_train"][:10_000], file["y_train"][:10_000]
        return Problem(x / 255.0, y, file["X_test"] / 255.0, 10.0, 0.02)


def ijcnn1(folder: Path) -> Problem:
    with np.load(folder / "ijcnn1.npz") as file:
        x, y = file["X_train"][:20_000], file["y_train"][:20_000]
        return Problem(x.astype(np.float64), y, file["X_test"].astype(np.float64), 32.0, 2.0)


def a9a(folder: Path) -> Problem:
    with np.load(folder / "a9a.npz") as file:
        return Problem(ones(file, "train"), file["y_train"], ones(file, "test"), 1.0, 0.05)


def a9a_dense(folder: Path) -> Problem:
    sparse = a9a(folder)
    return replace(sparse, x=sparse.x.toarray(), new=sparse.new.toarray())


def w8a(folder: Path) -> Problem:
    with np.load(folder / "w8a.npz") as file:
        x = ones(file, "train")
        return Problem(x, file["y_train"], x[:5_000], 8.0, 0.125)


def classic(name: str, first: int, C: float, gamma: float) -> Callable[[Path], Problem]:
    def load(folder: Path) -> Problem:
        with np.load(folder / "classic.npz") as file:
            x, y = unit_interval(file[f"{name}_X"].astype(np.float64)), file[f"{name}_y"]
        return Problem(x[:first], y[:first], x[first:], C, gamma)

    return load


def digits(folder: Path | None) -> Problem:
    x, y = load_digits(return_X_y=True)
    return Problem(x[:1_200], y[:1_200], x[1_200:], 10.0, 0.001)


def made(folder: Path | None) -> Problem:
    x, y = noisy(12_000)
    return Problem(x[:8_000], y[:8_000], x[8_000:], 1.0, 0.05)


def cover(examples: int) -> Problem:
    """Like a map of forests: ten quantities, one of 4 areas and one of 40 soils, two classes with a winding border."""
    rng = np.random.default_rng(0)
    laws = np.random.default_rng(1)
    bends, shifts = laws.standard_normal((3, 10)), laws.standard_normal((44, 3))
    quantities = rng.random((examples, 10))
    areas, soils = rng.integers(0, 4, examples), rng.integers(0, 40, examples)
    bent = (quantities - 0.5) @ bends.T * 3.0 + shifts[areas] + 0.5 * shifts[4 + soils]
    y = (np.sin(bent).sum(axis=1) > 0.0) ^ (rng.random(examples) < 0.01)
    x = np.hstack([quantities, np.eye(4)[areas], np.eye(40)[soils]])
    return Problem(x, y.astype(np.int64), x[:1_000], 10.0, 1.0)


PUBLIC: dict[str, tuple[str, Callable[[Path], Problem]]] = {
    "usps": ("usps.npz", usps),
    "letter": ("classic.npz", classic("letter", 16_000, 16.0, 8.0)),
    "ijcnn1": ("ijcnn1.npz", ijcnn1),
    "a9a dense": ("a9a.npz", a9a_dense),
    "a9a CSR": ("a9a.npz", a9a),
    "w8a CSR": ("w8a.npz", w8a),
    "mnist": ("mnist.npz", mnist),
    "shuttle": ("classic.npz", classic("shuttle", 43_500, 100.0, 8.0)),
    "satimage": ("classic.npz", classic("satimage", 4_435, 16.0, 2.0)),
}

AT_HAND: dict[str, Callable[[Path | None], Problem]] = {"digits": digits, "made": made}


def folder(settings: Settings) -> Path | None:
    """Where the public data are: where the settings say, else beside the project, else nowhere."""
    return settings.data or (BESIDE if BESIDE.is_dir() else None)


def names(settings: Settings) -> list[str]:
    """Problems whose data are there; bundled and made ones if there are no public ones."""
    place = folder(settings)
    there = [name for name, (file, _) in PUBLIC.items() if place is not None and (place / file).exists()]
    return there or list(AT_HAND)


def problem(name: str, settings: Settings) -> Problem:
    """A problem by its name; "ijcnn1 of 5000" has so many examples, which `quick` does not shorten."""
    whole, of, examples = name.partition(" of ")
    if of:
        return grown(whole, int(examples), settings)
    found = AT_HAND[name](None) if name in AT_HAND else PUBLIC[name][1](_place(settings))
    return found.shortened() if settings.quick else found


def grown(name: str, examples: int, settings: Settings) -> Problem:
    """A problem in any size: `cover`, the first digits of `mnist`, or any examples of `ijcnn1`."""
    if name == "cover":
        return cover(examples)
    with np.load(_place(settings) / f"{name}.npz") as file:
        x, y = (np.concatenate([file[f"{what}_train"], file[f"{what}_test"]]) for what in "Xy")
    if name == "mnist":  # its test examples stay apart
        return Problem(x[:examples] / 255.0, y[:examples], x[60_000:] / 255.0, 10.0, 0.02)
    some = np.random.default_rng(0).permutation(len(x))[:examples]
    return Problem(x[some].astype(np.float64), y[some], x[:10_000].astype(np.float64), 32.0, 2.0)


def _place(settings: Settings) -> Path:
    place = folder(settings)
    assert place is not None
    return place
