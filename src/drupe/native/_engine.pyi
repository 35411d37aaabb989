"""The native core: kernels as programs over tiles."""

import enum
from collections.abc import Callable, Sequence
from typing import Any, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

_T = TypeVar("_T", np.float32, np.float64)
_Positions = npt.NDArray[np.int64]
_Progress = Callable[[float], object] | None

class Metric(enum.Enum):
    """Comparisons of two vectors."""

    DOT = 0
    SQUARED = 1
    DIFFERENCE = 2
    L1 = 3
    CHI_SQUARED = 4
    SAME = 5

class Op(enum.Enum):
    """Instructions of a program."""

    BASE = 0
    CONSTANT = 1
    AFFINE = 2
    EXP = 3
    POWER = 4
    SQRT = 5
    POLYNOMIAL = 6
    TANH = 7
    COSINE = 8
    SINC = 9
    TIMES_LOG = 10
    POSITIVE = 11
    STEP = 12
    AT_MOST = 13
    TIMES_OUTER_PRODUCT = 14
    PLUS_OUTER_SUM = 15
    ADD = 16
    MULTIPLY = 17

class Program:
    """Bases, functions and instructions, written down once."""

    def __init__(self) -> None: ...
    def base(self, metric: Metric, rate: float) -> None:
        """Declare the next base."""
    def function(self) -> None:
        """Declare the next function."""
    def emit(
        self, op: Op, operand: int = 0, a: float = 0.0, b: float = 0.0, coefficients: Sequence[float] = ...
    ) -> None:
        """Append an instruction."""
    def validate(self) -> int:
        """Check the program; the height of its stack."""

class OutputLoss:
    """What one output costs where one number is wanted."""

    @staticmethod
    def squared(weight: float) -> OutputLoss: ...
    @staticmethod
    def huber(transition: float) -> OutputLoss: ...
    @staticmethod
    def logistic(rate: float, base: float) -> OutputLoss: ...
    @staticmethod
    def squared_hinge(margin: float) -> OutputLoss: ...

class RowLoss:
    """What a row of outputs costs as a whole."""

    @staticmethod
    def one_against_rest(loss: OutputLoss) -> RowLoss: ...
    @staticmethod
    def softmax() -> RowLoss: ...
    @staticmethod
    def each_target(loss: OutputLoss) -> RowLoss: ...

class KnownRows:
    """Targets, weights and tags of rows."""

    def __init__(self, targets: npt.NDArray[Any], weights: npt.NDArray[np.float64], tags: _Positions) -> None: ...

class _PairFunctions(Generic[_T]):
    """One function for each pair of classes: a row of weights for each other class, one for each column."""

    def __init__(self, weights: npt.NDArray[_T], starts: _Positions, offsets: npt.NDArray[np.float64]) -> None: ...

class PairFunctionsFloat32(_PairFunctions[np.float32]): ...
class PairFunctionsFloat64(_PairFunctions[np.float64]): ...

class _Evaluator(Generic[_T]):
    """A program with its right-hand examples packed; tables, functions and identity as `CompiledKernel` makes them."""

    def __init__(
        self,
        program: Program,
        tables: list[Any],
        functions: list[npt.NDArray[np.float64]],
        identity: _Positions,
        threads: int = 1,
    ) -> None: ...
    def block(
        self,
        tables: list[Any],
        functions: list[npt.NDArray[np.float64]],
        identity: _Positions,
        out: npt.NDArray[_T],
        threads: int,
        progress: _Progress,
    ) -> None: ...
    def rows(self, index: _Positions, out: npt.NDArray[_T], threads: int, progress: _Progress) -> None: ...
    def gram(self, out: npt.NDArray[_T], threads: int, progress: _Progress) -> None: ...
    def product(
        self,
        tables: list[Any],
        functions: list[npt.NDArray[np.float64]],
        identity: _Positions,
        weights: npt.NDArray[_T],
        out: npt.NDArray[np.float64],
        threads: int,
        progress: _Progress,
    ) -> None: ...
    def gram_product(
        self, weights: npt.NDArray[_T], out: npt.NDArray[np.float64], threads: int, progress: _Progress
    ) -> None: ...
    def pair_outputs(
        self,
        tables: list[Any],
        functions: list[npt.NDArray[np.float64]],
        identity: _Positions,
        pairs: _PairFunctions[_T],
        out: npt.NDArray[np.float64],
        threads: int,
        progress: _Progress,
    ) -> None: ...
    def pair_winners(
        self,
        tables: list[Any],
        functions: list[npt.NDArray[np.float64]],
        identity: _Positions,
        pairs: _PairFunctions[_T],
        doubts: npt.NDArray[np.float64],
        codes: _Positions,
        certain: npt.NDArray[np.bool_],
        threads: int,
        progress: _Progress,
    ) -> None: ...
    def two_sided(
        self,
        tables: list[Any],
        functions: list[npt.NDArray[np.float64]],
        identity: _Positions,
        known: KnownRows,
        coefficients: npt.NDArray[_T],
        offsets: npt.NDArray[np.float64],
        leaves_out: _Positions,
        loss: RowLoss,
        slopes: npt.NDArray[np.float64],
        pulls: npt.NDArray[np.float64],
        tallies: npt.NDArray[np.float64],
        threads: int,
        progress: _Progress,
    ) -> None: ...

