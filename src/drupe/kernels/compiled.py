"""Native forms in the core: the right-hand examples packed, the left ones met tile by tile."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Matrix, Vector, aligned
from drupe.foundation.errors import InputError
from drupe.foundation.progress import Progress
from drupe.foundation.threads import OPENMP_DEFAULT
from drupe.inputs.base import Inputs, same_examples
from drupe.inputs.occupied import occupied, too_wide
from drupe.inputs.vectors import Vectors
from drupe.kernels.column_centers import center
from drupe.kernels.forms.assembler import Assembler, UnknownMapError
from drupe.kernels.forms.nodes import Base, Form, Metric
from drupe.kernels.forms.outlook import Outlook
from drupe.kernels.forms.pairs import AllPairs
from drupe.kernels.prepared import BlockwisePrepared, Prepared
from drupe.native import EvaluatorFloat32, EvaluatorFloat64, KnownRows, Program, RowLoss

LENIENCY = 16.0
"""How many times the usual error of a kernel value, at worst 10⁻⁵ in single precision, solvers and votes can bear."""


DOUBLE: np.dtype[Any] = np.dtype(np.float64)

LARGEST = 1e15
"""Numbers up to which products of vectors are finite in single precision."""

UNMOVED = {Metric.SQUARED, Metric.DIFFERENCE, Metric.L1}
"""Comparisons that stay the same if all examples are moved."""


FEW = 1024
"""Left examples up to which it is known beforehand that none of them is one of the right."""

STRANGERS: Index = np.full(FEW, -1, dtype=np.int64)
STRANGERS.flags.writeable = False


class _Side(NamedTuple):
    """One side of a comparison, as the core takes it."""

    tables: list[Any]
    functions: list[Any]


class Meeting(NamedTuple):
    """Left examples and the packed right ones, ready to be compared."""

    evaluator: Any
    side: _Side
    identity: Index
    dtype: np.dtype[Any]


class NativeSample(NamedTuple):
    """A kernel and examples, for native code that evaluates one on the other by itself."""

    program: Program
    tables: list[Any]
    functions: list[Any]
    identity: Index


class NativeGroups(NamedTuple):
    """Functions around the right-hand examples, side by side in groups, as `grams.cross.Columns` says."""

    coefficients: Matrix
    offsets: Vector
    leaves_out: Index


class NativeSums(NamedTuple):
    """Slopes, pulls and tallies of a pass: a row for each right-hand example, one row, and a row for each group."""

    slopes: npt.NDArray[np.float64]
    pulls: npt.NDArray[np.float64]
    tallies: npt.NDArray[np.float64]


class CompiledKernel(Prepared[Inputs]):
    """A form with its right-hand examples packed in the core, as vectors or as what its views make of them.

    Complexity: packing O(nd) time and memory; every product O(n²d) time, O(n) memory beyond the packed examples.
    """

    def __init__(self, form: Form, right: Inputs, threads: int = OPENMP_DEFAULT):
        self._right, self.threads = right, threads
        self._form, self._assembler = form, Assembler()
        form.evaluate(self._assembler)
        self._outlook = Outlook.of(self._assembler.bases, right)
        self._seen = self._outlook.seen
        self._native: dict[tuple[np.dtype[Any], bool], EvaluatorFloat32 | EvaluatorFloat64] = {}
        self._dtype = DOUBLE
        if isinstance(right, Vectors) and self._assembler.fits_single:  # strings and the like have no precision
            self._dtype = np.result_type(*(view.dtype for view in self._seen or [right]), np.float32)

    @property
    def dtype(self) -> np.dtype[Any]:
        """In which precision kernel values among the examples come."""
        return self._dtype

    @cached_property
    def fits_single(self) -> bool:
        """Whether the formula and the data can be had in single precision; a width of 10⁻³⁰ cannot.

        Nor can sparse data that are far from the origin, as they would not stay sparse if they were moved there, nor
        numbers whose products are infinite.
        """
        far = any(view.sparse and by is not None for view, by in zip(self._seen, self._centers, strict=True))
        if any(view.double for base in self._assembler.bases for view in base.views):
            return False
        bases = zip(self._assembler.bases, self._seen, strict=True)
        return self._assembler.fits_single and not far and not any(_too_large(base, view) for base, view in bases)

    @property
    def only_products(self) -> bool:
        """Whether examples are compared by dot products alone, which sparse ones have quickly."""
        return all(base.metric is Metric.DOT for base in self._assembler.bases)

    @cached_property
    def _lenient(self) -> Assembler:
        """The same program with larger errors allowed."""
        assembler = Assembler(LENIENCY)
        self._form.evaluate(assembler)
        return assembler

    @cached_property
    def _centers(self) -> list[Vector | None]:
        """For each base a point near the data, if they are far away and only their differences matter."""
        bases = zip(self._assembler.bases, self._seen, strict=True)
        wide = np.dtype(np.float64)
        return [center(view) if base.metric in UNMOVED and view.dtype == wide else None for base, view in bases]

    def _evaluator(self, dtype: np.dtype[Any], lenient: bool = False) -> Any:
        """The packed examples in this precision; each kind that was asked for is kept, the first that is ready."""
        kept = self._native.get((dtype, lenient))
        if kept is not None:
            return kept
        return self._native.setdefault((dtype, lenient), self._packed(_each_narrowed(self._seen), dtype, lenient))

    def _packed(self, seen: list[Vectors], dtype: np.dtype[Any], lenient: bool) -> Any:
        kind = EvaluatorFloat32 if dtype == np.float32 else EvaluatorFloat64
        program = (self._lenient if lenient else self._assembler).program
        return kind(program, *self._side(seen, self._right, dtype), self._right.origin.positions, self.threads)

    def _side(self, seen: list[Vectors], inputs: Inputs, dtype: np.dtype[Any], as_is: bool = False) -> _Side:
        functions = [aligned(np.ascontiguousarray(f(inputs), dtype=np.float64)) for f in self._assembler.functions]
        centers = self._centers if dtype == np.float32 else [None] * len(seen)
        moved = [_moved(view, by) for view, by in zip(seen, centers, strict=True)]
        if as_is and all(view.dtype == DOUBLE for view in moved):
            dtype = DOUBLE
        return _Side([_table(view, dtype) for view in moved], functions)

    def meeting(self, left: Inputs, dtype: np.dtype[Any], lenient: bool = False) -> "Meeting":
        """Left examples for a function that rounds them by itself, if they are in double precision."""
        array = left.array if type(left) is Vectors and self._meets_plain else None
        if type(array) is not np.ndarray or len(array) > FEW or left.origin.token == self._right.origin.token:
            return self._meeting(left, dtype, lenient, as_is=True)
        if array.shape[1] != self._right.dimension or not array.flags.c_contiguous or not array.flags.aligned:
            return self._meeting(left, dtype, lenient, as_is=True)
        # What the core can take as it is, where none of the examples is one of those on the right.
        if dtype == DOUBLE and array.dtype != DOUBLE:
            array = array.astype(DOUBLE)
        side = _Side([array] * len(self._seen), [])
        return Meeting(self._evaluator(dtype, lenient), side, STRANGERS[: len(array)], dtype)

    @cached_property
    def _meets_plain(self) -> bool:
        """Whether left examples are taken as they are, in either precision."""
        return self._plain and not any(map(too_wide, self._seen)) and all(by is None for by in self._centers)

    def _meeting(
        self, left: Inputs, dtype: np.dtype[Any] | None = None, lenient: bool = False, as_is: bool = False
    ) -> "Meeting":
        if left.dimension != self._right.dimension:
            raise InputError(
                f"the left examples have {left.dimension} columns but the right ones have {self._right.dimension}; "
                "a kernel compares vectors of one length."
            )
        seen = self._outlook.look(left)
        if dtype is None:
            dtype = np.result_type(self._dtype, *(view.dtype for view in seen)) if seen else self._dtype
        identity = same_examples(left, self._right)[0]
        if not any(map(too_wide, self._seen)):
            return Meeting(self._evaluator(dtype, lenient), self._side(seen, left, dtype, as_is), identity, dtype)
        # The core keeps a number for every column, so that those without entries must go. Those that only one side has
        # must be there on both: the right side is packed anew.
        pairs = [_narrowed(list(both)) for both in zip(seen, self._seen, strict=True)]
        evaluator = self._packed([right for _, right in pairs], dtype, lenient)
        return Meeting(evaluator, self._side([one for one, _ in pairs], left, dtype, as_is), identity, dtype)

    def sample(self, dtype: np.dtype[Any]) -> "NativeSample":
        """The program and the examples as a native solver takes them: it can bear larger errors than a Gram matrix."""
        side = self._side(_each_narrowed(self._seen), self._right, dtype)
        return NativeSample(self._lenient.program, side.tables, side.functions, self._right.origin.positions)

    def part(self, rows: Index, columns: Index, dtype: np.dtype[Any], lenient: bool = False) -> Matrix:
        """Kernel values between few examples and few others, in this precision, from what is known of all of them."""
        inputs = self._right.take(rows)
        others = inputs if rows is columns else self._right.take(columns)
        left, right = self._seen_at(rows, inputs), self._seen_at(columns, others)
        if any(map(too_wide, self._seen)):
            pairs = [_narrowed(list(both)) for both in zip(left, right, strict=True)]
            left, right = [one for one, _ in pairs], [other for _, other in pairs]
        kind = EvaluatorFloat32 if dtype == np.float32 else EvaluatorFloat64
        program = (self._lenient if lenient else self._assembler).program
        there = self._side(right, others, dtype)
        here = there if rows is columns else self._side(left, inputs, dtype)
        evaluator: Any = kind(program, *there, others.origin.positions, self.threads)
        out = np.empty((len(rows), len(columns)), dtype=dtype)
        evaluator.block(*here, inputs.origin.positions, out, self.threads, None)
        return out

    def _seen_at(self, index: Index, taken: Inputs) -> list[Vectors]:
        """What the bases see of the examples that were taken at these positions."""
        return [taken if view is self._right else view.take(index) for view in self._seen]  # type: ignore[misc]

    def block(self, left: Inputs, progress: Progress | None = None, out: Matrix | None = None) -> Matrix:
        """k(xᵢ, zⱼ); in the memory of an earlier block, if it fits."""
        met = self._meeting(left)
        shape = (len(left), len(self._right))
        if out is None or out.shape != shape or out.dtype != met.dtype or not out.flags.c_contiguous:
            out = np.empty(shape, dtype=met.dtype)
        met.evaluator.block(*met.side, met.identity, out, self.threads, progress)
        return out

    def rows(self, index: Index) -> Matrix:
        out = np.empty((len(index), len(self._right)), dtype=self._dtype)
        self._evaluator(self._dtype).rows(np.ascontiguousarray(index, dtype=np.int64), out, self.threads, None)
        return out

    def gram(self, progress: Progress | None = None) -> Matrix:
        out = np.empty((len(self._right), len(self._right)), dtype=self._dtype)
        self._evaluator(self._dtype).gram(out, self.threads, progress)
        return out

    def product(self, left: Inputs, weights: Matrix, progress: Progress | None = None) -> Matrix:
        # In double precision even for data in single: large weights of either sign would leave nothing but rounding.
        return self._product(left, weights, DOUBLE, False, progress)

    def weighing(self, weights: Matrix) -> Callable[[Inputs], Matrix]:
        rows = np.ascontiguousarray(weights.T, dtype=DOUBLE)
        if not self._plain or any(map(too_wide, self._seen)):
            return lambda left: self._weighed(left, rows, False, None)
        evaluator, bases, token = self._evaluator(DOUBLE), len(self._seen), self._right.origin.token
        # What the core can take as it is, where none of the examples is one of those on the right.
        outputs, columns, threads = len(rows), self._right.dimension, self.threads

        def weighed(left: Inputs) -> Matrix:
            if type(left) is not Vectors or type(left.array) is not np.ndarray or left.origin.token == token:
                return self._weighed(left, rows, False, None)
            array = np.ascontiguousarray(left.array, dtype=DOUBLE)
            if array.shape[1] != columns or len(array) > FEW or not array.flags.aligned:
                return self._weighed(left, rows, False, None)
            out = np.empty((len(array), outputs))
            evaluator.product([array] * bases, [], STRANGERS[: len(array)], rows, out, threads, None)
            return out

        return weighed

    @property
    def _plain(self) -> bool:
        """Whether the core looks at nothing but the vectors themselves."""
        return not self._assembler.functions and not any(base.views for base in self._assembler.bases)

    def rough_product(self, left: Inputs, weights: Matrix) -> Matrix:
        dtype = np.dtype(np.float32) if self.fits_single and small(weights) else DOUBLE
        return self._product(left, weights, dtype, True, None)

    def two_sided(
        self,
        left: Inputs,
        known: KnownRows,
        groups: NativeGroups,
        loss: RowLoss,
        *,
        rough: bool = False,
        progress: Progress | None = None,
    ) -> NativeSums:
        """What rows add to Kᵀ φ(K A + offsets), with each kernel value computed once.

        In the precision of the data, or in single precision if `rough`; coefficients that single precision does not
        hold make it double.
        """
        wanted = np.dtype(np.float32) if rough and self.fits_single else None
        met = self._meeting(left, wanted if small(groups.coefficients) else DOUBLE, lenient=rough)
        outputs = len(groups.offsets)
        sums = NativeSums(
            np.empty((len(self._right), outputs)), np.empty((1, outputs)), np.empty((len(groups.leaves_out), 9))
        )
        rows = np.ascontiguousarray(groups.coefficients.T, dtype=met.dtype)
        columns = (rows, groups.offsets, groups.leaves_out)
        met.evaluator.two_sided(*met.side, met.identity, known, *columns, loss, *sums, self.threads, progress)
        return sums

    def _product(
        self, left: Inputs, weights: Matrix, dtype: np.dtype[Any], lenient: bool, progress: Progress | None
    ) -> Matrix:
        return self._weighed(left, np.ascontiguousarray(weights.T, dtype=dtype), lenient, progress)

    def _weighed(self, left: Inputs, rows: Matrix, lenient: bool, progress: Progress | None) -> Matrix:
        met = self._meeting(left, rows.dtype, lenient)
        out = np.empty((len(left), len(rows)))
        met.evaluator.product(*met.side, met.identity, rows, out, self.threads, progress)
        return out

    def gram_product(self, weights: Matrix, progress: Progress | None = None) -> Matrix:
        out = np.empty((len(self._right), weights.shape[1]))
        dtype = self._dtype if small(weights) else DOUBLE
        rows = np.ascontiguousarray(weights.T, dtype=dtype)
        self._evaluator(dtype).gram_product(rows, out, self.threads, progress)
        return out


def small(weights: Matrix) -> bool:
    """Whether single precision holds these weights."""
    return bool(np.abs(weights).max(initial=0.0) <= LARGEST**2)


def _too_large(base: Base, view: Vectors) -> bool:
    """Whether single precision may find an inner product infinite, and one infinity less another in a sum of them."""
    if base.metric is not Metric.DOT and not view.sparse:
        return False  # differences that are infinite, or none, are seen in what comes out
    entries = view.array.data if view.sparse else view.array
    return bool(max(entries.max(initial=0.0), -entries.min(initial=0.0)) > LARGEST)


def _narrowed(views: list[Vectors]) -> list[Vectors]:
    """Examples of one space, sparse or not, without the columns in which none has an entry, if there are too many."""
    if not any(map(too_wide, views)):
        return views
    _, tables = occupied(*(sp.csr_array(view.array) for view in views))
    return [view.with_array(table) for view, table in zip(views, tables, strict=True)]


def _each_narrowed(views: list[Vectors]) -> list[Vectors]:
    return [narrow for view in views for narrow in _narrowed([view])]


def _moved(view: Vectors, center: Vector | None) -> Vectors:
    """The examples around another origin, in double precision."""
    if center is None or view.sparse:
        return view
    return view.with_array(np.subtract(view.array, center, dtype=np.float64))


def _table(view: Vectors, dtype: np.dtype[Any]) -> Any:
    """A dense array as it is, or the parts of a CSR matrix with 32-bit columns and 64-bit starts.

    Fields of records may start anywhere; the core counts strides in numbers, not in bytes, so these are copied.
    """
    if not view.sparse:
        with np.errstate(over="ignore"):  # numbers too large for single precision become infinite, which solvers see
            array = view.array.astype(dtype, copy=False)
        in_numbers = array.flags.aligned and all(stride % array.itemsize == 0 for stride in array.strides)
        return array if in_numbers else array.copy()
    csr = view.array
    with np.errstate(over="ignore"):
        data = aligned(np.ascontiguousarray(csr.data, dtype=dtype))
    return (
        data,
        aligned(np.ascontiguousarray(csr.indices, dtype=np.int32)),
        aligned(np.ascontiguousarray(csr.indptr, dtype=np.int64)),
        view.dimension,
    )


def prepared(form: Form, right: Inputs, threads: int = OPENMP_DEFAULT) -> Prepared[Inputs]:
    """The fastest way to evaluate a form against these examples: the core, or numpy if a map is not the core's."""
    try:
        return CompiledKernel(form, right, threads)
    except UnknownMapError:
        return BlockwisePrepared(lambda x, z: form.evaluate(AllPairs(x, z)), right)
