"""What a model says in a graph: the class, the outputs behind it, probabilities; or numbers."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.persistence.export.graph import DOUBLE, TRUTH, WHOLE, WORD, DType, Value
from drupe.persistence.export.refusal import refusal


@dataclass(frozen=True, eq=False)
class Declined:
    """Examples that are not answered.

    Parameters
    ----------
    where
        One truth value for each example.
    label
        What is said instead of a class.
    confidence
        How sure each answer is, if that is why; else None.
    """

    where: Value
    label: Any
    confidence: Value | None = None


@dataclass(frozen=True, eq=False)
class Classified:
    """What a classifier says.

    Parameters
    ----------
    codes
        Of the classes, one for each example.
    classes
        The labels that codes stand for.
    outputs
        As `decision_function` gives them, a vector for two classes; None without one.
    probabilities
        One column for each class; None without them.
    declined
        Which examples are not answered; None if all are.
    """

    codes: Value
    classes: npt.NDArray[Any]
    outputs: Value | None = None
    probabilities: Value | None = None
    declined: Declined | None = None

    def named(self) -> dict[str, Value]:
        """The outputs of the graph by their names."""
        found = {"label": self.labels(), "outputs": self.outputs, "probabilities": self.probabilities}
        if self.declined is not None:
            found["confidence"] = self.declined.confidence
            found["answered"] = self.declined.where.apply("Not")
        return {name: value for name, value in found.items() if value is not None}

    def labels(self) -> Value:
        """The classes, in the type of the labels, with the label of what is not answered."""
        labels = _constant_labels(self.codes, self.classes)
        found = labels.at(self.codes)
        if self.declined is None:
            return found
        other = np.asarray([self.declined.label])
        if label_type(other) != label_type(self.classes):
            raise refusal(
                "the answer to rejected examples",
                f"{self.declined.label!r} is not of the type of the labels, {self.classes.tolist()[:5]}",
                "pass another reject_label, of their type",
            )
        return self.declined.where.where(_constant_labels(self.codes, other), found)


def label_type(labels: npt.NDArray[Any]) -> DType:
    """The type of labels in a graph: whole numbers, words, or real numbers in float64.

    >>> label_type(np.array([3, 5])), label_type(np.array(["a"]))
    (dtype('int64'), dtype('O'))
    """
    kind = labels.dtype.kind
    if kind in "iub":
        return TRUTH if kind == "b" else WHOLE
    if kind == "f":
        return DOUBLE
    if kind == "U" or all(isinstance(label, str) for label in labels.tolist()):
        return WORD
    raise refusal("the model", f"its labels, {labels.tolist()[:5]}, are neither numbers nor words", "rename the labels")


def _constant_labels(codes: Value, labels: npt.NDArray[Any]) -> Value:
    kind = label_type(labels)
    return codes.graph.constant(labels.astype(kind), kind)