class EvaluatorFloat32(_Evaluator[np.float32]): ...
class EvaluatorFloat64(_Evaluator[np.float64]): ...

class Balance(enum.Enum):
    """Which sums of the variables are fixed."""

    FREE = 0
    JOINT = 1
    BY_SIGN = 2

class Stop(enum.Enum):
    """Why a run ended."""

    CONVERGED = 0
    ITERATIONS = 1
    TIME = 2
    INTERRUPTED = 3
    STALLED = 4
    UNBOUNDED = 5

class BoxProblem:
    """Signs, linear term, box, examples, start and balance."""

    def __init__(
        self,
        signs: npt.NDArray[np.float64],
        linear: npt.NDArray[np.float64],
        upper: npt.NDArray[np.float64],
        examples: _Positions,
        start: npt.NDArray[np.float64],
        balance: Balance,
    ) -> None: ...

class SolverOptions:
    """Tolerance, limits, memory and threads; negative limits are none."""

    def __init__(
        self, tolerance: float, max_iterations: int, max_seconds: float, cache_bytes: int, threads: int
    ) -> None: ...

class BoxSolution:
    """What a solver found."""

    @property
    def alpha(self) -> npt.NDArray[np.float64]: ...
    @property
    def outputs(self) -> npt.NDArray[np.float64]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def violation(self) -> float: ...
    @property
    def offset(self) -> float: ...
    @property
    def spread(self) -> float: ...
    @property
    def objective(self) -> float: ...
    @property
    def gap(self) -> float: ...
    @property
    def rows_found(self) -> int: ...
    @property
    def rows_made(self) -> int: ...
    @property
    def stop(self) -> Stop: ...

class BoxPathSolution:
    """What a solver found in ever larger boxes, one row for each."""

    @property
    def alphas(self) -> npt.NDArray[np.float64]: ...
    @property
    def outputs(self) -> npt.NDArray[np.float64]: ...
    @property
    def offsets(self) -> npt.NDArray[np.float64]: ...
    @property
    def violations(self) -> npt.NDArray[np.float64]: ...
    @property
    def iterations(self) -> list[int]: ...
    @property
    def stops(self) -> list[Stop]: ...

class _Chain:
    """A Markov chain of directions, which fills tables row by row and says how many rows are there."""

    def draw(
        self,
        skip: int,
        apart: int,
        directions: npt.NDArray[np.float64],
        margins: npt.NDArray[np.float64],
        keep: bool,
        progress: _Progress,
    ) -> int: ...

class GibbsChain(_Chain):
    """Directions from the posterior under label noise, by great circles."""

    def __init__(
        self, walls: npt.NDArray[np.float64], start: npt.NDArray[np.float64], noise: float, seed: int
    ) -> None: ...

class Billiard(_Chain):
    """Directions from the posterior under label noise, by a ball that walls reflect or slow."""

    def __init__(
        self, walls: npt.NDArray[np.float64], start: npt.NDArray[np.float64], noise: float, bounces: float, seed: int
    ) -> None: ...
    @property
    def bounces(self) -> int: ...

