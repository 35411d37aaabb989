"""The native core: kernels as programs over tiles."""

import enum
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

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
    TIMES_OUTER_PRODUCT = 13
    PLUS_OUTER_SUM = 14
    ADD = 15
    MULTIPLY = 16

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

class _Evaluator(Generic[_T]):
    """A program with its right-hand examples packed; tables, functions and identity as `CompiledKernel` makes them."""

    def __init__(
        self, program: Program, tables: list[Any], functions: list[npt.NDArray[np.float64]], identity: _Positions
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

class EvaluatorFloat32(_Evaluator[np.float32]): ...
class EvaluatorFloat64(_Evaluator[np.float64]): ...

def target() -> str:
    """The instruction set in use."""
