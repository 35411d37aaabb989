"""What machines around landmarks share: a scan, landmarks, a metric, and passes until the gradient is small."""

import copy
import warnings
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

import narwhals as nw
import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.base import Machine
from drupe.estimators.declaration import declared, learned
from drupe.estimators.fitted import Fitted
from drupe.estimators.landmark.landmark_choice import PIVOTS_UP_TO, LandmarkChoice, distinct
from drupe.estimators.landmark.landmark_parameters import LandmarkParameters
from drupe.estimators.landmark.memory_plan import MemoryPlan
from drupe.estimators.landmark.pass_report import PassReport
from drupe.estimators.landmark.row_losses import LossOfRows
from drupe.estimators.landmark.way import Way
from drupe.estimators.ranges import check_parameters
from drupe.estimators.sample import Sample
from drupe.estimators.warnings_before_fit import look_ahead
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import in_bytes
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.engine import Engine, Here
from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.randomness import generator
from drupe.foundation.shapes import Sometimes
from drupe.foundation.threads import thread_count
from drupe.grams.cross import ALL_FOLDS, CrossGram
from drupe.inputs.base import Inputs, same_space
from drupe.inputs.coerce import coerce_like
from drupe.inputs.frame import Frame
from drupe.inputs.frames import opened
from drupe.inputs.rows.base import BATCH, Rows
from drupe.inputs.rows.encoded_rows import EncodedRows
from drupe.inputs.rows.in_memory import RowsInMemory
from drupe.inputs.rows.table_encoding import TableEncoding
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.predictors.predictor import Predictor
from drupe.solvers.passes.descend import Descending, PassLimits
from drupe.solvers.passes.drawn_rows import drawn_positions
from drupe.solvers.passes.known_rows import Coding, Draw, KnownRows
from drupe.solvers.passes.landmark_problem import Groups, LandmarkProblem
from drupe.solvers.passes.landmark_solution import LandmarkSolution
from drupe.solvers.passes.metrics import Metrics
from drupe.solvers.passes.run_state import RunState
from drupe.solvers.passes.scan import Drawn, RowScan, Scanned, drawn_rows
from drupe.solvers.passes.sketch import Sketch
from drupe.solvers.solution import Stop

EXACT_UP_TO = 10**8
"""Kernel values of a pass up to which they are computed in double precision."""

RESOLUTION = 1e-3
"""Share of the size of outputs by which single precision may be off."""

FEW = 1000
"""Rows that are looked at before a fit."""


@dataclass(frozen=True, eq=False)
class Task:
    """What the targets ask for, known after the scan.

    Parameters
    ----------
    known
        The rows with the right coding and factors of classes.
    loss
        What outputs cost.
    totals
        Weight of the rows by fold, the last place for watched ones, each row counted with the factor of its class.
    offsets
        For a fold that is left out, or ALL_FOLDS, the constants that functions have.
    scale
        About the size of outputs.
    """

    known: KnownRows
    loss: LossOfRows
    totals: Vector
    offsets: Callable[[int], Vector]
    scale: float = 1.0

    def weight(self, leaves_out: int) -> float:
        """Of the rows that are learned from."""
        return float(self.totals[:-1].sum() - (self.totals[leaves_out] if leaves_out != ALL_FOLDS else 0.0))