class _Source(Generic[_T]):
    """Values that can be used many times; tables, functions and identity as `CompiledKernel` makes them."""

    @staticmethod
    def computed(
        program: Program,
        tables: list[Any],
        functions: list[npt.NDArray[np.float64]],
        identity: _Positions,
        diagonal: npt.NDArray[np.float64],
    ) -> _Source[_T]:
        """The core evaluates the kernel."""
    @staticmethod
    def stored(matrix: npt.NDArray[_T]) -> _Source[_T]:
        """A Gram matrix is read."""
    @staticmethod
    def fetched(
        rows: Callable[[_Positions], npt.NDArray[_T]],
        block: Callable[[_Positions, _Positions], npt.NDArray[_T]],
        diagonal: npt.NDArray[np.float64],
    ) -> _Source[_T]:
        """Functions are called for rows."""
    def ridged(self, ridge: npt.NDArray[np.float64]) -> Self:
        """The same with this ridge on the diagonal, instead of any other."""

class SourceFloat32(_Source[np.float32]):
    """Where rows of K come from."""

class SourceFloat64(_Source[np.float64]):
    """Where rows of K come from."""

def solve(
    problem: BoxProblem, options: SolverOptions, source: _Source[Any], keep: bool, progress: _Progress
) -> BoxSolution:
    """Solve a box problem."""

def solve_pairs(
    options: SolverOptions,
    source: _Source[Any],
    codes: _Positions,
    upper: npt.NDArray[np.float64],
    balance: Balance,
    keep: bool,
    progress: _Progress,
) -> list[BoxSolution]:
    """Solve one C-SVC problem for each pair of classes."""

def solve_box_paths(
    problems: list[BoxProblem],
    watched: list[_Positions],
    factors: list[float],
    options: SolverOptions,
    sources: list[_Source[Any]],
    keep: bool,
    progress: _Progress,
) -> list[BoxPathSolution]:
    """Solve problems, each over its Gram matrix, in ever larger boxes."""

class PerceptronTask:
    """Labellings, orders, and the step and the lift at each example."""

    def __init__(
        self,
        signs: npt.NDArray[np.int8],
        orders: npt.NDArray[np.int32],
        steps: npt.NDArray[np.float64],
        lifts: npt.NDArray[np.float64],
    ) -> None: ...

class PerceptronOptions:
    """Passes, mistakes that are borne, memory and threads."""

    def __init__(self, max_passes: int, tolerated: int, cache_bytes: int, threads: int) -> None: ...

class Perceptrons:
    """What became of every labelling in every order, one after the other."""

    @property
    def sizes(self) -> _Positions: ...
    @property
    def support(self) -> _Positions: ...
    @property
    def counts(self) -> npt.NDArray[np.int32]: ...
    @property
    def mistakes(self) -> _Positions: ...
    @property
    def passes(self) -> _Positions: ...
    @property
    def stops(self) -> list[Stop]: ...
    @property
    def columns(self) -> int: ...

def train_perceptrons(
    task: PerceptronTask,
    options: PerceptronOptions,
    source: _Source[Any],
    outputs: npt.NDArray[np.float64],
    keep: bool,
    progress: _Progress,
) -> Perceptrons:
    """Train perceptrons on columns of K."""

def read_plain_table(
    text: bytes, delimiter: str, point: str, numeric: Sequence[bool], missing: Sequence[str]
) -> tuple[list[npt.NDArray[np.float64]], list[bytes], int, int]:
    """Columns of numbers, columns of words, rows and bytes of the lines up to the first that is not plain."""

def read_plain_sparse_rows(
    text: bytes, first: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.int32], _Positions, _Positions, int]:
    """Labels, values, columns, starts, lines and bytes of the rows up to the first that is not plain."""

class LinearLoss(enum.Enum):
    """What an output costs where another was wanted."""

    HINGE = 0
    SQUARED_HINGE = 1
    LOGISTIC = 2
    INSENSITIVE = 3
    SQUARED_INSENSITIVE = 4

class LinearPenalty(enum.Enum):
    """What weights cost."""

    SQUARES = 0
    ABSOLUTES = 1

class LinearMachine:
    """Loss, width of its tube, penalty, and a constant column or 0."""

    def __init__(
        self, loss: LinearLoss, width: float, penalty: LinearPenalty, constant: float, constant_penalized: bool
    ) -> None: ...

