"""Color histograms: what share of a picture has which hue, saturation and value, wherever it stands."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.base import BaseEstimator, TransformerMixin

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.documented import Documented
from drupe.estimators.images.hsv import hsv
from drupe.estimators.images.pictures import Pixels, count, fractions, pictures
from drupe.estimators.ranges import check_parameters
from drupe.foundation.parameters import Interval

PIXELS = 2**17
"""Pixels that are looked at together, so that large photographs take no large copies."""


@declared
class ColorHistograms(Documented, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """xⱼ = share of the pixels whose (hue, saturation, value) falls into cell j of bins × bins × bins.

    Does not change if things move in the picture or the picture is enlarged, and little if the camera turns: what is
    near to what is forgotten. Compare the histograms by `ChiSquared` or `Laplacian`, which are made for fractions; few
    cells are taken, so that the rows are sparse. A gray picture is taken for one without saturation. Nothing is learned
    from the examples: targets and other pictures do not count.

    Parameters
    ----------
    bins
        Into how many parts each of hue, saturation and value is divided.

    Attributes
    ----------
    n_features_out_
        bins³.

    Examples
    --------
    >>> half_red = [[[255, 0, 0], [0, 0, 0]]]
    >>> row = ColorHistograms(bins=2).fit_transform([np.array(half_red, dtype=np.uint8)])
    >>> row.toarray().tolist()  # black, hue 0; red, saturated and light
    [[0.5, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0]]

    References
    ----------
    [Cristianini00]_, section 8.2.2, with 16 bins, after [Chapelle99]_.
    """

    bins: int = parameter(Interval(1, 256, whole=True, closed_high=True), default=16, kw_only=False)

    n_features_out_: int = learned()

    def fit(self, X: Any, y: Any = None) -> Self:
        """Check the parameters; there is nothing to learn."""
        check_parameters(self)
        count(X)
        self.n_features_out_ = self.bins**3
        return self

    def transform(self, X: Any) -> sp.csr_array:
        """A CSR matrix with a row of bins³ fractions for each picture; hue changes slowest, value fastest."""
        check_parameters(self)
        count(X)
        cells, shares = [], []
        for pixels in pictures(X):
            taken, share = self._histogram(pixels)
            cells.append(taken)
            shares.append(share)
        ends = np.cumsum([0, *map(len, cells)])
        shape = (len(cells), self.bins**3)
        return sp.csr_array((np.concatenate(shares), np.concatenate(cells), ends), shape=shape)

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The cells, each by its place on the three axes, counted from 0."""
        places = np.stack(np.unravel_index(np.arange(self.bins**3), (self.bins,) * 3), axis=-1)
        return np.array([f"hue {h}, saturation {s}, value {v}" for h, s, v in places.tolist()], dtype=object)

    def _histogram(self, pixels: Pixels) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """The cells that are not empty, and their shares."""
        flat = pixels.reshape(-1, 1) if pixels.ndim == 2 else pixels.reshape(-1, 3)
        counts = np.zeros(self.bins**3, dtype=np.int64)
        for first in range(0, len(flat), PIXELS):
            colors = np.broadcast_to(fractions(flat[first : first + PIXELS]), (len(flat[first : first + PIXELS]), 3))
            places = np.minimum((hsv(colors) * self.bins).astype(np.int64), self.bins - 1)
            counts += np.bincount(places @ [self.bins**2, self.bins, 1], minlength=len(counts))
        taken = np.flatnonzero(counts)
        return taken, counts[taken] / len(flat)

    def __sklearn_is_fitted__(self) -> bool:
        """Always: there is nothing to learn."""
        return True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.requires_fit = False
        tags.input_tags.two_d_array = False
        tags.input_tags.three_d_array = True
        return tags
