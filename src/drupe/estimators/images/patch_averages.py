"""Averages of patches: a picture in fewer, coarser pixels, as one row of numbers."""

from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.documented import Documented
from drupe.estimators.images.pictures import Pixels, brightness, count, fractions, pictures, place_names, size
from drupe.estimators.ranges import TRUTH, check_parameters
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import BrokenPromise, Wholes


@declared
class PatchAverages(Documented, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """xⱼ = mean of the pixels in patch j; patches of block × block pixels, row by row.

    Small shifts and noise matter less, and machines have fewer numbers to compare: 128 × 128 pixels become 32 × 32, a
    vector of 1024. All pictures must have one size, and no pixel is left over.

    Parameters
    ----------
    block
        Pixels on each side of a patch; 1 keeps the picture as it is.
    gray
        Whether colors are turned into brightness first; otherwise each patch gives three numbers, red, green and blue.
    eight_bit
        Whether averages are rounded to whole numbers from 0 to 255 (uint8), halves up; otherwise fractions in [0, 1].

    Attributes
    ----------
    shape_
        Rows and columns of patches, and 1 or 3 numbers for each.
    n_features_out_
        How many numbers a picture gives.

    Examples
    --------
    >>> picture = np.array([[0, 0, 255, 255], [0, 0, 255, 0]], dtype=np.uint8)
    >>> PatchAverages(block=2).fit_transform([picture]).tolist()
    [[0.0, 0.75]]
    >>> PatchAverages(block=2, eight_bit=True).fit_transform([picture]).tolist()  # 191.25
    [[0, 191]]

    References
    ----------
    [Cristianini00]_, section 8.2.1, after [Pontil98]_.
    """

    block: int = parameter(Interval(1, whole=True), default=4, kw_only=False)
    gray: bool = parameter(TRUTH, default=True)
    eight_bit: bool = parameter(TRUTH, default=False)

    shape_: Annotated[Index, Wholes(3)] = learned()
    n_features_out_: int = learned()

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn the size of the pictures; neither pixels nor targets count."""
        check_parameters(self)
        count(X)
        self.shape_ = np.array(self._patches(next(pictures(X)), 0), dtype=np.int64)
        self.n_features_out_ = int(self.shape_.prod())
        return self

    def transform(self, X: Any) -> npt.NDArray[Any]:
        """A row of averages for each picture."""
        check_is_fitted(self)
        out = np.empty((count(X), self.n_features_out_), dtype=np.uint8 if self.eight_bit else np.float64)
        for position, pixels in enumerate(pictures(X)):
            rows, columns, channels = self._patches(pixels, position)
            if (rows, columns, channels) != tuple(self.shape_):
                raise InputError(
                    f"picture {position} is {size(pixels)}, which gives {rows} × {columns} × {channels} numbers, but "
                    f"those of the fit gave {' × '.join(map(str, self.shape_))}; bring all pictures to one size."
                )
            values = brightness(pixels) if self.gray else fractions(pixels)
            means = values.reshape(rows, self.block, columns, self.block, channels).mean(axis=(1, 3)).reshape(-1)
            # Means of equal bytes may round to just below a half.
            out[position] = np.floor(255.0 * means + (0.5 + 1e-9)) if self.eight_bit else means
        return out

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The patches, by row and column, counted from 0, and the color if there are three for each."""
        check_is_fitted(self)
        return place_names(tuple(self.shape_))

    def _patches(self, pixels: Pixels, position: int) -> tuple[int, int, int]:
        """Rows and columns of patches, and numbers for each."""
        height, width = pixels.shape[:2]
        if height % self.block or width % self.block:
            raise InputError(
                f"picture {position} is {size(pixels)}, which patches of {self.block} × {self.block} pixels do not "
                "fill; cut the pictures, or take a block that divides both sides."
            )
        return height // self.block, width // self.block, 1 if self.gray or pixels.ndim == 2 else 3

    def _check_learned(self) -> None:
        """Raise a BrokenPromise if patches and numbers do not agree."""
        whole = type(self.n_features_out_) is int and self.n_features_out_ == self.shape_.prod()
        if not whole or self.shape_.min() < 1 or self.shape_[2] not in (1, 3):
            raise BrokenPromise("shape_ and n_features_out_ are not those of patches")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.three_d_array = True
        return tags