class LinearOptions:
    """The relative gap that ends a search, limits, threads and a seed."""

    def __init__(self, gap: float, max_steps: int, max_seconds: float, threads: int, seed: int) -> None: ...

class LinearSolution:
    """Weights, dual variables, and what they prove."""

    @property
    def weights(self) -> npt.NDArray[np.float64]: ...
    @property
    def dual(self) -> npt.NDArray[np.float64]: ...
    @property
    def objective(self) -> float: ...
    @property
    def gap(self) -> float: ...
    @property
    def steps(self) -> int: ...
    @property
    def stop(self) -> Stop: ...

# Rows in double precision: a table row after row, or values, columns, starts and the number of columns.
_LinearRows = npt.NDArray[np.float64] | tuple[npt.NDArray[np.float64], npt.NDArray[np.int32], _Positions, int]

def solve_linear(
    rows: _LinearRows,
    targets: npt.NDArray[np.float64],
    costs: npt.NDArray[np.float64],
    machine: LinearMachine,
    options: LinearOptions,
    start: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64] | None] | None,
    keep: bool,
    progress: _Progress,
) -> list[LinearSolution]:
    """Solve one linear machine for each row of targets."""

def follow_linear_costs(
    rows: _LinearRows,
    targets: npt.NDArray[np.float64],
    costs: npt.NDArray[np.float64],
    factors: npt.NDArray[np.float64],
    machine: LinearMachine,
    options: LinearOptions,
    keep: bool,
    progress: _Progress,
) -> list[LinearSolution]:
    """Solve a linear machine for its costs times each factor in turn, each from the one before."""

class LassoOptions:
    """Where the path ends, and how many columns are fetched at a time."""

    def __init__(self, least: float, max_nonzeros: int, max_iterations: int, together: int) -> None: ...

class LassoPath:
    """The knots of a path, and how exact the last one is."""

    @property
    def alphas(self) -> npt.NDArray[np.float64]: ...
    @property
    def sizes(self) -> _Positions: ...
    @property
    def support(self) -> _Positions: ...
    @property
    def values(self) -> npt.NDArray[np.float64]: ...
    @property
    def violation(self) -> float: ...
    @property
    def iterations(self) -> int: ...
    @property
    def fetched(self) -> int: ...
    @property
    def stop(self) -> Stop: ...

def follow_lasso_path(
    targets: npt.NDArray[np.float64],
    columns: int,
    options: LassoOptions,
    fetch: Callable[[_Positions], npt.NDArray[np.float64]],
    correlate: Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]],
    keep: bool,
    progress: _Progress,
) -> LassoPath:
    """Follow the LASSO from the largest penalty down."""

def smooth_on_line(
    order: int,
    places: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    targets: npt.NDArray[np.float64],
    strength: float,
) -> tuple[
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    float,
]:
    """States at the knots, their covariances, those with the next knot, minima, energies and the log determinant."""

class EvidenceOptions:
    """What ends a climb, and whether columns are exchanged."""

    def __init__(self, tolerance: float, max_actions: int, exchange: bool) -> None: ...

class EvidenceSummit:
    """Variances of weights, and how they were found."""

    @property
    def variances(self) -> npt.NDArray[np.float64]: ...
    @property
    def noise(self) -> float: ...
    @property
    def log_evidence(self) -> float: ...
    @property
    def slope(self) -> float: ...
    @property
    def actions(self) -> int: ...
    @property
    def settled(self) -> bool: ...

def climb_evidence(
    products: npt.NDArray[np.float64],
    correlations: npt.NDArray[np.float64],
    level: tuple[float, float, float, bool],
    variances: npt.NDArray[np.float64],
    options: EvidenceOptions,
) -> EvidenceSummit:
    """Variances of weights under which targets are most probable."""

def thread_count(wanted: int) -> int:
    """The threads that a run takes which wants so many (0: what OpenMP says)."""

def target() -> str:
    """The instruction set in use."""

class DeviationProblem:
    """Targets, weights, the price of coefficients, and a start."""

    def __init__(
        self,
        targets: npt.NDArray[np.float64],
        weights: npt.NDArray[np.float64],
        alpha: float,
        start_columns: _Positions,
        start_rows: _Positions,
    ) -> None: ...

