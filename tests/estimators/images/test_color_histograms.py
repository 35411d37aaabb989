"""Histograms of colors: each pixel where colorsys puts it, and what moving and enlarging a picture leaves alone."""

import colorsys

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import rgb_to_hsv
from sklearn.pipeline import make_pipeline

from drupe import SVC, ColorHistograms, load, save
from drupe.estimators.images import color_histograms
from drupe.estimators.images.hsv import hsv
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.kernels import ChiSquared

RNG = np.random.default_rng(0)


def bytes_picture(height=6, width=9):
    return RNG.integers(0, 256, size=(height, width, 3), dtype=np.uint8)


@pytest.mark.spec("C.G09")
def test_hue_saturation_and_value_are_those_of_others():
    corners = np.stack(np.meshgrid(*[[0.0, 1.0, 0.5]] * 3), axis=-1).reshape(-1, 3)
    colors = np.vstack([corners, RNG.random((500, 3)), RNG.integers(0, 256, (500, 3)) / 255.0])
    mine = hsv(colors)
    np.testing.assert_array_equal(mine, [colorsys.rgb_to_hsv(*color) for color in colors])
    np.testing.assert_allclose(mine, rgb_to_hsv(colors), atol=1e-12)


@given(st.tuples(*[st.floats(0.0, 1.0)] * 3))
def test_hue_is_below_one_and_all_is_finite(color):
    hue, saturation, value = hsv(np.array(color)).tolist()
    assert 0.0 <= hue < 1.0
    assert 0.0 <= saturation <= 1.0
    assert value == max(color)


@pytest.mark.spec("C.G09")
@pytest.mark.parametrize("bins", [1, 3, 16])
def test_each_pixel_is_counted_where_it_belongs(bins):
    one, other = bytes_picture(), bytes_picture(4, 4)
    found = ColorHistograms(bins).fit_transform([one, other / 255.0])
    assert found.shape == (2, bins**3)
    assert sp.issparse(found)
    for row, picture in zip(found.toarray(), (one, other), strict=True):
        expected = np.zeros((bins,) * 3)
        for color in picture.reshape(-1, 3) / 255.0:
            expected[tuple(min(int(part * bins), bins - 1) for part in colorsys.rgb_to_hsv(*color))] += 1
        np.testing.assert_allclose(row, expected.ravel() / (picture.size // 3), rtol=1e-12)


@pytest.mark.spec("C.G09")
def test_sixteen_bins_give_4096_fractions_with_names():
    histograms = ColorHistograms()
    found = histograms.fit_transform(bytes_picture()[None])
    assert found.shape == (1, 4096)
    assert found.sum() == pytest.approx(1.0)
    assert histograms.get_feature_names_out()[[0, 4095]].tolist() == [
        "hue 0, saturation 0, value 0",
        "hue 15, saturation 15, value 15",
    ]


@pytest.mark.spec("C.G09")
def test_moving_enlarging_and_turning_a_picture_changes_nothing():
    picture = bytes_picture()
    moved = np.roll(picture, (2, 3), axis=(0, 1))
    enlarged = picture.repeat(3, axis=0).repeat(3, axis=1)
    rows = (
        ColorHistograms().fit_transform([picture, moved, enlarged, picture[:, ::-1], picture.swapaxes(0, 1)]).toarray()
    )
    np.testing.assert_allclose(rows, np.broadcast_to(rows[:1], rows.shape), rtol=1e-12)
    assert not np.allclose(rows[0], ColorHistograms().fit_transform([bytes_picture()]).toarray()[0])


def test_large_pictures_are_read_in_parts(monkeypatch):
    picture = bytes_picture(20, 31)
    whole = ColorHistograms(4).fit_transform([picture]).toarray()
    monkeypatch.setattr(color_histograms, "PIXELS", 7)
    np.testing.assert_array_equal(ColorHistograms(4).fit_transform([picture]).toarray(), whole)


def test_a_gray_picture_is_one_without_saturation():
    plain = np.array([[0, 128], [255, 255]], dtype=np.uint8)
    colored = np.repeat(plain[:, :, None], 3, axis=2)
    rows = ColorHistograms(8).fit_transform([plain, colored, plain[:, :, None]]).toarray()
    np.testing.assert_array_equal(rows, np.broadcast_to(rows[:1], rows.shape))
    assert rows[0, :8].sum() == 1.0


def test_a_pipeline_learns_colors_and_is_kept_in_a_file(tmp_path):
    """Red and blue pictures of all sizes, with noise."""
    pictures, labels = [], []
    for i in range(24):
        base = np.array([0.8, 0.1, 0.1]) if i % 2 else np.array([0.1, 0.1, 0.8])
        pictures.append(np.clip(base + 0.1 * RNG.normal(size=(5 + i % 3, 6, 3)), 0.0, 1.0))
        labels.append("red" if i % 2 else "blue")
    model = make_pipeline(ColorHistograms(4), SVC(kernel=ChiSquared(1.0), C=10.0)).fit(pictures[:12], labels[:12])
    assert model.score(pictures[12:], labels[12:]) == 1.0
    save(model, tmp_path / "model.drupe")
    np.testing.assert_array_equal(load(tmp_path / "model.drupe").predict(pictures), model.predict(pictures))


@pytest.mark.parametrize(
    ("X", "kind", "words"),
    [
        ([np.zeros((2, 2, 3)), np.full((2, 2, 3), 7.0)], InputError, r"picture 1 holds 7, .*divide by 255"),
        ([np.zeros((2, 2, 3)), np.full((2, 2, 3), -0.5)], InputError, r"picture 1 holds -0.5"),
        ([np.full((2, 2, 3), np.nan)], InputError, r"picture 0 holds NaN"),
        ([np.zeros((2, 2, 3), dtype=np.int64)], InputTypeError, r"picture 0 holds int64; pixels are bytes"),
        ([np.zeros((2, 2, 4))], InputError, r"picture 0 has shape \(2, 2, 4\).*opacity"),
        ([np.zeros((2, 2, 3)), np.zeros(5)], InputError, r"picture 1 has shape \(5,\)"),
        ([np.zeros((0, 2, 3))], InputError, r"picture 0 has no pixels"),
        ([], InputError, "there are no pictures"),
        (np.zeros((20, 30, 3)), InputError, r"may be one colored picture, 20 × 30, or 20 gray ones, 30 × 3; pass X"),
        (np.zeros((20, 256)), InputError, r"folded first"),
        (sp.csr_array((3, 4)), InputTypeError, "sparse"),
        ("file.png", InputTypeError, "got str"),
    ],
)
def test_what_is_no_picture_is_refused_by_its_number(X, kind, words):
    with pytest.raises(kind, match=words):
        ColorHistograms().fit_transform(X)


def test_bins_are_whole_numbers_above_zero():
    with pytest.raises(ParameterError, match="bins"):
        ColorHistograms(bins=0).fit([bytes_picture()])
