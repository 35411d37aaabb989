"""Leading eigenpairs of the covariance in feature space: densely, or by iterations in the precision needed."""

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

import numpy as np
from scipy.linalg import eigh

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.enumerations import Enumeration
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress
from drupe.foundation.randomness import RandomState
from drupe.foundation.shapes import Reals
from drupe.grams.base import Gram
from drupe.grams.block_krylov import BlockKrylov, RitzPairs
from drupe.grams.centered import CenteredGram
from drupe.grams.dense import DenseGram
from drupe.grams.held import held, held_bytes
from drupe.grams.lazy import LazyGram
from drupe.grams.linear import LinearGram
from drupe.grams.owned import owned
from drupe.grams.spectrum import DENSE_BELOW, signed
from drupe.grams.weighted import WeightedGram
from drupe.inputs.vectors import Vectors
from drupe.solvers.solution import Stop

COMPARED = 64
"""Rows of the Gram at which single precision is held against double."""

RESIDUAL = 1e-5
"""Of an eigenvector, relative to the largest eigenvalue: coordinates of new examples are as exact."""

WORTH_SINGLE = 1e-8
"""Tolerance below which nothing is tried in single precision."""

SINGLE, DOUBLE = np.dtype(np.float32), np.dtype(np.float64)

UNHELD_BLOCK = 10
"""Vectors beyond those asked for that are multiplied at a time where every product computes the Gram anew."""


class Way(Enumeration):
    """How eigenpairs are found."""

    DENSE = "dense"
    ITERATED = "iterated"


@dataclass(frozen=True, eq=False)
class Covariance:
    """H W½ K W½ H, or without H: the Gram whose eigenvalues, over Σw, are those of the covariance in feature space.

    Parameters
    ----------
    gram
        K.
    weights
        How often each example counts, more than zero.
    centered
        Whether the mean is taken off first.
    """

    gram: Gram
    weights: Vector
    centered: bool = True

    @cached_property
    def operator(self) -> Gram:
        """The matrix that is decomposed."""
        even = bool((self.weights == 1.0).all())
        inner = CenteredGram(self.gram, None if even else self.weights) if self.centered else self.gram
        return inner if even else WeightedGram(inner, self.weights)

    def means(self) -> Vector:
        """The mean of each row of K, zero if nothing is taken off."""
        inner = self.operator.gram if isinstance(self.operator, WeightedGram) else self.operator
        return inner.means if isinstance(inner, CenteredGram) else np.zeros(len(self.gram))


@dataclass(frozen=True, eq=False)
class LeadingComponents:
    """Eigenvalues and orthonormal eigenvectors, largest first, and how far they can be trusted as numbers.

    Parameters
    ----------
    values
        λ.
    vectors
        One column each; the entry of largest size is positive.
    residuals
        ‖A v − λ v‖: some eigenvalue of the matrix A lies as near to λ as this.
    trace
        The sum of all eigenvalues, also of those that were not asked for.
    means
        The mean of each row of K, zero if the mean is not taken off.
    way
        How they were found.
    precision
        In which kernel values were computed.
    iterations
        Vectors that the matrix was multiplied with; 0 for a dense decomposition.
    stop
        Why it ended.
    seconds
        Wall time.
    """

    values: Annotated[Vector, Reals("components")]
    vectors: Annotated[Matrix, Reals("centers", "components")]
    residuals: Annotated[Vector, Reals("components")]
    trace: float
    means: Annotated[Vector, Reals("centers")]
    way: Way
    precision: str
    iterations: int
    stop: Stop
    seconds: float


