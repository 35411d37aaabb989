"""What a row of outputs costs as a whole: one against the rest, all classes together, or one target for each output."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import logsumexp, softmax

from drupe.foundation.arrays import Matrix, Vector
from drupe.losses.base import Loss, ResidualLoss

Codes = npt.NDArray[np.int64]
"""The class of each row as a number 0, 1, ..."""


class Response(NamedTuple):
    """What rows of outputs cost, how the costs change with the outputs, and how wrong the answers are."""

    losses: Vector
    slopes: Matrix
    errors: Vector


class RowLoss(ABC):
    """The loss of rows of outputs; targets are codes of classes, or rows of numbers."""

    @abstractmethod
    def response(self, outputs: Matrix, targets: npt.NDArray[Any]) -> Response:
        """Losses, slopes and errors: wrong answers count one, numbers their squared distance."""


@dataclass(frozen=True)
class OneAgainstRest(RowLoss):
    """Σ_c loss(f_c, ±1), + for the class of the row: one output for each class, or one for the second of two."""

    loss: Loss

    def response(self, outputs: Matrix, targets: npt.NDArray[Any]) -> Response:
        """A row is wrong where another class has the largest output, or the one output the wrong sign."""
        signs = _signs(targets, outputs.shape[1])
        losses = self.loss.value(outputs, signs).sum(axis=1)
        return Response(losses, self.loss.derivative(outputs, signs), _wrong(outputs, targets))


@dataclass(frozen=True)
class Softmax(RowLoss):
    """ln Σ_c exp f_c − f_y: minus the log probability of the class of the row, for three classes or more."""

    def response(self, outputs: Matrix, targets: npt.NDArray[Any]) -> Response:
        """A row is wrong where another class has the largest output."""
        rows = np.arange(len(outputs))
        losses = logsumexp(outputs, axis=1) - outputs[rows, targets]
        slopes = softmax(outputs, axis=1)
        slopes[rows, targets] -= 1.0
        return Response(losses, slopes, _wrong(outputs, targets))


@dataclass(frozen=True)
class EachTarget(RowLoss):
    """Σ_c loss(f_c, y_c): each output has a number of its own to reach."""

    loss: ResidualLoss

    def response(self, outputs: Matrix, targets: npt.NDArray[Any]) -> Response:
        """The error of a row is its squared distance from the targets."""
        losses = self.loss.value(outputs, targets).sum(axis=1)
        return Response(losses, self.loss.derivative(outputs, targets), np.square(outputs - targets).sum(axis=1))


def _signs(codes: Codes, width: int) -> Matrix:
    wanted = np.array([1]) if width == 1 else np.arange(width)
    return np.where(codes[:, None] == wanted, 1.0, -1.0)


def _wrong(outputs: Matrix, codes: Codes) -> Vector:
    answers = outputs[:, 0] >= 0.0 if outputs.shape[1] == 1 else outputs.argmax(axis=1)
    return np.asarray(answers != codes, dtype=np.float64)
