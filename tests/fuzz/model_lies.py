"""Model files that contradict themselves under a right checksum: parts taken away, exchanged, resized, shared."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from fuzz.mutations import HUGE, ODD_VALUES, Mutation, sealed

PATTERNS = ["(a+)+$", r"(\w|\d)+x", "[", r"\w+", r"(?u)\b\w\w+\b"]


class Opened:
    """A model file taken apart: the table of its arrays, its document, and the arrays' bytes."""

    def __init__(self, content: bytes):
        length = int.from_bytes(content[:8], "little")
        self.header: dict[str, Any] = json.loads(content[8 : 8 + length])
        self.document: dict[str, Any] = json.loads(self.header["__metadata__"]["document"])
        self.data = content[8 + length :]

    @property
    def arrays(self) -> list[str]:
        return [name for name in self.header if name != "__metadata__"]

    def closed(self) -> bytes:
        self.header["__metadata__"]["document"] = json.dumps(self.document)
        return sealed(self.header, self.data)

    def tables(self) -> list[dict[str, Any]]:
        """The fields, parameters and attributes of everything in the document, where there are any."""
        return [table for node in _nodes(self.document) for table in _tables(node) if table]

    def places(self) -> list[dict[str, Any]]:
        """Where the document names an array."""
        return [node for node in _nodes(self.document) if node.get("array") in self.arrays]

    def add(self, array: np.ndarray) -> str:
        """A further array, at the end of the file."""
        kinds = {"f8": "F64", "f4": "F32", "i8": "I64", "i4": "I32", "b1": "BOOL", "u1": "U8"}
        name, content = f"added{len(self.header)}", np.ascontiguousarray(array).tobytes()
        begin = len(self.data)
        self.header[name] = {
            "dtype": kinds[array.dtype.str[1:]],
            "shape": list(array.shape),
            "data_offsets": [begin, begin + len(content)],
        }
        self.data += content
        return name


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _nodes(part)


def _tables(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "type" in node:
        yield from (node[word] for word in ("fields", "parameters", "attributes") if isinstance(node.get(word), dict))


def _some(options: list[Any], rng: np.random.Generator) -> Any:
    return options[int(rng.integers(len(options)))]


def part_missing(file: Opened, rng: np.random.Generator) -> None:
    """A field or attribute less."""
    table = _some(file.tables(), rng)
    del table[_some(list(table), rng)]


def part_renamed(file: Opened, rng: np.random.Generator) -> None:
    """A field or attribute by another name, perhaps one that means something."""
    table = _some(file.tables(), rng)
    table[_some(["_ranges", "extra_", "classes_", "__dict__", "n_jobs", "predictor_"], rng)] = table.pop(
        _some(list(table), rng)
    )


def parts_exchanged(file: Opened, rng: np.random.Generator) -> None:
    """A field or attribute with the value of another."""
    tables = file.tables()
    table, other = _some(tables, rng), _some(tables, rng)
    table[_some(list(table), rng)] = copy.deepcopy(other[_some(list(other), rng)])


def number_changed(file: Opened, rng: np.random.Generator) -> None:
    """A plain value that is another."""
    table = _some(file.tables(), rng)
    table[_some(list(table), rng)] = copy.deepcopy(_some([*HUGE, *ODD_VALUES, *PATTERNS, {"float": "nan"}], rng))


def array_resized(file: Opened, rng: np.random.Generator) -> None:
    """An array of other lengths, another type or other numbers."""
    places = file.places()
    if not places:
        return
    node = _some(places, rng)
    said = file.header[node["array"]]["shape"]
    shape = [max(0, min(size, 1000) + int(rng.integers(-2, 3)) * int(rng.random() < 0.7)) for size in said]
    action = rng.random()
    if action < 0.15:
        shape = shape[::-1]
    elif action < 0.25:
        shape = [*shape, int(rng.integers(3))]
    elif action < 0.3:
        shape = shape[1:]
    elif action < 0.35:
        shape = [0, int(2.0 ** rng.integers(1, 40)), *shape[2:]]
    numbers = rng.integers(-5, 50, size=shape)
    dtype = _some(["<f8", "<f8", "<f4", "<i8", "<i4", "|b1", "|u1"], rng)
    with np.errstate(all="ignore"):
        array = (numbers if rng.random() < 0.5 else numbers / 7.0).astype(dtype)
    if array.dtype.kind == "f" and array.size and rng.random() < 0.2:
        array.flat[0] = _some([np.nan, np.inf, 1e308], rng)
    node["array"] = file.add(array)


def array_exchanged(file: Opened, rng: np.random.Generator) -> None:
    """One array where another was."""
    if file.places():
        _some(file.places(), rng)["array"] = _some(file.arrays, rng)


def node_shared(file: Opened, rng: np.random.Generator) -> None:
    """Something that was met before, where something else was."""
    table = _some(file.tables(), rng)
    made = sum("type" in node and "stateless" not in node for node in _nodes(file.document))
    table[_some(list(table), rng)] = {"same": int(rng.integers(max(1, made)))}


def kernel_unfolded(file: Opened, rng: np.random.Generator) -> None:
    """A kernel that is a sum of itself, and again, and again."""
    places = [table for table in file.tables() if isinstance(table.get("kernel"), dict)]
    if not places:
        return
    table = _some(places, rng)
    wrapped = table["kernel"]
    for _ in range(int(rng.integers(1, 40))):
        word = _some(["Sum", "Product"], rng)
        # References look back to what was completed, and the order in which that happens is kept by nobody here.
        twice = [wrapped, {"same": int(rng.integers(60))} if rng.random() < 0.5 else copy.deepcopy(wrapped)]
        if len(json.dumps(wrapped)) > 20_000:
            twice = [wrapped, {"same": 0}]
        wrapped = {"type": f"kernels.{word}", "fields": {"terms": {"tuple": twice}}}
    table["kernel"] = wrapped


LIES = (
    part_missing,
    part_renamed,
    parts_exchanged,
    number_changed,
    array_resized,
    array_resized,
    array_exchanged,
    node_shared,
    kernel_unfolded,
)


def contradiction(content: bytes, rng: np.random.Generator) -> bytes:
    """A model file with one or two lies, sealed again."""
    file = Opened(content)
    for _ in range(int(rng.integers(1, 3))):
        if file.tables():
            _some(list(LIES), rng)(file, rng)
    return file.closed()


CONTRADICTIONS: tuple[Mutation, ...] = (contradiction,)
