"""Views: other coordinates of the same examples, and words for those that have no such coordinates."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels.forms import Columns, FourierSeries, Histograms, LinearMap, OneColumn, ScaledColumns, Through, View

X = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (Columns((2, 0)), X[:, [2, 0]]),
        (Columns((-1,)), X[:, [2]]),
        (ScaledColumns((1.0, 0.0, -2.0)), X * [1.0, 0.0, -2.0]),
        (LinearMap(((1.0, 1.0, 0.0), (0.0, 0.0, 2.0))), np.array([[3.0, 6.0], [9.0, 12.0]])),
        (Histograms("any"), X),
        (Through(np.sqrt), np.sqrt(X)),
    ],
)
def test_coordinates(view: View, expected: np.ndarray, sparse: bool) -> None:
    inputs = Vectors.of(sp.csr_array(X) if sparse else X)
    seen = view(inputs)
    np.testing.assert_allclose(seen.dense(), expected, rtol=1e-15)
    assert seen.origin is inputs.origin, "they stay the same examples"


def test_fourier_series_has_dot_products_of_cosines() -> None:
    x = np.array([[0.3], [1.7], [-2.0]])
    seen = FourierSeries((0.5, 1.0, 0.25))(Vectors.of(x)).array
    expected = 0.5 + np.cos(x - x.T) + 0.25 * np.cos(2.0 * (x - x.T))
    np.testing.assert_allclose(seen @ seen.T, expected, rtol=1e-14)


def test_precision_is_kept() -> None:
    single = Vectors.of(X.astype(np.float32))
    for view in (Columns((0,)), ScaledColumns((1.0, 2.0, 3.0)), LinearMap(((1.0, 1.0, 1.0),)), Through(np.sqrt)):
        assert view(single).dtype == np.float32
    assert FourierSeries((1.0,))(single.columns([0])).dtype == np.float32
    assert Through(lambda x: x.astype(int))(single).dtype == np.float64


@pytest.mark.parametrize(
    ("view", "error", "words"),
    [
        (Columns((0, 3)), InputError, "column 3, but the data have 3 columns"),
        (Columns((-4,)), InputError, "column -4"),
        (OneColumn("Sinc"), InputError, "Sinc compares numbers, but the data have 3 columns"),
        (ScaledColumns((1.0,)), ParameterError, "scales 1 columns, but the data have 3"),
        (LinearMap(((1.0,),)), ParameterError, "matrix has 1 columns, but the data have 3"),
        (Through(lambda x: x[:1]), InputError, r"shape \(1, 3\) from 2 examples"),
        (Through(lambda x: x[:, 0]), InputError, r"shape \(2,\)"),
    ],
)
def test_what_does_not_fit_is_refused(view: View, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        view(Vectors.of(X))


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_histograms_have_no_negative_bin(sparse: bool) -> None:
    x = np.array([[1.0, 0.0], [2.0, -0.5]])
    with pytest.raises(InputError, match=r"row 1, column 1 of the data holds -0\.5"):
        Histograms("ChiSquared")(Vectors.of(sp.csr_array(x) if sparse else x))
