"""Transformations of images after which they still show the same: shifts, turns, thicker and thinner lines."""

from abc import abstractmethod
from dataclasses import dataclass
from math import isqrt

import numpy as np

from drupe.estimators.components.transformations import Transformation
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.parameters import Checked, real
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors


class ImageTransformation(Checked, Transformation):
    """A transformation of square images, each a vector of side × side pixels, row by row."""

    def of(self, inputs: Inputs) -> Inputs:
        if not isinstance(inputs, Vectors) or inputs.sparse:
            raise InputTypeError(f"images are dense vectors of pixels, got {type(inputs).__name__}.")
        side = isqrt(inputs.dimension)
        if side * side != inputs.dimension or side < 2:
            raise InputError(
                f"a square image has 4, 9, 16, ... pixels, got {inputs.dimension} columns; cut or fill up the images."
            )
        images = np.asarray(inputs.in_double().array).reshape(-1, side, side)
        moved = self._images(images).reshape(len(inputs), -1)
        made = Vectors.of(moved)
        return Vectors(made.array, made.origin, inputs.names)

    @abstractmethod
    def _images(self, images: Matrix) -> Matrix:
        """Images, one after another, transformed."""


@dataclass(frozen=True)
class Shift(ImageTransformation):
    """Each image moved by so many pixels; what comes in from outside is background.

    Parameters
    ----------
    right
        Pixels to the right; fractions are interpolated.
    down
        Pixels downwards.
    background
        The value of pixels outside the image.

    Examples
    --------
    >>> Shift(right=1.0, background=-1.0).of(Vectors.of([[1.0, 2.0, 3.0, 4.0]])).array.tolist()
    [[-1.0, 1.0, -1.0, 3.0]]

    References
    ----------
    [Mika02]_, figure 5.10.
    """

    right: float = real(0.0)
    down: float = real(0.0)
    background: float = real(-1.0)

    def _images(self, images: Matrix) -> Matrix:
        rows, columns = _places(images)
        return _at(images, rows - self.down, columns - self.right, self.background)


@dataclass(frozen=True)
class Rotation(ImageTransformation):
    """Each image turned around its middle, by bilinear interpolation.

    Parameters
    ----------
    degrees
        Angle, counterclockwise.
    background
        The value of pixels outside the image.

    Examples
    --------
    >>> Rotation(90.0).of(Vectors.of([[1.0, 2.0, 3.0, 4.0]])).array.round(12).tolist()
    [[2.0, 4.0, 1.0, 3.0]]

    References
    ----------
    [Mika02]_, figure 5.10.
    """

    degrees: float = real(0.0)
    background: float = real(-1.0)

    def _images(self, images: Matrix) -> Matrix:
        rows, columns = _places(images)
        middle = 0.5 * (images.shape[1] - 1)
        up, right = middle - rows, columns - middle
        cos, sin = np.cos(np.radians(self.degrees)), np.sin(np.radians(self.degrees))
        # Each pixel shows what stood where it comes from, turned back by the angle.
        return _at(images, middle - (cos * up - sin * right), middle + (cos * right + sin * up), self.background)


@dataclass(frozen=True)
class Thickening(ImageTransformation):
    """Lines made thicker, or thinner by a negative amount: x + t ‖∇x‖, no brighter than pixels around were.

    Parameters
    ----------
    amount
        t, by how many pixels an edge moves.

    Examples
    --------
    >>> Thickening(0.5).of(Vectors.of([[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]])).array.round(6).tolist()
    [[0.0, 0.5, 1.0, 0.0, 0.5, 1.0, 0.0, 0.5, 1.0]]

    References
    ----------
    [Mika02]_, figure 5.10.
    """

    amount: float = real(0.0)

    def _images(self, images: Matrix) -> Matrix:
        framed = np.pad(images, ((0, 0), (1, 1), (1, 1)), mode="edge")
        middle = images
        sides = (framed[:, :-2, 1:-1], framed[:, 2:, 1:-1], framed[:, 1:-1, :-2], framed[:, 1:-1, 2:])
        sign = 1.0 if self.amount >= 0.0 else -1.0
        # One-sided slopes towards the line, or away from it: edges move and nothing oscillates.
        steps = [np.maximum(sign * (side - middle), 0.0) for side in sides]
        slope = np.sqrt(np.maximum(steps[0], steps[1]) ** 2 + np.maximum(steps[2], steps[3]) ** 2)
        most = np.maximum.reduce([np.maximum(sign * side, sign * middle) for side in sides])
        return np.asarray(sign * np.minimum(sign * middle + abs(self.amount) * slope, most))


def usual_transformations(
    background: float = -1.0, degrees: float = 5.0, amount: float = 0.5
) -> tuple[Transformation, ...]:
    """One pixel to each of four sides, a turn to either side, thicker and thinner: eight transformations in pairs.

    >>> len(usual_transformations())
    8

    References
    ----------
    [Mika02]_, figure 5.10.
    """
    return (
        Shift(right=1.0, background=background),
        Shift(right=-1.0, background=background),
        Shift(down=1.0, background=background),
        Shift(down=-1.0, background=background),
        Rotation(degrees, background),
        Rotation(-degrees, background),
        Thickening(amount),
        Thickening(-amount),
    )


def _places(images: Matrix) -> tuple[Matrix, Matrix]:
    """Row and column of each pixel."""
    side = np.arange(float(images.shape[1]))
    return np.repeat(side[:, None], len(side), axis=1), np.repeat(side[None, :], len(side), axis=0)


def _at(images: Matrix, rows: Matrix, columns: Matrix, background: float) -> Matrix:
    """The images at fractional places, by bilinear interpolation between pixels, background outside."""
    framed = np.pad(images, ((0, 0), (1, 1), (1, 1)), constant_values=background)
    last = framed.shape[1] - 1
    rows, columns = np.clip(_near(rows) + 1.0, 0.0, last), np.clip(_near(columns) + 1.0, 0.0, last)
    top = np.minimum(rows.astype(np.intp), last - 1)
    left = np.minimum(columns.astype(np.intp), last - 1)
    lower, righter = rows - top, columns - left
    above = (1.0 - righter) * framed[:, top, left] + righter * framed[:, top, left + 1]
    below = (1.0 - righter) * framed[:, top + 1, left] + righter * framed[:, top + 1, left + 1]
    return np.asarray((1.0 - lower) * above + lower * below)


def _near(places: Matrix) -> Matrix:
    """Places that are whole but for rounding made whole, so that turns by right angles mix no pixels."""
    whole = np.rint(places)
    return np.where(np.abs(places - whole) < 1e-12, whole, places)