class DeviationSolution:
    """A vertex and its dual variables."""

    @property
    def columns(self) -> npt.NDArray[np.int64]: ...
    @property
    def coefficients(self) -> npt.NDArray[np.float64]: ...
    @property
    def offset(self) -> float: ...
    @property
    def rows(self) -> npt.NDArray[np.int64]: ...
    @property
    def beta(self) -> npt.NDArray[np.float64]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def stop(self) -> Stop: ...

def least_deviations(
    problem: DeviationProblem,
    options: SolverOptions,
    by_rows: npt.NDArray[_T],
    by_columns: npt.NDArray[_T],
    keep: bool,
    progress: _Progress,
) -> DeviationSolution:
    """Minimize absolute deviations and the price of coefficients over a table that is given both ways."""

def markov_log_likelihoods(
    start: npt.NDArray[np.floating[Any]],
    transitions: npt.NDArray[np.floating[Any]],
    emissions: npt.NDArray[np.floating[Any]],
    codes: npt.NDArray[np.int32],
    offsets: _Positions,
    logs: npt.NDArray[np.float64],
    threads: int,
    progress: _Progress,
) -> None:
    """ln P of every sequence; emissions are given symbol by symbol."""

def markov_counts(
    start: npt.NDArray[np.floating[Any]],
    transitions: npt.NDArray[np.floating[Any]],
    emissions: npt.NDArray[np.floating[Any]],
    codes: npt.NDArray[np.int32],
    offsets: _Positions,
    logs: npt.NDArray[np.float64],
    counts: npt.NDArray[np.float64],
    threads: int,
    progress: _Progress,
) -> None:
    """Expected counts, of each sequence if there is a row for each, else of all together in one row."""