@dataclass(frozen=True)
class ComponentSolver(Checked):
    """Densely up to DENSE_BELOW examples or for most of the spectrum, else block Krylov iterations.

    Iterations over more examples than that take kernel values in single precision, held once if they fit into the
    budget and else computed anew for every product. What that costs is measured on COMPARED rows; if an eigenvalue
    could be off by more than the tolerance, everything is done again in double precision.

    Parameters
    ----------
    way
        Dense or iterated; None for what suits the size.
    tolerance
        Error of an eigenvalue, relative to itself.
    steps
        Products with a block of vectors, at most.
    budget
        Bytes that a kernel matrix may take.

    References
    ----------
    [Scholkopf02]_, section 14.2; [Golub13]_, section 10.3.6.
    """

    way: Way | None = None
    tolerance: float = positive(1e-6)
    steps: int = whole(1, 400)
    budget: int = whole(0, DEFAULT_BYTES)

    def solve(
        self,
        problem: Covariance,
        count: int,
        random_state: RandomState = 0,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> LeadingComponents:
        """The `count` largest; with `keep`, Ctrl-C leaves what has been reached."""
        began, n = time.perf_counter(), len(problem.gram)
        way = self.way or (Way.DENSE if n <= DENSE_BELOW or 2 * count > n else Way.ITERATED)
        found = (
            self._dense(problem, count)
            if way is Way.DENSE
            else self._iterated(problem, count, random_state, progress, keep)
        )
        return replace(found, seconds=time.perf_counter() - began)

    def _dense(self, problem: Covariance, count: int) -> LeadingComponents:
        n = len(problem.gram)
        remedy = "allow a larger cache_size (MB), or ask for few components, which are found without it."
        require(8 * n * n, self.budget, f"the kernel matrix of {n} examples", remedy)
        problem = replace(problem, gram=DenseGram._of_symmetric(owned(problem.gram.in_double(), self.budget)))
        matrix = problem.operator.dense(self.budget)
        trace = float(matrix.trace())
        values, vectors = eigh(matrix, subset_by_index=[n - count, n - 1])
        values, vectors = values[::-1], signed(vectors[:, ::-1])
        residuals = np.linalg.norm(matrix @ vectors - vectors * values, axis=0)
        means = problem.means()
        return LeadingComponents(values, vectors, residuals, trace, means, Way.DENSE, "float64", 0, Stop.CONVERGED, 0.0)

    def _iterated(
        self, problem: Covariance, count: int, random_state: RandomState, progress: Progress | None, keep: bool
    ) -> LeadingComponents:
        # Few rows tell little of the rounding of a small matrix, which takes no time in double precision.
        rough_first = self.tolerance >= WORTH_SINGLE and len(problem.gram) > DENSE_BELOW
        for precision in (SINGLE, DOUBLE) if rough_first else (DOUBLE,):
            used = replace(problem, gram=self._ready(problem.gram, precision))
            block = None if isinstance(used.gram, DenseGram | LinearGram) else count + UNHELD_BLOCK
            method = BlockKrylov(self.tolerance, RESIDUAL, block, self.steps)
            found = method.solve(used.operator.rough_product, len(used.gram), count, random_state, progress, keep)
            rough = self._roughness(problem, used, found)
            exact = used.gram.dtype == DOUBLE or found.interrupted
            if exact or (rough <= self.tolerance * np.abs(found.values)).all():
                break
        stop = Stop.INTERRUPTED if found.interrupted else Stop.CONVERGED if found.complete else Stop.ITERATIONS
        return LeadingComponents(
            found.values,
            signed(found.vectors),
            np.hypot(found.residuals, rough),
            float(used.operator.diagonal().sum()),
            used.means(),
            Way.ITERATED,
            str(used.gram.dtype),
            found.products,
            stop,
            0.0,
        )

    def _ready(self, gram: Gram, precision: np.dtype[np.floating]) -> Gram:
        """The Gram in this precision where the core computes it, held if it fits into the budget."""
        if isinstance(gram, LazyGram):
            if held_bytes(gram, precision) <= self.budget:
                return held(gram if precision == SINGLE else gram.in_double(), precision)
            native = isinstance(gram.inputs, Vectors) and gram.kernel.form() is not None
            if native and precision == SINGLE:
                return LazyGram(gram.kernel, gram.inputs.in_single(), gram.n_jobs)
        return gram.in_double() if precision == DOUBLE else gram

    def _roughness(self, problem: Covariance, used: Covariance, found: RitzPairs) -> Vector:
        """‖E v‖ for the error E of kernel values in single precision, estimated from some rows, times any weights."""
        if used.gram.dtype == DOUBLE:
            return np.zeros(len(found.values))
        n = len(used.gram)
        rows = np.unique(np.linspace(0, n - 1, min(COMPARED, n)).astype(np.int64))
        exact, roots = problem.gram.in_double(), np.sqrt(problem.weights)
        errors = np.asarray(exact.rows(rows), dtype=np.float64) - used.gram.rows(rows)
        missed = roots[rows, None] * (errors @ (roots[:, None] * found.vectors))
        return np.asarray(np.sqrt(n / len(rows) * np.square(missed).sum(axis=0)))
