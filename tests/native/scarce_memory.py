"""A process in which the core's allocations fail one after the other: MemoryError each time, and the next try works.

Run with `failing_allocations.cpp` preloaded; prints for every operation how often it was tried, and how often that
raised MemoryError.
"""

import ctypes
import faulthandler
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.datasets import make_classification

from drupe import SVC, SVR, NuSVC, OneClassSVM
from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.inputs.readers.libsvm_block import plain_block
from drupe.kernels import Gaussian, Polynomial
from drupe.native import read_plain_table
from drupe.solvers.balance import Balanced
from drupe.solvers.box_path import solve_box_paths
from drupe.solvers.many_perceptrons import PerceptronOptions, train_perceptrons
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.samplers import Billiard, Gibbs

EVERY = 12
"""Allocations at the beginning of which each one fails; later ones are further and further apart."""

STEP = 1.4

X, Y = make_classification(150, 6, n_informative=5, n_redundant=0, random_state=0)
LARGE, LARGE_Y = make_classification(1200, 6, n_informative=5, n_redundant=0, random_state=0)
MANY, MANY_Y = make_classification(620, 6, n_informative=5, n_redundant=0, n_classes=5, random_state=0)
WHOLE = np.round(20.0 * LARGE)
"""Small whole numbers, which the core packs as such."""

SPARSE = sp.random_array((600, 30_000), density=1e-3, format="csr", random_state=np.random.default_rng(0))
SIGNS = np.where(X[:, 0] > 0, 1.0, -1.0)
KERNEL = Gaussian(2.0)
TABLE = b"".join(b"%d,%.17g,a rather long word of the third column\n" % (i, i / 7) for i in range(300))
ROWS = b"".join(b"1 %d:%.17g 9:1\n" % (1 + i % 7, i / 7) for i in range(300))


def lazy(x: Any) -> LazyGram:
    return LazyGram(KERNEL, Vectors.of(x), n_jobs=2)


def paths() -> list[np.ndarray]:
    gram = DenseGram(KERNEL(X))
    parts = [np.arange(150), np.arange(0, 150, 2), np.arange(100)]
    problems = [
        BoxProblem(gram, SIGNS[p], -np.ones(len(p)), np.ones(len(p)), p, np.zeros(len(p)), Balanced()) for p in parts
    ]
    found = solve_box_paths(problems, [np.arange(150)] * 3, np.array([0.1, 1.0, 10.0]), Options(threads=2))
    return [np.asarray(path.outputs) for path in found]


def perceptrons(gram: Any) -> np.ndarray:
    orders = np.array([np.random.default_rng(k).permutation(len(gram)) for k in range(4)])
    signs = np.where(np.random.default_rng(9).random((3, len(gram))) < 0.5, 1.0, -1.0)
    return train_perceptrons(gram, signs, orders, PerceptronOptions(max_passes=3)).outputs


def drawn(sampler: Any) -> np.ndarray:
    return sampler.sample(DenseGram(KERNEL(X)), SIGNS, 5, np.random.default_rng(0)).outputs


def table() -> list[Any]:
    numbers, words, *_ = read_plain_table(
        TABLE, ",", ".", [True, True, False], ["missing, in more than sixteen letters"]
    )
    return [*numbers, np.array(words)]


def sparse_rows() -> list[Any]:
    block, used = plain_block(ROWS, 1, 1)
    return [np.array(part) for part in vars(block).values() if isinstance(part, np.ndarray)] + [np.array(used)]


def fitted(machine: Any, x: Any, y: Any = None) -> np.ndarray:
    return machine.fit(x, y).dual_coef_


FITTED = SVC(n_jobs=2).fit(LARGE, LARGE_Y)
FITTED_MANY = SVC(n_jobs=2).fit(MANY, MANY_Y)

OPERATIONS: dict[str, Callable[[], Any]] = {
    "two classes": lambda: fitted(SVC(n_jobs=1), X, Y),
    "two classes, two threads": lambda: fitted(SVC(n_jobs=2), X, Y),
    "two classes, many examples": lambda: fitted(SVC(n_jobs=1), LARGE, LARGE_Y),
    "two classes, many examples, two threads": lambda: fitted(SVC(n_jobs=2), LARGE, LARGE_Y),
    "many classes": lambda: fitted(SVC(n_jobs=1), MANY, MANY_Y),
    "many classes, two threads": lambda: fitted(SVC(n_jobs=2), MANY, MANY_Y),
    "many classes, few examples": lambda: fitted(SVC(n_jobs=2), MANY[:300], MANY_Y[:300]),
    "quantities": lambda: fitted(SVR(n_jobs=2), X, X[:, 0]),
    "nu": lambda: fitted(NuSVC(n_jobs=2), X, Y),
    "one class": lambda: fitted(OneClassSVM(n_jobs=2), LARGE),
    "given matrix": lambda: fitted(SVC(kernel="precomputed"), KERNEL(X), Y),
    "kernel of Python": lambda: fitted(SVC(kernel=lambda a, b: a @ b.T), X, Y),
    "sparse": lambda: fitted(SVC(kernel="linear", n_jobs=2), SPARSE, np.arange(600) % 2),
    "whole numbers": lambda: fitted(SVC(n_jobs=2), WHOLE, LARGE_Y),
    "predict": lambda: FITTED.decision_function(LARGE),
    "predict many classes": lambda: FITTED_MANY.decision_function(LARGE),
    "Gram": lambda: lazy(LARGE).dense(),
    "rows of a Gram": lambda: lazy(LARGE).rows(np.arange(900)),
    "product with a Gram": lambda: lazy(LARGE) @ np.ones(1200),
    "polynomial": lambda: LazyGram(Polynomial(3, 1.0), Vectors.of(SPARSE), n_jobs=2) @ np.ones(600),
    "paths": paths,
    "perceptrons": lambda: perceptrons(lazy(LARGE)),
    "perceptrons on a given matrix": lambda: perceptrons(DenseGram(KERNEL(X))),
    "Gibbs": lambda: drawn(Gibbs(burn_in=2)),
    "billiard": lambda: drawn(Billiard(burn_in=2)),
    "table": table,
    "sparse rows": sparse_rows,
}


def places(count: int) -> Iterator[int]:
    place = 1
    while place <= count:
        yield place
        place = max(place + 1, int(place * STEP) if place >= EVERY else 0)


def same(a: Any, b: Any) -> bool:
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return np.array_equal(
        sp.csr_array(a).toarray() if sp.issparse(a) else a, sp.csr_array(b).toarray() if sp.issparse(b) else b
    )


def survive(name: str, run: Callable[[], Any]) -> None:
    shim = ctypes.CDLL(None)
    expected = run()
    shim.fail_allocations(0, 0)
    run()
    count = shim.count_allocations()
    tries = errors = 0
    for first in places(count):
        for last in (first, 2**31 - 1):  # a single one, and all from there on
            print(f"{name}: allocations {first} to {last} of {count} fail", file=sys.stderr, flush=True)
            tries += 1
            shim.fail_allocations(first, last)
            try:
                found = run()
            except MemoryError:
                errors += 1
                found = expected
            finally:
                shim.fail_allocations(0, 0)
            assert same(found, expected)
        assert same(run(), expected), "the next try finds something else"
    print(tries, errors, name)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    faulthandler.enable()
    for operation in OPERATIONS.items():
        survive(*operation)
