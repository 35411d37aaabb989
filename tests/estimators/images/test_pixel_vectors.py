"""Pictures as rows of pixels: against loops, there and back for every type, and one size and one scale for all."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.pipeline import make_pipeline

from drupe import SVC, PixelVectors, SparseVectors, UnitLength, load, save
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.kernels import Polynomial

SHAPES = st.tuples(*[st.integers(1, 5)] * 3)
RNG = np.random.default_rng(0)


@pytest.mark.spec("G.P-07", "H.A03")
@given(hnp.arrays(np.uint8, SHAPES))
def test_pixel_stands_at_row_times_width_plus_column(pictures):
    """Gray values 0 to 255 stay as they are, and all pictures are rows of the m × n data matrix."""
    pictures = list(pictures)
    X = PixelVectors().fit_transform(pictures)
    height, width = pictures[0].shape
    assert X.shape == (len(pictures), height * width)
    for picture, x in zip(pictures, X, strict=True):
        assert [x[row * width + column] for row in range(height) for column in range(width)] == picture.ravel().tolist()


@pytest.mark.spec("H.A03", "G.P-07")
def test_28_by_28_pixels_become_784_numbers_from_0_to_255():
    pictures = RNG.integers(0, 256, size=(5, 28, 28), dtype=np.uint8)
    pictures[0, 0, :2] = 0, 255
    steps = PixelVectors().fit(pictures)
    X = steps.transform(pictures)
    assert X.shape == (5, 784)
    assert X.dtype == np.uint8
    assert (X.min(), X.max()) == (0, 255)
    assert X[3, 28 * 20 + 7] == pictures[3, 20, 7]
    assert steps.get_feature_names_out()[28 * 20 + 7] == "row 20, column 7"
    assert len(steps.get_feature_names_out()) == steps.n_features_out_ == 784


@pytest.mark.spec("H.A03", "G.P-07")
@given(
    st.data(),
    st.sampled_from([np.uint8, np.bool_, np.float32, np.float64]),
    st.booleans(),
    st.sampled_from([(2, 3, 4), (1, 2, 5, 3), (2, 4, 1, 3)]),
)
def test_the_way_back_gives_the_same_pictures(data, kind, scaled, shape):
    if np.issubdtype(kind, np.floating):
        pictures = data.draw(hnp.arrays(kind, shape, elements=st.floats(0.0, 1.0, width=32)))
    else:
        pictures = data.draw(hnp.arrays(kind, shape))
    steps = PixelVectors(scaled=scaled)
    X = steps.fit_transform(pictures)
    assert X.shape == (shape[0], np.prod(shape[1:]))
    again = steps.inverse_transform(X)
    assert again.dtype == pictures.dtype
    np.testing.assert_array_equal(again, pictures)
    np.testing.assert_array_equal(steps.inverse_transform(sp.csr_array(X)), pictures)


@pytest.mark.spec("G.P-07")
def test_scaled_bytes_are_fractions_of_255():
    every = np.arange(256, dtype=np.uint8).reshape(1, 16, 16)
    steps = PixelVectors(scaled=True).fit(every)
    np.testing.assert_array_equal(steps.transform(every)[0], np.arange(256) / 255.0)
    np.testing.assert_array_equal(steps.transform(every / 255.0), steps.transform(every))
    assert steps.inverse_transform(np.full((1, 256), 7.0)).max() == 255, "what is lighter than white is white"
    assert steps.inverse_transform(np.full((1, 256), -7.0)).min() == 0
    plain = PixelVectors().fit(every)
    assert np.unique(plain.inverse_transform(np.full((1, 256), 99.6))).tolist() == [100]


def test_each_type_keeps_what_it_can():
    truth = np.array([[[True, False]]])
    assert PixelVectors().fit_transform(truth).tolist() == [[1.0, 0.0]]
    assert PixelVectors().fit(truth).inverse_transform([[0.5, 0.4]]).tolist() == [[[True, False]]]
    assert PixelVectors().fit_transform(truth.astype(np.float32)).dtype == np.float32
    assert PixelVectors().fit_transform(truth.astype(np.float16)).dtype == np.float64
    assert PixelVectors().fit_transform([[[0.5, 0.25]], [[0.0, 1.0]]]).tolist() == [[0.5, 0.25], [0.0, 1.0]]


def test_colors_stand_beside_each_other():
    picture = RNG.random((2, 3, 3))
    steps = PixelVectors().fit([picture])
    x = steps.transform([picture])[0]
    names = steps.get_feature_names_out().tolist()
    assert names[:4] == [
        "row 0, column 0, red",
        "row 0, column 0, green",
        "row 0, column 0, blue",
        "row 0, column 1, red",
    ]
    assert x[names.index("row 1, column 2, green")] == picture[1, 2, 1]
    np.testing.assert_array_equal(PixelVectors().fit_transform([picture[:, :, :1]])[0], picture[:, :, 0].ravel())


@pytest.mark.spec("H.A03", "G.P-07")
def test_pictures_of_different_sizes_or_scales_are_refused_by_their_number():
    small, large = np.zeros((4, 4)), np.zeros((5, 4))
    with pytest.raises(InputError, match=r"picture 1 is 5 × 4, but the first of the fit is 4 × 4; bring all"):
        PixelVectors().fit([small, large])
    with pytest.raises(InputError, match=r"picture 0 is 5 × 4"):
        PixelVectors().fit([small]).transform([large])
    with pytest.raises(InputError, match=r"picture 1 is 4 × 4 × 3, but the first of the fit is 4 × 4;"):
        PixelVectors().fit([small, np.zeros((4, 4, 3))])
    with pytest.raises(
        InputError, match=r"picture 1 holds uint8, but the first of the fit holds float64: white is 255"
    ):
        PixelVectors().fit([small, np.zeros((4, 4), dtype=np.uint8)])
    with pytest.raises(InputError, match="picture 1 has rows of different lengths"):
        PixelVectors().fit([[[0.0, 1.0], [1.0, 0.0]], [[0.0, 1.0], [1.0]]])
    with pytest.raises(InputError, match="folded first"):
        PixelVectors().fit(np.zeros((5, 784)))
    with pytest.raises(InputTypeError, match="picture 0 holds int64"):
        PixelVectors().fit(np.zeros((5, 4, 4), dtype=np.int64))
    with pytest.raises(InputError, match=r"X has 15 columns, but pictures of 4 × 4 × 1 have 16"):
        PixelVectors().fit([small]).inverse_transform(np.zeros((2, 15)))
    with pytest.raises(ParameterError, match="scaled"):
        PixelVectors(scaled=255).fit([small])


def test_an_array_of_gray_pictures_three_wide_is_not_guessed_at():
    gray = RNG.integers(0, 256, size=(7, 5, 3), dtype=np.uint8)
    with pytest.raises(
        InputError, match=r"or 7 gray ones, 5 × 3; pass X\[None\] in the first case, list\(X\) in the sec"
    ):
        PixelVectors().fit(gray)
    np.testing.assert_array_equal(PixelVectors().fit_transform(list(gray)), gray.reshape(7, 15))
    np.testing.assert_array_equal(PixelVectors().fit_transform(gray[None]), gray.reshape(1, 105))


def test_scaled_pictures_may_be_bytes_or_fractions():
    picture = RNG.integers(0, 256, size=(3, 3), dtype=np.uint8)
    rows = PixelVectors(scaled=True).fit_transform([picture, picture / 255.0])
    np.testing.assert_array_equal(rows[0], rows[1])


@pytest.mark.spec("H.A03", "G.P-07")
def test_a_pipeline_reads_digits_and_is_kept_in_a_file(tmp_path):
    """As a machine on the rows themselves; also through data frames with the names of the pixels."""
    data = load_digits()
    pictures, y = (data.images * 15).astype(np.uint8)[:300], data.target[:300]
    kernel = Polynomial(2, scale=1e-4)
    model = make_pipeline(PixelVectors(), SVC(kernel=kernel)).set_output(transform="pandas")
    model.fit(pictures[:200], y[:200])
    assert list(model[:-1].transform(pictures[:2]).columns[:2]) == ["row 0, column 0", "row 0, column 1"]
    plain = SVC(kernel=kernel).fit(pictures[:200].reshape(200, 64), y[:200])
    np.testing.assert_array_equal(model.predict(pictures), plain.predict(pictures.reshape(300, 64)))
    assert model.score(pictures[200:], y[200:]) > 0.9
    save(model, tmp_path / "model.drupe")
    np.testing.assert_array_equal(load(tmp_path / "model.drupe").predict(pictures), model.predict(pictures))
    assert clone(model[0]).scaled is False


def test_all_steps_together_and_back():
    pictures = RNG.integers(0, 256, size=(12, 4, 4), dtype=np.uint8)
    steps = make_pipeline(PixelVectors(scaled=True), SparseVectors(), UnitLength()).fit(pictures)
    rows = pictures.reshape(12, 16) / 255.0
    expected = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    np.testing.assert_allclose(steps.transform(pictures).toarray(), expected, rtol=1e-12)
    there = make_pipeline(PixelVectors(), PCA(11)).fit(pictures)
    again = there.inverse_transform(there.transform(pictures))
    assert again.dtype == np.uint8
    np.testing.assert_array_equal(again, pictures)


def test_what_was_never_learned_from_pictures_is_not_kept(tmp_path):
    steps = PixelVectors().fit([np.zeros((2, 2))])
    steps.dtype_ = "object"
    with pytest.raises(InputError, match=r"cannot be saved: .* are not those of pictures"):
        save(steps, tmp_path / "steps.drupe")
