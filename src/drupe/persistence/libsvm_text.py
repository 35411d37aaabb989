"""The model file of LIBSVM as a value: from text, with errors that name the line, and to text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import Matrix
from drupe.inputs.cells import number
from drupe.inputs.readers.libsvm_block import entry
from drupe.inputs.readers.location import Location, quoted
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.source import Source
from drupe.inputs.readers.text import TextLines

WORDS = ("svm_type", "kernel_type")
WHOLE = ("degree", "nr_class", "total_sv", "label", "nr_sv")
REAL = ("gamma", "coef0", "rho", "probA", "probB", "prob_density_marks")
SINGLE = (*WORDS, "degree", "gamma", "coef0", "nr_class", "total_sv")


@dataclass(frozen=True, eq=False)
class LibsvmText:
    """What a model file says.

    Parameters
    ----------
    facts
        The lines of its head by their first words: text, a number, or a tuple of numbers.
    coefficients
        One row for each support vector; one column, or one less than there are classes.
    vectors
        The support vectors, in CSR.
    """

    facts: Mapping[str, Any]
    coefficients: Matrix
    vectors: Any = field(repr=False)

    def lines(self) -> Iterator[str]:
        """The file, line by line; numbers with all their digits."""
        for name, value in self.facts.items():
            parts = value if isinstance(value, tuple) else (value,)
            yield f"{name} {' '.join(_written(part) for part in parts)}\n"
        yield "SV\n"
        starts, indices, values = self.vectors.indptr, self.vectors.indices, self.vectors.data
        for i, row in enumerate(self.coefficients):
            entries = range(starts[i], starts[i + 1])
            pairs = [f"{indices[place] + 1}:{values[place]:.17g}" for place in entries]
            yield " ".join([*(f"{value:.17g}" for value in row), *pairs]) + " \n"

    @classmethod
    def read(cls, source: Source) -> "LibsvmText":
        """The file, checked line by line."""
        lines = enumerate(TextLines(source, Options().encoding), start=1)
        facts: dict[str, Any] = {}
        for line, text in lines:
            words = text.split()
            if words == ["SV"]:
                break
            if words:
                _add_fact(facts, words, source.location.at(line))
        else:
            raise source.location.error("there is no line SV", "pass a model file of LIBSVM, whole")
        _check_facts(facts, source.location)
        width = max(1, facts.get("nr_class", 2) - 1)
        return cls(facts, *_support(lines, facts["total_sv"], width, source.location))


def _written(value: Any) -> str:
    return f"{value:.17g}" if isinstance(value, float) else str(value)


def _add_fact(facts: dict[str, Any], words: list[str], place: Location) -> None:
    name, *values = words
    if name not in (*WORDS, *WHOLE, *REAL):
        raise place.error(f"{quoted(name)} is no word of LIBSVM's model files", "pass a model file of svm-train")
    if name in facts or not values or (name in SINGLE and len(values) != 1):
        raise place.error(f"{quoted(name)} comes twice, or with {len(values)} values", "pass a file of svm-train")
    found = tuple(values) if name in WORDS else tuple(_number(value, name in WHOLE, place) for value in values)
    facts[name] = found[0] if name in SINGLE else found


def _number(word: str, whole: bool, place: Location) -> float | int:
    value = number(word)
    if value is None or (whole and (value != int(value) or abs(value) > 2**31)):
        raise place.error(f"{quoted(word)} is no {'whole ' if whole else ''}number", "pass a file of svm-train")
    return int(value) if whole else value


def _check_facts(facts: Mapping[str, Any], location: Location) -> None:
    """Raise an InputError unless all lines that a machine needs are there, and as long as they must be."""
    for name in ("svm_type", "kernel_type", "nr_class", "total_sv", "rho"):
        if name not in facts:
            raise location.error(f"there is no line {name}", "pass a model file of svm-train")
    k = facts["nr_class"]
    classifier = facts["svm_type"] in ("c_svc", "nu_svc")
    if k < 2 or k > 2**15 or facts["total_sv"] < 0 or (not classifier and k != 2):
        raise location.error(f"it has {k} classes and {facts['total_sv']} support vectors", "pass a file of svm-train")
    pairs = k * (k - 1) // 2
    lengths = {"rho": pairs if classifier else 1}
    if classifier:
        lengths |= {"label": k, "nr_sv": k, "probA": pairs, "probB": pairs}
    for name, length in lengths.items():
        needed = name in ("rho", "label", "nr_sv")
        if (needed or name in facts) and len(facts.get(name, ())) != length:
            raise location.error(f"{k} classes need {length} values of {name}", "pass a model file of svm-train")
    if classifier and (sum(facts["nr_sv"]) != facts["total_sv"] or min(facts["nr_sv"]) < 0):
        raise location.error("nr_sv does not add up to total_sv", "pass a model file of svm-train")
    if classifier and len(set(facts["label"])) != k:
        raise location.error("a label comes twice", "pass a model file of svm-train")


def _support(lines: Iterator[tuple[int, str]], count: int, width: int, location: Location) -> tuple[Matrix, Any]:
    """Coefficients and support vectors."""
    coefficients: list[list[float]] = []
    values: list[float] = []
    indices: list[int] = []
    starts = [0]
    for line, text in lines:
        words = text.split()
        if not words:
            continue
        place, last = location.at(line), 0
        if len(words) < width:
            raise place.error(f"the line has {len(words)} words", f"{width} coefficients are needed")
        coefficients.append([float(_number(word, False, place)) for word in words[:width]])
        for word in words[width:]:
            last, value = entry(word, last, 1, place)
            indices.append(last - 1)
            values.append(value)
        starts.append(len(indices))
    if len(coefficients) != count:
        raise location.error(f"it has {len(coefficients)} support vectors where total_sv says {count}", "pass it whole")
    shape = (count, max(indices, default=0) + 1)
    csr = sp.csr_array(
        (np.array(values), np.array(indices, dtype=np.int32), np.array(starts, dtype=np.int64)), shape=shape
    )
    table: npt.NDArray[np.float64] = np.array(coefficients, dtype=np.float64).reshape(count, width)
    return table, csr
