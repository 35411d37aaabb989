"""A kernel perceptron on a stream: what it is now, and what it becomes by further examples, each met once."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.largest_output import class_signs
from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
from drupe.predictors.expansion import Expansion
from drupe.solvers.perceptrons.cached import CachedPerceptron
from drupe.solvers.perceptrons.problem import PerceptronProblem


@dataclass(frozen=True, eq=False)
class Stream:
    """f, and the mistakes by which it was learned.

    Parameters
    ----------
    function
        What has been learned, one output for each class against the rest.
    offset_step
        How far an offset moves at a mistake.
    seen
        How many examples have come so far.
    support
        Positions in the stream of the examples that were learned from.
    mistakes
        Positions in the stream of the mistakes of each output, in order.

    References
    ----------
    [Herbrich02]_, section 5.3.2; [Graepel02]_, section 6.2.1.
    """

    function: Expansion
    offset_step: float
    seen: int
    support: Index
    mistakes: tuple[Index, ...]

    def after(self, inputs: Inputs, gram: Gram, codes: npt.NDArray[Any], solver: CachedPerceptron) -> "Stream":
        """The stream after these examples of classes with these codes; `gram` compares them with each other."""
        outputs = len(self.mistakes)
        signs = class_signs(codes, 2 if outputs == 1 else outputs)
        begin = self.function.decision(inputs)
        runs = [
            solver.solve(PerceptronProblem(gram, signs[:, c], self.offset_step, begin[:, c])) for c in range(outputs)
        ]
        alpha = np.column_stack([run.alpha for run in runs])
        learned = np.flatnonzero(alpha.any(axis=1))
        return Stream(
            function=self._longer(inputs.take(learned), alpha[learned]),
            offset_step=self.offset_step,
            seen=self.seen + len(inputs),
            support=np.concatenate([self.support, self.seen + learned]),
            mistakes=tuple(
                np.concatenate([before, self.seen + run.mistakes])
                for before, run in zip(self.mistakes, runs, strict=True)
            ),
        )

    def _longer(self, inputs: Inputs, alpha: Matrix) -> Expansion:
        if not len(inputs):
            return self.function
        centers = self.function.centers
        return replace(
            self.function,
            centers=centers.joined(inputs) if len(centers) else inputs,
            coefficients=np.vstack([self.function.coefficients, alpha]),
            offset=self.function.offset + self.offset_step * alpha.sum(axis=0),
        )


def stream_codes(labels: npt.NDArray[Any], classes: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The code of each label among the sorted classes that were announced."""
    codes = np.searchsorted(classes, labels)
    codes[codes == len(classes)] = 0
    strange = labels[classes[codes] != labels]
    if len(strange):
        raise InputError(
            f"class {strange.tolist()[0]!r} was not among the classes of the first call to partial_fit, "
            f"{classes.tolist()}."
        )
    return codes.astype(np.int64)


def announced(classes: Any, known: npt.NDArray[Any] | None) -> npt.NDArray[Any]:
    """The classes of a stream: named at the first call, and not changed later."""
    if classes is None:
        if known is None:
            raise InputError("classes must be passed on the first call to partial_fit: all that will ever come.")
        return known
    sorted_classes = np.unique(np.asarray(classes))
    if known is not None and not np.array_equal(known, sorted_classes):
        raise InputError(
            f"classes={sorted_classes.tolist()} is not the same as on the last call to partial_fit, was: "
            f"{known.tolist()}."
        )
    if len(sorted_classes) < 2:
        raise InputError(f"a stream needs two classes or more, got {sorted_classes.tolist()}.")
    return sorted_classes