class WordIndex:
    """A column for every word that occurs in a collection of sequences."""

    def __init__(
        self,
        patterns: Sequence[Sequence[int]],
        alphabet: int,
        positional: bool,
        codes: npt.NDArray[np.int32],
        offsets: _Positions,
        threads: int,
        progress: _Progress,
    ) -> None: ...
    @property
    def width(self) -> int: ...
    def first_columns(self) -> npt.NDArray[np.int64]:
        """How many words there are of the patterns before each, and of all."""
    def counts(
        self, codes: npt.NDArray[np.int32], offsets: _Positions, threads: int, progress: _Progress
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Counts, columns and starts: how often each sequence has which word."""
    def places(
        self, codes: npt.NDArray[np.int32], offsets: _Positions, threads: int, progress: _Progress
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Sequences, starts, patterns and columns: every window that holds a word."""

class StringPairs:
    """A kernel on strings with its right-hand ones in place."""

    @staticmethod
    def subsequences(
        codes: npt.NDArray[np.int32],
        offsets: _Positions,
        weights: npt.NDArray[np.float64],
        decay: float,
        single: bool,
    ) -> StringPairs:
        """Subsequences with gaps, by their recursion."""
    @staticmethod
    def all_substrings(codes: npt.NDArray[np.int32], offsets: _Positions, decay: float) -> StringPairs:
        """Contiguous words of all lengths."""
    @staticmethod
    def local_alignment(
        codes: npt.NDArray[np.int32],
        offsets: _Positions,
        factors: npt.NDArray[np.float64],
        same: float,
        other: float,
        opening: float,
        extension: float,
    ) -> StringPairs:
        """Alignments of parts; without a table of factors letters are the same or not."""
    def block(
        self,
        codes: npt.NDArray[np.int32],
        offsets: _Positions,
        out: npt.NDArray[np.floating[Any]],
        threads: int,
        progress: _Progress,
    ) -> None: ...
    def rows(
        self, index: _Positions, out: npt.NDArray[np.floating[Any]], threads: int, progress: _Progress
    ) -> None: ...
    def gram(self, out: npt.NDArray[np.floating[Any]], threads: int, progress: _Progress) -> None: ...
    def diagonal(self, threads: int, progress: _Progress) -> npt.NDArray[np.float64]: ...

def subsequence_features(weights: npt.NDArray[np.float64], letters: int) -> int:
    """How many words have a weight; 0 if they are beyond all bounds."""

def map_subsequences(
    codes: npt.NDArray[np.int32],
    offsets: _Positions,
    weights: npt.NDArray[np.float64],
    decay: float,
    letters: int,
    out: npt.NDArray[np.float64],
    threads: int,
    progress: _Progress,
) -> None:
    """The features of subsequences."""

class CutColumns:
    """Columns of numbers, ordered once, in which stumps are looked for."""

    def __init__(self, x: npt.NDArray[np.float64], bins: int, threads: int) -> None: ...
    @property
    def places(self) -> int: ...
    def best_sign(self, pulls: npt.NDArray[np.float64], threads: int) -> tuple[int, float, float, float]: ...
    def best_graded(
        self, pulls: npt.NDArray[np.float64], smoothing: float, threads: int
    ) -> tuple[int, float, float, float, float]: ...
    def best_classes(
        self, weights: npt.NDArray[np.float64], codes: npt.NDArray[np.int32], classes: int, threads: int
    ) -> tuple[int, float, int, int, float]: ...

def boost_stumps(
    columns: CutColumns,
    signs: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    outputs: npt.NDArray[np.float64],
    length: float,
    rounds: int,
    rate: float,
    arc: bool,
    threads: int,
    keep: bool,
    progress: Callable[[float], None] | None,
) -> tuple[
    _Positions,
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    int,
]: ...

class SoftmaxSolution:
    """Weights, a row for each column, and the facts of the run."""

    @property
    def weights(self) -> npt.NDArray[np.float64]: ...
    @property
    def objective(self) -> float: ...
    @property
    def gap(self) -> float: ...
    @property
    def steps(self) -> int: ...
    @property
    def products(self) -> int: ...
    @property
    def stop(self) -> Stop: ...

def solve_softmax(
    rows: npt.NDArray[np.float64] | tuple[npt.NDArray[np.float64], npt.NDArray[np.int32], _Positions, int],
    classes: npt.NDArray[np.int32],
    class_count: int,
    costs: npt.NDArray[np.float64],
    constant: float,
    penalized: bool,
    gap: float,
    max_steps: int,
    max_seconds: float,
    threads: int,
    start: npt.NDArray[np.float64] | None,
    keep: bool,
    progress: _Progress,
) -> SoftmaxSolution:
    """Minimize the logistic loss of several classes and half a squared norm."""

class GoBoard:
    """A Go board; points are counted row by row from the top left."""

    def __init__(self, start: int | GoBoard) -> None: ...
    @staticmethod
    def _set_up(stones: npt.NDArray[np.int8], to_play: int) -> GoBoard: ...
    @property
    def size(self) -> int: ...
    @property
    def _player(self) -> int: ...
    @property
    def key(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def stones(self) -> npt.NDArray[np.int8]: ...
    def owners(self) -> npt.NDArray[np.int8]: ...
    def legal_moves(self, suicide: bool = True) -> list[int]: ...
    def _legal(self, point: int, player: int, suicide: bool) -> bool: ...
    def _attempt(self, move: object) -> bool: ...
    def _attempt_as(self, point: int, player: int) -> bool: ...
    def _pass(self, player: int) -> None: ...
    def _undo(self) -> bool: ...
    def _turn_count(self) -> int: ...
    def _turn(self, number: int) -> tuple[int, int]: ...
    def area(self) -> tuple[int, int]: ...
    def _chain(self, point: int) -> list[int]: ...
    def _liberties(self, point: int) -> list[int]: ...

class GoBoards:
    """Many Go boards of one size."""

    def __init__(self, start: GoBoard, count: int) -> None: ...
    def copy(self) -> GoBoards: ...
    def __len__(self) -> int: ...
    def legal(self, suicide: bool) -> npt.NDArray[np.uint8]: ...
    def first_refused(self, moves: _Positions) -> int | None: ...
    def stones(self) -> npt.NDArray[np.int8]: ...
    def players(self) -> _Positions: ...
    def over(self) -> _Positions: ...
    def areas(self) -> _Positions: ...
    def at(self, i: int) -> GoBoard: ...

def go_common_fate_graph(
    board: GoBoard,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int8], _Positions, npt.NDArray[np.int32]]: ...
def go_chain_counts(
    board: GoBoard, player: int, points: _Positions, longest: int, any_root: bool, progress: _Progress
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int32], _Positions]: ...
def go_playouts(
    board: GoBoard, games: int, seed: int, most_turns: int, threads: int, progress: _Progress
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]: ...
