"""The permutational perceptron: shuffle the examples, learn, and take where one ends as a draw from version space."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ConvergenceError, InputError, ParameterError
from drupe.foundation.parameters import Checked, Interval, nonnegative, ranged, whole
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.grams.shifted import ShiftedGram
from drupe.solvers.many_perceptrons import PerceptronOptions, PerceptronRuns, train_perceptrons
from drupe.solvers.options import OnInterrupt, Precision
from drupe.solvers.samplers.base import Classifiers, Sampler, checked_signs
from drupe.solvers.samplers.sparse_classifiers import SparseClassifiers


@dataclass(frozen=True)
class PermutationalPerceptron(Checked, Sampler):
    """α of a perceptron that goes through the examples in random order until it makes no mistake.

    A poor man's sampler: nothing is claimed about its distribution, except that every draw is consistent and rests
    on few examples. It is by far the fastest, for it never holds K; many draws, and many labellings of the same
    examples, share the columns of K that they need. Normalize the kernel, `k.normalized()`: fewer mistakes are made.

    Complexity: O(n) time for each mistake, and at least one column of K, O(n d), for each example ever mistaken.

    Parameters
    ----------
    errors
        Share of the examples that may be mistaken in the last pass; 0 draws from version space itself.
    diagonal
        λ: learns on K + λI, in which all samples are separable; K then means that wherever draws speak of it.
    max_passes
        Passes after which a draw is given up.
    cache_bytes
        Memory for columns of K.
    precision
        Precision of these columns.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> gram = DenseGram([[2.0, 1.0], [1.0, 2.0]])
    >>> drawn = PermutationalPerceptron().sample(gram, np.array([1.0, -1.0]), 1, np.random.default_rng(0))
    >>> (drawn.coefficients * np.sqrt(2.0)).round(9).tolist()
    [[1.0, -1.0]]

    References
    ----------
    [Graepel02]_, section 8.4 and appendix C.5; section 9.2.1 for many classes.
    """

    errors: float = ranged(Interval(0.0, 1.0), 0.0)
    diagonal: float = nonnegative(0.0)
    max_passes: int = whole(1, 1000)
    cache_bytes: int = whole(0, 512 * 2**20)
    precision: Precision = Precision.AUTO

    def stream(self, gram: Gram, signs: Vector, generator: np.random.Generator) -> Iterator[tuple[Vector, Vector]]:
        while True:
            (drawn,) = self._draw(gram, signs[None, :], 1, generator, None, False)
            classifiers = drawn.dense()
            yield classifiers.coefficients[0], classifiers.outputs[0]

    def sample_all(
        self,
        gram: Gram,
        sign_rows: Matrix,
        n_samples: int,
        generator: np.random.Generator,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> tuple[SparseClassifiers, ...]:
        """Draw classifiers for many labellings of the same examples, all of them at once.

        The labellings share the orders, so that what one of them gets does not depend on the others: it is what
        `sample` draws for it alone.

        Parameters
        ----------
        gram
            K of the examples.
        sign_rows
            Labels ±1, one row for each labelling.
        n_samples
            How many classifiers to draw for each.
        generator
            Source of randomness.
        progress
            Told the share that is done.
        keep
            Whether Ctrl-C leaves the classifiers that were ready instead of raising.
        """
        rows = np.asarray(sign_rows, dtype=np.float64)
        if rows.ndim != 2 or not len(rows):
            raise InputError(f"sign_rows must have one row for each labelling, got shape {rows.shape}.")
        for signs in rows:
            checked_signs(signs, len(gram))
        if isinstance(n_samples, bool) or n_samples != int(n_samples) or n_samples < 1:
            raise ParameterError(f"n_samples must be a whole number of at least 1, got {n_samples!r}.")
        return self._draw(gram, rows, int(n_samples), generator, progress, keep)

    def _sample(
        self,
        gram: Gram,
        signs: Vector,
        n_samples: int,
        generator: np.random.Generator,
        progress: Progress | None,
        keep: bool,
    ) -> Classifiers:
        (drawn,) = self._draw(gram, signs[None, :], n_samples, generator, progress, keep)
        return drawn.dense()

    def _draw(
        self,
        gram: Gram,
        rows: Matrix,
        n_samples: int,
        generator: np.random.Generator,
        progress: Progress | None,
        keep: bool,
    ) -> tuple[SparseClassifiers, ...]:
        orders = np.array([generator.permutation(len(gram)) for _ in range(n_samples)])
        options = PerceptronOptions(
            max_passes=self.max_passes,
            tolerated=int(self.errors * len(gram)),
            cache_bytes=self.cache_bytes,
            precision=self.precision,
            on_interrupt=OnInterrupt.KEEP if keep else OnInterrupt.RAISE,
            progress=progress,
        )
        runs = train_perceptrons(ShiftedGram(gram, self.diagonal) if self.diagonal else gram, rows, orders, options)
        _require_success(runs, len(gram))
        return tuple(_classifiers(runs, signs, n_samples * i, n_samples) for i, signs in enumerate(rows))


def _require_success(runs: PerceptronRuns, n: int) -> None:
    """Raise a ConvergenceError that says what would help if a perceptron was given up."""
    given_up = np.flatnonzero(~runs.converged & ~runs.interrupted)
    if not len(given_up):
        return
    labelling, order = divmod(int(given_up[0]), len(runs.stops) // runs.labellings)
    raise ConvergenceError(
        f"a perceptron still makes mistakes after {runs.passes[given_up[0]]} passes over {n} examples (labelling "
        f"{labelling}, order {order}; {len(given_up)} of {len(runs.stops)} like it): the classes cannot be separated, "
        "or only just. Add to the diagonal of K (diagonal=1.0), take a richer kernel, bear some errors (errors=0.01) "
        "or label noise (the sampler Gibbs), or allow more passes (max_passes)."
    )


def _classifiers(runs: PerceptronRuns, signs: Vector, start: int, count: int) -> SparseClassifiers:
    """Those of one labelling that were ready, at length one; there must be any."""
    index = start + np.flatnonzero(~runs.interrupted[start : start + count])
    if not len(index):
        raise KeyboardInterrupt
    inverse = 1.0 / runs.norms[index]
    complete = len(index) == count
    # Usually all are ready: their outputs are then a view, not a copy of what may be hundreds of megabytes.
    outputs = runs.outputs[start : start + count] if complete else runs.outputs[index]
    outputs *= inverse[:, None]
    return SparseClassifiers(
        coefficients=sp.csr_array(sp.diags_array(inverse) @ runs.alpha[index]),
        outputs=outputs,
        training_errors=np.array([np.mean(signs * row <= 0.0) for row in outputs]),
        mistakes=runs.mistakes[index],
        passes=runs.passes[index],
        complete=complete,
    )
