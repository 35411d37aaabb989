"""Pictures as vectors and back: the pixels, one row of a picture after the other."""

from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.documented import Documented
from drupe.estimators.images.pictures import Pixels, count, fractions, pictures, place_names, size
from drupe.estimators.ranges import TRUTH, check_parameters
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import BrokenPromise, Wholes
from drupe.inputs.vectors import Vectors

KINDS = ("uint8", "bool", "float32", "float64")
"""What pixels of the fit can be, as numpy names them."""


@declared
class PixelVectors(Documented, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """x = the pixels of a picture, its rows one after the other: height × width numbers, times three if colored.

    Bytes stay gray values from 0 to 255, so that kernels on whole numbers are exact; a polynomial of degree 5 on them
    exceeds what single precision counts, and `scaled` then helps. It changes the machine, too: 1 + ⟨x, z⟩ is another
    kernel on fractions. All pictures must have one size. `inverse_transform` gives pictures again, of mean vectors or
    pre-images too.

    Parameters
    ----------
    scaled
        Whether bytes become fractions in [0, 1], which fractions are already; without it, bytes and fractions cannot be
        mixed.

    Attributes
    ----------
    shape_
        Height, width, and 1 or 3 numbers for each pixel.
    dtype_
        What the pixels of the first picture are: "uint8", "bool", "float32" or "float64".
    n_features_out_
        How many numbers a picture gives.

    Examples
    --------
    >>> picture = np.array([[0, 255], [51, 0]], dtype=np.uint8)
    >>> PixelVectors().fit_transform([picture]).tolist()
    [[0, 255, 51, 0]]
    >>> steps = PixelVectors(scaled=True).fit([picture])
    >>> steps.transform([picture]).tolist(), steps.inverse_transform([[0.0, 1.0, 0.2, 0.0]]).tolist()
    ([[0.0, 1.0, 0.2, 0.0]], [[[0, 255], [51, 0]]])

    References
    ----------
    [Herbrich02]_, sections 1.2 and 2.1; [Graepel02]_, section 9.2.1.
    """

    scaled: bool = parameter(TRUTH, default=False)

    shape_: Annotated[Index, Wholes(3)] = learned()
    dtype_: str = learned()

    @property
    def n_features_out_(self) -> int:
        """How many numbers a picture gives."""
        return int(self.shape_.prod())

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn size and type of the pictures from the first one, and check the others."""
        check_parameters(self)
        count(X)
        first = next(pictures(X))
        self.shape_ = np.array(_shape(first), dtype=np.int64)
        narrow = first.dtype in (np.uint8, np.bool_, np.float32)
        self.dtype_ = first.dtype.name if narrow else "float64"
        for position, pixels in enumerate(pictures(X)):
            self._check(pixels, position)
        return self

    def transform(self, X: Any) -> npt.NDArray[Any]:
        """A row for each picture: bytes if these are bytes and stay so, else fractions in the precision of the fit."""
        check_is_fitted(self)
        whole = self.dtype_ == "uint8" and not self.scaled
        kind = self.dtype_ if whole or self.dtype_ == "float32" else "float64"
        out = np.empty((count(X), self.n_features_out_), dtype=kind)
        for position, pixels in enumerate(pictures(X)):
            self._check(pixels, position)
            out[position] = pixels.reshape(-1) if whole else fractions(pixels).reshape(-1)
        return out

    def inverse_transform(self, X: Any) -> npt.NDArray[Any]:
        """Pictures again, (n, height, width) or (n, height, width, 3), of the type that those of the fit had.

        Where these were bytes, numbers are rounded and cut off at 0 and 255; where these were truth values, one half
        and more is true.
        """
        check_is_fitted(self)
        rows = Vectors.of(X)
        if rows.dimension != self.n_features_out_:
            raise InputError(
                f"X has {rows.dimension} columns, but pictures of {' × '.join(map(str, self.shape_))} have "
                f"{self.n_features_out_}."
            )
        values = rows.dense().reshape(len(rows), *(self.shape_[:2] if self.shape_[2] == 1 else self.shape_))
        if self.dtype_ == "bool":
            return np.asarray(values >= 0.5)
        if self.dtype_ == "uint8":
            values = np.rint(np.clip(255.0 * values if self.scaled else values, 0.0, 255.0))
        return values.astype(self.dtype_)

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The pixels, by row and column, counted from 0, and the color if there are three for each."""
        check_is_fitted(self)
        return place_names(tuple(self.shape_))

    def _check(self, pixels: Pixels, position: int) -> None:
        """Raise an InputError unless the picture has the size of the first one, and is of bytes if that is."""
        if _shape(pixels) != tuple(self.shape_):
            raise InputError(
                f"picture {position} is {size(pixels)}, but the first of the fit is "
                f"{' × '.join(map(str, self.shape_[: 2 if self.shape_[2] == 1 else 3]))}; bring all pictures to one "
                "size, or take PatchAverages or ColorHistograms."
            )
        if not self.scaled and (pixels.dtype == np.uint8) != (self.dtype_ == "uint8"):
            raise InputError(
                f"picture {position} holds {pixels.dtype}, but the first of the fit holds {self.dtype_}: white is 255 "
                "in one and 1 in the other; pass all as bytes or all as fractions, or set scaled=True."
            )

    def _check_learned(self) -> None:
        """Raise a BrokenPromise if there are no such pictures."""
        if self.shape_.min() < 1 or self.shape_[2] not in (1, 3) or self.dtype_ not in KINDS:
            raise BrokenPromise("shape_ and dtype_ are not those of pictures")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.three_d_array = True
        return tags


def _shape(pixels: Pixels) -> tuple[int, int, int]:
    height, width = pixels.shape[:2]
    return height, width, 1 if pixels.ndim == 2 else 3