@declared
class LandmarkMachine(LandmarkParameters, Machine):
    """min (1/W) Σᵢ wᵢ loss(yᵢ, f(xᵢ)) + (λ/2) ‖f − b‖², f = Σⱼ aⱼ k(·, zⱼ) + b, landmarks zⱼ, W = Σᵢ wᵢ.

    Attributes
    ----------
    strength_
        λ.
    n_iter_
        Passes over the data.
    solution_
        Objective, gradient and watched error by pass, why the passes ended, seconds.
    encoding_
        How tables become vectors, if it was fitted on the rows of one.
    """

    solution_: LandmarkSolution = learned()
    strength_: float = learned()
    n_iter_: int = learned()

    encoding_: Annotated[TableEncoding, Sometimes()] = learned()

    _folds = 0

    def _outputs(self, X: Any) -> Matrix:
        """The fitted function at new examples, or at rows wherever they are, batch by batch.

        A machine that was fitted on the rows of a table takes tables with the same columns.
        """
        if isinstance(X, Rows):
            parts = (batch for part in range(len(X.counts)) for batch in X.batches(part))
            found = [super(LandmarkMachine, self)._outputs(batch.inputs) for batch in parts]
            return np.concatenate(found) if found else np.zeros((0, self.predictor_.outputs))
        return super()._outputs(self.as_seen(X))

    def as_seen(self, X: Any) -> Any:
        """Tables as the vectors that a machine fitted on the rows of one learned from; all else as it is."""
        table = hasattr(self, "encoding_") and (isinstance(X, Frame) or isinstance(opened(X), nw.DataFrame))
        return self.encoding_.vectors(X) if table else X

    @abstractmethod
    def _task(self, scanned: Scanned, known: KnownRows, drawn: Drawn) -> Task:
        """What the scan says of the targets."""

    @abstractmethod
    def _coding(self, targets: npt.NDArray[Any] | None) -> Coding:
        """How targets are read: those of rows in memory, which were coded before, or of others."""

    def _outputs_per_group(self, task: "Task | None") -> int:
        """Columns of one function; before the scan a guess."""
        return 1 if task is None else int(task.offsets(ALL_FOLDS).shape[0])

    @contextmanager
    def _going(self, engine: Any, checkpoint: Any) -> Iterator[None]:
        """While a fit runs it knows its way."""
        self.__dict__["_way"] = Way.of(engine, checkpoint, Here())
        try:
            yield
        finally:
            self.__dict__.pop("_way", None)

    def _fit_on(self, X: Any, y: Any, sample_weight: Any, engine: Engine | None, checkpoint: Any) -> Self:
        with self._going(engine, checkpoint):
            return self._fit(X, y, sample_weight)

    def _learn_from(self, X: Any, y: Any, sample_weight: Any) -> Self:
        self.__dict__.pop("sums_", None)
        self.__dict__.pop("encoding_", None)
        if not isinstance(X, Rows):
            return super()._learn_from(X, y, sample_weight)
        if y is not None or sample_weight is not None:
            raise InputTypeError("rows hold their own targets: fit(rows), without y and sample_weight.")
        check_parameters(self)
        rows = X.learned
        if not len(rows):
            raise InputError("there are no rows to learn from.")
        known = KnownRows(rows, self._coding(None), self._draw())
        space = next(batch for part in range(len(rows.counts)) for batch in rows.batches(part)).inputs
        self._take_over(self._learned(known, space), space, len(rows))
        if isinstance(rows, EncodedRows) and rows.encoding is not None:
            self.encoding_ = rows.encoding
        return self

    def _take_over(self, fitted: Fitted, space: Inputs, n: int) -> Self:
        """What was learned as attributes."""
        self._describe(space)
        self.shape_fit_ = (n, *self.shape_fit_[1:])
        self.predictor_, self.solution_ = fitted.predictor, fitted.solution
        for name, value in fitted.attributes.items():
            setattr(self, name, value)
        return self

    def _learn(self, sample: Sample) -> Fitted:
        few = self._count() * len(sample) <= EXACT_UP_TO and self.precision != "single"
        sample = sample.in_double() if few else sample
        rows = RowsInMemory(sample.inputs, sample.targets)
        weights = None if (sample.weights == 1.0).all() else sample.weights
        known = KnownRows(rows, self._coding(sample.targets), self._draw(), weights)
        return self._learned(known, sample.inputs, self._kernel(sample))

    def _kernel(self, sample: Sample) -> Kernel[Any]:
        kernel = self._kernel_choice().on(sample.inputs, sample.weights, sample.came, self._opposites(sample))
        look_ahead(kernel, sample.inputs.between(0, min(FEW, len(sample))), self)
        return kernel

    def _opposites(self, sample: Sample) -> Index | None:
        """The codes by which "closest_opposite" measures; none for numbers."""
        return None

    def _draw(self) -> Draw:
        seed = self.random_state
        if seed is None and self.__dict__["_way"].checkpoint is not None:
            seed = 0  # a run that is to be found again needs a seed that is known
        if not isinstance(seed, int | np.integer):
            seed = int(generator(seed).integers(2**63))
        return Draw(int(seed), float(self.validation_fraction), self._folds)

    def _count(self) -> int:
        """How many landmarks, at most."""
        if isinstance(self.landmarks, int | np.integer | float):
            return int(self.landmarks)
        return int(self.landmarks.shape[0]) if hasattr(self.landmarks, "shape") else len(self.landmarks)

    def _learned(self, known: KnownRows, space: Inputs, kernel: Kernel[Any] | None = None) -> Fitted:
        """Scan, landmarks, metric, passes."""
        way: Way = self.__dict__["_way"]
        n = known.draw.learned(len(known.rows))
        if not n:
            raise InputError("no row is left to learn from; choose a smaller validation_fraction.")
        count = min(self._count(), n)
        given = not isinstance(self.landmarks, int | np.integer | float)
        pivots = self.choice == "pivots" or (self.choice == "auto" and count <= PIVOTS_UP_TO)
        choice = LandmarkChoice(count, pivots, known.draw.seed, given)
        self._plan(choice, known.rows, space, None).require(in_bytes(self.memory))
        with self._watch() as watch:
            positions = drawn_positions(len(known.rows), choice.drawn(n), known.draw)
            parts = range(len(known.rows.counts))
            scanned = way.engine.sum(RowScan(known, np.sort(positions)), parts)
            drawn = drawn_rows(scanned, known, positions)
            task = self._task(scanned, known, drawn)
            plan = self._plan(choice, known.rows, space, task)
            plan.require(in_bytes(self.memory))
            if kernel is None:
                kernel = self._kernel(self._drawn_sample(drawn, task))
            places, landmarks = self._landmarks(choice, kernel, drawn, n)
            problem = self._problem(task, CrossGram(kernel, landmarks, self.n_jobs), n)
            metrics, sketch = self._metrics(problem, task, drawn, choice.sketched(places, n))
            if plan.holds_gram(in_bytes(self.memory)):
                problem = replace(problem, among=np.asarray(sketch.cross.prepared.gram(), dtype=np.float64))
            return self._descended(problem, metrics, sketch, task, way, watch, space)

    def _plan(self, choice: LandmarkChoice, rows: Rows, space: Inputs, task: Task | None) -> MemoryPlan:
        strengths, n = self._strengths(task), len(rows)
        array = getattr(space, "array", None)
        size = 8.0 * (space.dimension or 16)
        if isinstance(space, Vectors) and space.sparse and array is not None:
            size = 16.0 * array.nnz / max(len(space), 1)
        threads = thread_count(self.n_jobs) or thread_count(-1)
        columns = len(strengths) * (self._folds + 1) * self._outputs_per_group(task)
        candidates, sketch = choice.candidates(n), choice.sketch(n)
        # A batch in use and one that is being made, unless the reader knows better.
        reading = 0.0 if isinstance(rows, RowsInMemory) else float(getattr(rows, "bytes_needed", 2 * BATCH * size))
        return MemoryPlan(
            choice.count, columns, len(strengths), candidates, sketch, choice.pivots, size, reading, threads
        )

    def _drawn_sample(self, drawn: Drawn, task: Task) -> Sample:
        """The drawn rows as a sample, from which the scale of a kernel is taken."""
        targets = task.known.coding.coded(drawn.targets)
        return Sample(drawn.inputs, targets, drawn.weights, np.arange(len(drawn.weights)), drawn.inputs)

    def _landmarks(self, choice: LandmarkChoice, kernel: Kernel[Any], drawn: Drawn, n: int) -> tuple[Index, Inputs]:
        """Their places among the drawn rows, if they are of them, and the landmarks."""
        if choice.given:
            given = coerce_like(drawn.inputs, self.landmarks, type(self).__name__)
            same_space(drawn.inputs, given, type(self).__name__)
            return np.zeros(0, dtype=np.int64), given.take(distinct(given))
        places = choice.landmarks(kernel, drawn, n, self.n_jobs)
        return places, drawn.inputs.take(places)

    def _strengths(self, task: Task | None) -> Vector:
        """All λ that are learned with; before the scan their number is what counts."""
        if self.C is None or task is None:
            return np.array([float(self.strength)])
        return np.array([1.0 / (self.C * task.weight(ALL_FOLDS))])

    def _problem(self, task: Task, cross: CrossGram, n: int) -> LandmarkProblem:
        """All strengths, each with all rows and with each fold left out."""
        strengths, folds = self._strengths(task), [ALL_FOLDS, *range(self._folds if self._folds > 1 else 0)]
        leaves_out = np.tile(np.array(folds, dtype=np.int64), len(strengths))
        offsets = np.stack([task.offsets(fold) for fold in folds])
        weights = np.array([task.weight(fold) for fold in folds])
        groups = Groups(
            np.repeat(strengths, len(folds)),
            leaves_out,
            np.tile(offsets, (len(strengths), 1)),
            np.tile(weights, len(strengths)),
        )
        rough = self.precision == "single" or (
            self.precision == "auto" and n * len(cross.landmarks) > EXACT_UP_TO and len(cross.landmarks) > 0
        )
        landmarks = cross.landmarks if rough else cross.landmarks.in_double()
        cross = CrossGram(cross.kernel, landmarks, self.n_jobs, rough)
        return LandmarkProblem(task.known, cross, task.loss.rows, groups)

    def _metrics(
        self, problem: LandmarkProblem, task: Task, drawn: Drawn, sketched: tuple[Index, Vector]
    ) -> tuple[Metrics, Sketch]:
        """The metric of each group, and what it comes from."""
        rows = drawn.take(sketched[0])
        weights = rows.weights * sketched[1]
        if task.known.factors is not None:
            weights = weights * task.known.factors[task.known.coding.coded(rows.targets)]
        exact = problem.precisely(True).cross
        sketch = Sketch(exact, rows.inputs.in_double(), task.known.coding.coded(rows.targets), weights, task.loss.rows)
        strengths, of_group = np.unique(problem.groups.strengths, return_inverse=True)
        return Metrics(sketch.metrics(task.loss.curvature, strengths), of_group.reshape(-1)), sketch

    def _descended(
        self,
        problem: LandmarkProblem,
        metrics: Metrics,
        sketch: Sketch,
        task: Task,
        way: Way,
        watch: Watch,
        space: Inputs,
    ) -> Fitted:
        exact = not problem.cross.rough
        # Where a pass is short, or what it says of other rows decides, one is spent on the point that is returned.
        look = exact or self._folds > 1 or self.validation_fraction > 0.0
        limits = PassLimits(
            float(self.tol), int(self.max_passes), float(self.max_time or np.inf), look, RESOLUTION * task.scale
        )
        descending = Descending(problem, metrics, task.loss.minimizer, limits, way.engine, sketch)
        report = PassReport(watch.progress, limits, in_bytes(self.memory))

        def model(state: RunState) -> Any:
            machine = copy.copy(self)
            machine.__dict__.pop("_way", None)
            machine.__dict__.pop("_callback_fit_ctx", None)
            return machine._take_over(self._fitted(state, problem), space, len(problem.rows.rows))

        keeper = way.keeper(lambda: self._identity(problem), model)
        state = descending.run(exact, keeper, report if watch.progress is not None else None, watch.keeping)
        fitted = self._fitted(state, problem)
        watch.end(fitted.solution.stop is not Stop.INTERRUPTED)
        self._report(fitted.solution)
        return fitted

    def _identity(self, problem: LandmarkProblem) -> Mapping[str, str]:
        """What must be the same for a run to go on: the data, and all parameters that change its bits."""
        left_out = {"verbose", "on_interrupt", "n_jobs", "max_time", "memory", "landmarks"}
        said = {name: repr(value) for name, value in self.get_params(deep=False).items() if name not in left_out}
        data = {f"data: {name}": str(value) for name, value in problem.rows.fingerprint.items()}
        chosen = RowsInMemory(problem.cross.landmarks).fingerprint
        landmarks = {f"landmarks: {name}": str(value) for name, value in chosen.items()}
        return {"machine": type(self).__name__, "seed": str(problem.rows.draw.seed), **said, **landmarks, **data}

    def _chosen(self, state: RunState, problem: LandmarkProblem) -> int:
        """The group that is returned."""
        return 0

    def _more(self, state: RunState, problem: LandmarkProblem) -> dict[str, Any]:
        """Further attributes."""
        return {}

    def _fitted(self, state: RunState, problem: LandmarkProblem) -> Fitted:
        group = self._chosen(state, problem)
        coefficients, slopes = state.coefficients[group], state.slopes[group]
        offsets = problem.groups.offsets[group]
        landmarks = problem.precisely(state.exact).cross.landmarks
        function: Predictor = Expansion(problem.cross.kernel, landmarks, coefficients, offsets.copy(), self.n_jobs)
        solution = LandmarkSolution.of(state, group, float(np.abs(slopes).max(initial=0.0)))
        found = {"strength_": float(problem.groups.strengths[group]), "n_iter_": max(1, solution.passes)}
        rows = problem.rows.rows
        many = isinstance(rows, RowsInMemory) and rows.targets is not None and rows.targets.ndim == 2
        shaped = self._shaped_attributes(coefficients, not many and coefficients.shape[1] == 1)
        return Fitted(function, solution, {**found, **shaped, **self._more(state, problem)})

    def _shaped_attributes(self, coefficients: Matrix, flat: bool) -> dict[str, Any]:
        """What scikit-learn's users look for; flat if the targets were one column."""
        return {}

    def _report(self, solution: LandmarkSolution) -> None:
        if solution.converged:
            return
        warnings.warn(
            f"{type(self).__name__} {solution.stop.value} after {solution.passes} passes; the gradient is "
            f"{solution.gradient_norm:.1e} of that at the beginning where tol = {self.tol:g}. Allow more max_passes, a "
            "larger strength or a larger tol.",
            ConvergenceWarning,
            stacklevel=stacklevel_outside(),
        )
