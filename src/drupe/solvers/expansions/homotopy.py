"""Squared residuals and the sum of absolute coefficients: the whole path over alpha, in one run of straight pieces."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from drupe import native
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.progress import Progress, share
from drupe.losses.squared import Squared
from drupe.solvers.expansions.identical import first_of_identical
from drupe.solvers.expansions.penalties import CoefficientSum
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.expansions.sparse_path import SparsePath
from drupe.solvers.solution import Stop

TOLERANCE = 1e-9
"""Violation of the optimality conditions, in units of the largest alpha, with which a path has converged."""

FIGURES = 1e-4
"""Gap, as a share of the objective, beyond which rounding has spoiled a solution."""

NOTHING = 1e-9
"""Share of the targets' variance below which a gap does not count: they are met."""

ROUNDING = 1e-14
"""Share of the targets' squares below which a gap does not count: they are one number, but for rounding."""

TOGETHER = 32
"""Columns of K whose products with K are made at a time, at most."""


@dataclass(frozen=True, eq=False)
class SparseSolution(ExpansionSolution):
    """Coefficients on a path; objective and gap are those of the alpha of each function.

    Parameters
    ----------
    alphas
        The alpha at which each function is a minimum: the program's, or a larger one where the path had to end there.
    """

    alphas: Vector = field(default_factory=lambda: np.empty(0))


@dataclass(frozen=True)
class Homotopy:
    """The LASSO on the columns of K: exact solutions for every alpha, from the first coefficient on.

    As alpha falls, every coefficient is a straight line until one more joins or one becomes zero and leaves. No step
    searches for anything, so that the solution is exact but for rounding, and zeros are zeros. Of examples with
    identical inputs, whose columns are one and the same, the first one speaks for all: of all minima it is the one
    with the fewest coefficients.

    Parameters
    ----------
    max_nonzeros
        Coefficients that are not zero, at most: the path ends where it would need one more. None for no limit.
    max_iterations
        Coefficients that join or leave, at most; None for no limit.

    Notes
    -----
    Complexity: one product with K for each coefficient that joins, many at a time, and O(nm) for each piece, m the
    coefficients that are not zero; memory O(nm) besides the Gram's own.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> program = ExpansionProgram(
    ...     DenseGram(np.eye(2)), np.array([[1.0], [-1.0]]), np.ones(2), 0.25, Squared(weight=0.5), CoefficientSum()
    ... )
    >>> solution = Homotopy().solve(program)
    >>> solution.coefficients.ravel().round(12).tolist(), solution.offset.round(12).tolist()
    ([1.5, 0.0], [-0.75])

    References
    ----------
    [Mika02]_, eqs. 3.53 and 3.54; [Osborne00]_, section 4; [Efron04]_, section 3.1.
    """

    max_nonzeros: int | None = None
    max_iterations: int | None = None

    def __post_init__(self) -> None:
        for name in ("max_nonzeros", "max_iterations"):
            if (value := getattr(self, name)) is not None:
                check("Homotopy", name, value, Interval(0, whole=True))

    def solve(self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False) -> SparseSolution:
        """The minimum at the program's alpha, or at the least one that `max_nonzeros` allows; all functions in turn."""
        began = time.perf_counter()
        paths = tuple(self._paths(program, program.alpha, progress, keep))
        alphas = np.array([max(program.alpha, path.least) for path in paths])
        coefficients = np.column_stack([path.coefficients(at) for path, at in zip(paths, alphas, strict=True)])
        offset = np.array([path.level - float(path.means @ a) for path, a in zip(paths, coefficients.T, strict=True)])
        outputs, objective, gap = _judged(program, coefficients, offset, alphas)
        levels = np.array([path.level for path in paths])
        small = NOTHING * program.weights @ np.square(program.targets - levels)
        small += ROUNDING * program.weights @ np.square(program.targets)
        spoiled = gap > FIGURES * objective + small
        for i in map(int, np.flatnonzero(spoiled)):
            coefficients[:, i] = _best_knot(program, paths[i], i, coefficients[:, i], float(alphas[i]))
            offset[i] = paths[i].level - float(paths[i].means @ coefficients[:, i])
        if spoiled.any():
            outputs, objective, gap = _judged(program, coefficients, offset, alphas)
        ends = [path.stop for path in paths] + [Stop.STALLED if spoiled.any() else Stop.CONVERGED]
        return SparseSolution(
            coefficients,
            offset,
            outputs,
            objective,
            gap,
            iterations=max(1, sum(path.iterations for path in paths)),
            stop=next((stop for stop in ends if stop is not Stop.CONVERGED), Stop.CONVERGED),
            seconds=time.perf_counter() - began,
            alphas=alphas,
        )

    def paths(
        self, program: ExpansionProgram, least: float = 0.0, progress: Progress | None = None, keep: bool = False
    ) -> tuple[SparsePath, ...]:
        """One path for each function, from where all coefficients are zero down to `least`, not the program's alpha.

        Below some alpha, which depends on how nearly columns of K depend on each other, rounding decides what joins;
        `violation` says how exact the last knot is.
        """
        return tuple(self._paths(program, least, progress, keep))

    def _paths(
        self, program: ExpansionProgram, least: float, progress: Progress | None, keep: bool
    ) -> Iterator[SparsePath]:
        _require(program)
        columns = _Columns(program)
        functions = program.targets.shape[1]
        for i in range(functions):
            path = self._path(columns, program.targets[:, i], least, share(progress, i, functions), keep)
            yield path
            if path.stop is Stop.INTERRUPTED and i + 1 < functions:
                raise KeyboardInterrupt

    def _path(
        self, columns: "_Columns", targets: Vector, least: float, progress: Progress | None, keep: bool
    ) -> SparsePath:
        began = time.perf_counter()
        level = float(columns.weights @ targets / columns.weights.sum())
        options = native.LassoOptions(
            least,
            -1 if self.max_nonzeros is None else self.max_nonzeros,
            -1 if self.max_iterations is None else self.max_iterations,
            TOGETHER,
        )
        centered = columns.roots * (targets - level)
        found = native.follow_lasso_path(
            centered, len(columns.kept), options, columns.fetch, columns.correlate, keep, progress
        )
        stop = Stop[found.stop.name]
        if stop is Stop.ITERATIONS and found.iterations != self.max_iterations:
            stop = Stop.CONVERGED  # there are as many coefficients as there may be
        if stop is Stop.CONVERGED and found.violation > TOLERANCE * found.alphas[0]:
            stop = Stop.STALLED
        return SparsePath(
            found.alphas,
            found.sizes,
            columns.kept[found.support],
            found.values,
            columns.means,
            level,
            found.violation,
            found.iterations,
            stop,
            time.perf_counter() - began,
        )


