"""A graph of ONNX that is written down by computing with its values: each operation leaves a node behind.

The graph and its values stand in one file because they need each other: a value's `+` adds a node to its graph.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from onnx import GraphProto, NodeProto, TensorProto, ValueInfoProto, helper, numpy_helper

OPSET, ML_OPSET, IR = 18, 3, 8
"""Versions of ONNX that are written: old enough for the servers there are, new enough for both precisions."""

DType: TypeAlias = np.dtype[Any]

SINGLE: DType = np.dtype(np.float32)
DOUBLE: DType = np.dtype(np.float64)
WHOLE: DType = np.dtype(np.int64)
TRUTH: DType = np.dtype(np.bool_)
WORD: DType = np.dtype(object)

CODES = {
    SINGLE: TensorProto.FLOAT,
    DOUBLE: TensorProto.DOUBLE,
    WHOLE: TensorProto.INT64,
    TRUTH: TensorProto.BOOL,
    WORD: TensorProto.STRING,
}
"""What ONNX calls these types."""


@dataclass(frozen=True, eq=False)
class Value:
    """A tensor of a graph, known by its name and its type; it adds, multiplies and compares like an array.

    Parameters
    ----------
    graph
        Where it lives.
    name
        What the graph calls it.
    dtype
        Of its entries; `object` for words.
    """

    graph: "Graph" = field(repr=False)
    name: str
    dtype: DType

    # numpy's arrays leave `array * value` to the value.
    __array_ufunc__ = None

    def apply(self, op: str, *others: "Operand", dtype: DType | None = None, **attributes: Any) -> "Value":
        """A node of which this is the first input; numbers become constants of this type."""
        inputs = [self, *(self.graph.operand(other, self.dtype) for other in others)]
        return self.graph.emit(op, inputs, dtype or self.dtype, **attributes)

    def cast(self, dtype: DType) -> "Value":
        """The same numbers in another type."""
        return self if self.dtype == dtype else self.apply("Cast", dtype=dtype, to=CODES[dtype])

    def _with(self, op: str, other: "Operand", *, dtype: DType | None = None, turned: bool = False) -> "Value":
        """A node of two numbers, in the wider type of both."""
        mine, theirs = self, self.graph.operand(other, self.dtype)
        wide = np.promote_types(mine.dtype, theirs.dtype)
        pair = [mine.cast(wide), theirs.cast(wide)]
        return self.graph.emit(op, pair[::-1] if turned else pair, dtype or wide)

    def __add__(self, other: "Operand") -> "Value":
        return self._with("Add", other)

    def __sub__(self, other: "Operand") -> "Value":
        return self._with("Sub", other)

    def __mul__(self, other: "Operand") -> "Value":
        return self._with("Mul", other)

    def __truediv__(self, other: "Operand") -> "Value":
        return self._with("Div", other)

    def __rsub__(self, other: "Operand") -> "Value":
        return self._with("Sub", other, turned=True)

    def __rtruediv__(self, other: "Operand") -> "Value":
        return self._with("Div", other, turned=True)

    def __matmul__(self, other: "Operand") -> "Value":
        # Not MatMul: with a factor before or behind it, onnxruntime rounds the factor to single precision.
        return self._with("Gemm", other)

    def __pow__(self, exponent: float) -> "Value":
        return self if exponent == 1.0 else self * self if exponent == 2.0 else self._with("Pow", float(exponent))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> "Value":
        return self.apply("Neg")

    def __gt__(self, other: Any) -> "Value":
        return self._with("Greater", other, dtype=TRUTH)

    def __ge__(self, other: Any) -> "Value":
        return self._with("GreaterOrEqual", other, dtype=TRUTH)

    def __lt__(self, other: Any) -> "Value":
        return self._with("Less", other, dtype=TRUTH)

    def __le__(self, other: Any) -> "Value":
        return self._with("LessOrEqual", other, dtype=TRUTH)

    def equals(self, other: "Operand") -> "Value":
        """Whether entries are the same."""
        return self._with("Equal", other, dtype=TRUTH)

    def largest(self, other: "Operand") -> "Value":
        """The larger of two entries."""
        return self._with("Max", other)

    def least(self, other: "Operand") -> "Value":
        """The smaller of two entries."""
        return self._with("Min", other)

    def where(self, yes: "Operand", no: "Operand") -> "Value":
        """Of truth values: one number where they are true, another where they are not."""
        kind = next((one.dtype for one in (yes, no) if isinstance(one, Value)), self.graph.real)
        pair = [self.graph.operand(one, kind) for one in (yes, no)]
        if pair[0].dtype != pair[1].dtype:
            wide = np.promote_types(pair[0].dtype, pair[1].dtype)
            pair = [one.cast(wide) for one in pair]
        return self.graph.emit("Where", [self, *pair], pair[0].dtype)

    def exp(self) -> "Value":
        """e to the power of each."""
        return self.apply("Exp")

    def log(self) -> "Value":
        """The logarithm of each."""
        return self.apply("Log")

    def sqrt(self) -> "Value":
        """The root of each."""
        return self.apply("Sqrt")

    def abs(self) -> "Value":
        """The size of each."""
        return self.apply("Abs")

    def sigmoid(self) -> "Value":
        """1 / (1 + exp(−t)) of each; not by the operator of that name, which has no digits left where it is small."""
        return 1.0 / (1.0 + (self * -1.0).exp())

    def softmax(self) -> "Value":
        """exp(t) of each row, normalized."""
        return self.apply("Softmax", axis=1)

    def sum(self, axis: int = 1, keep: bool = True) -> "Value":
        """Along an axis."""
        return self.apply("ReduceSum", self.graph.constant([axis]), keepdims=int(keep))

    def max(self, axis: int = 1, keep: bool = True) -> "Value":
        """Along an axis."""
        return self.apply("ReduceMax", self.graph.constant([axis]), keepdims=int(keep))

    def argmax(self) -> "Value":
        """The place of the largest entry of each row, the first among equals."""
        return self.apply("ArgMax", dtype=WHOLE, axis=1, keepdims=0)

    def columns(self, places: Any) -> "Value":
        """These columns, in this order."""
        return self.apply("Gather", self.graph.constant(np.asarray(places, dtype=np.int64)), axis=1)

    def at(self, places: "Value") -> "Value":
        """The entries along the first axis at these places."""
        return self.apply("Gather", places, axis=0)

    def picked(self, places: "Value") -> "Value":
        """Of each row the entries at the places that the same row of another table names."""
        return self.apply("GatherElements", places, axis=1)

    def flat(self) -> "Value":
        """One column as a vector."""
        return self.apply("Squeeze", self.graph.constant([1]))

    def column(self) -> "Value":
        """A vector as one column."""
        return self.apply("Unsqueeze", self.graph.constant([1]))

    def reshaped(self, shape: Sequence[int]) -> "Value":
        """The same entries in another shape; 0 for as many as there are."""
        return self.apply("Reshape", self.graph.constant(list(shape)))

    def rows(self) -> "Value":
        """How many rows there are, as a shape."""
        return self.apply("Shape", dtype=WHOLE, start=0, end=1)


Operand: TypeAlias = Value | float | npt.NDArray[Any]
"""What a value can be computed with."""


class Graph:
    """The nodes and constants of a graph; nothing is written down twice.

    `real` is the precision that users see; `prefix` keeps its names apart from those of others.
    """

    def __init__(self, real: DType, prefix: str = ""):
        self.real, self.prefix = real, prefix
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []
        self._made: dict[object, tuple[Value, ...]] = {}

    def constant(self, array: Any, dtype: DType | None = None) -> Value:
        """An array as part of the graph; whole numbers, truth values and words keep their type."""
        plain = np.asarray(array)
        kind = dtype or (self.real if plain.dtype.kind == "f" else WORD if plain.dtype.kind in "UO" else plain.dtype)
        plain = np.ascontiguousarray(plain, dtype=kind).reshape(plain.shape)
        key = (str(kind), plain.shape, tuple(plain.ravel().tolist()) if kind == WORD else _digest(plain))
        if key not in self._made:
            name = self._name("constant")
            self.constants.append(numpy_helper.from_array(plain, name))
            self._made[key] = (Value(self, name, kind),)
        return self._made[key][0]

    def operand(self, other: Operand, dtype: DType) -> Value:
        """A value as it is, a number as a constant of this type."""
        return other if isinstance(other, Value) else self.constant(other, dtype)

    def emit(self, op: str, inputs: Sequence[Value], dtype: DType, **attributes: Any) -> Value:
        """A node with one output."""
        return self.emit_many(op, inputs, [dtype], **attributes)[0]

    def emit_many(self, op: str, inputs: Sequence[Value], dtypes: Sequence[DType], **attributes: Any) -> list[Value]:
        """A node with several outputs."""
        names = [one.name for one in inputs]
        key = (op, *names, repr(sorted(attributes.items(), key=lambda item: item[0])))
        if key not in self._made:
            made = [Value(self, self._name(op.lower()), dtype) for dtype in dtypes]
            self.nodes.append(helper.make_node(op, names, [one.name for one in made], made[0].name, **attributes))
            self._made[key] = tuple(made)
        return list(self._made[key])

    def together(self, parts: Sequence[Value], axis: int = 1) -> Value:
        """Tables side by side, in the widest of their types."""
        wide = parts[0].dtype
        for part in parts[1:]:
            wide = wide if part.dtype == wide else np.promote_types(wide, part.dtype)
        cast = [part.cast(wide) for part in parts]
        return cast[0] if len(cast) == 1 else self.emit("Concat", cast, wide, axis=axis)

    def filled(self, like: Value, columns: int, number: float, dtype: DType | None = None) -> Value:
        """The same number everywhere, in as many rows as another table has."""
        return self.repeated(like, np.full(columns, number), dtype)

    def repeated(self, like: Value, row: npt.NDArray[Any], dtype: DType | None = None) -> Value:
        """One row as often as another table has rows."""
        shape = self.together([like.rows(), self.constant([len(row)])], axis=0)
        return self.constant(row[None, :], dtype).apply("Expand", shape)

    def named(self, value: Value, name: str, dtype: DType | None = None) -> ValueInfoProto:
        """The value under the name by which users get it."""
        value = value.cast(dtype or value.dtype)
        self.nodes.append(helper.make_node("Identity", [value.name], [name], f"{self.prefix}to_{name}"))
        return helper.make_tensor_value_info(name, CODES[value.dtype], None)

    def prune(self, outputs: Iterable[str]) -> None:
        """Leave out all nodes and constants that these outputs do not need."""
        needed, kept = set(outputs), []
        for node in reversed(self.nodes):
            if needed.intersection(node.output):
                needed.update(node.input)
                kept.append(node)
        self.nodes = kept[::-1]
        self.constants = [constant for constant in self.constants if constant.name in needed]

    def inner(self, name: str, inputs: Sequence[Value], output: Value, shapes: Sequence[Sequence[Any]]) -> GraphProto:
        """This graph as the inside of a node; the shapes are those of the inputs, and then of the output."""
        infos = [
            helper.make_tensor_value_info(one.name, CODES[one.dtype], shape)
            for one, shape in zip([*inputs, output], shapes, strict=True)
        ]
        return helper.make_graph(self.nodes, name, infos[:-1], infos[-1:], self.constants)

    def fresh(self) -> str:
        """A prefix that no other part of the graph has."""
        return f"{self._name('inner')}_"

    def _name(self, what: str) -> str:
        self._made[object()] = ()
        return f"{self.prefix}{what}_{len(self._made)}"


def _digest(array: npt.NDArray[Any]) -> bytes:
    """By which equal arrays are known, without a copy of them."""
    return hashlib.blake2b(np.ravel(array).view(np.uint8).data).digest()