class _Columns:
    """X = √w (K − mean of each column), with one column for all examples that are identical."""

    def __init__(self, program: ExpansionProgram):
        self.gram = program.gram.in_double()
        self.weights, self.roots = program.weights, np.sqrt(program.weights)
        self.means: Vector = self.gram.product(self.weights) / self.weights.sum()
        self.kept = first_of_identical(self.gram)
        self._all = len(self.kept) == len(self.gram)

    def fetch(self, index: Index) -> npt.NDArray[np.float64]:
        """Columns of X as rows, each with Xᵀ times it beside it."""
        chosen = self.kept[index]
        centered = self.gram.rows(chosen) - self.means[chosen, None]
        images = self.gram.product((centered * self.weights).T)
        both = np.empty((len(index), len(self.gram) + len(self.kept)))
        both[:, : len(self.gram)] = centered * self.roots
        both[:, len(self.gram) :] = self._merged(images).T
        return both

    def correlate(self, vector: Vector) -> npt.NDArray[np.float64]:
        """Xᵀ times a vector that has no mean."""
        return np.ascontiguousarray(self._merged(self.gram.product(self.roots * vector))[None, :])

    def _merged(self, images: Matrix) -> Matrix:
        return images if self._all else images[self.kept]


def _require(program: ExpansionProgram) -> None:
    if program.loss != Squared(weight=0.5) or not isinstance(program.penalty, CoefficientSum):
        raise ParameterError(
            "Homotopy minimizes half the squared residual with the sum of absolute coefficients, Squared(weight=0.5) "
            f"and CoefficientSum(), got {program.loss!r} and {program.penalty!r}; choose a solver made for these."
        )


def _best_knot(program: ExpansionProgram, path: SparsePath, function: int, last: Vector, alpha: float) -> Vector:
    """The coefficients with the least objective among the knots and the last ones, where rounding spoiled these."""
    tried = np.column_stack([last] + [path.knot(i) for i in range(len(path))])
    outputs = program.gram.in_double().product(tried) + (path.level - path.means @ tried)
    rest = program.targets[:, [function]] - outputs
    values = 0.5 * program.weights @ np.square(rest) + alpha * np.abs(tried).sum(axis=0)
    return np.asarray(tried[:, int(np.argmin(np.where(np.isfinite(values), values, np.inf)))])


def _judged(
    program: ExpansionProgram, coefficients: Matrix, offset: Vector, alphas: Vector
) -> tuple[Matrix, Vector, Vector]:
    """Outputs, the value of each function, and how far it can be from the least one by its dual, all in float64."""
    gram = program.gram.in_double()
    outputs = gram.product(coefficients) + offset
    rest = program.targets - outputs
    weighted = program.weights[:, None] * rest
    half_squares = 0.5 * (weighted * rest).sum(axis=0)
    objective = half_squares + alphas * np.abs(coefficients).sum(axis=0)
    # The dual has the residuals as variables, and its constraints are |K w r| ≤ alpha: shrunk residuals satisfy them.
    shrunk = alphas / np.maximum(np.abs(gram.product(weighted)).max(axis=0), alphas)
    dual = shrunk * (weighted * program.targets).sum(axis=0) - shrunk**2 * half_squares
    return outputs, objective, np.maximum(objective - dual, 0.0)
