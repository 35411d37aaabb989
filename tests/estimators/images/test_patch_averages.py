"""Averages of patches: by hand, against loops, and against what small shifts do to pixels."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.pipeline import make_pipeline

from drupe import PatchAverages, Perceptron, load, save
from drupe.foundation.errors import InputError, ParameterError

RNG = np.random.default_rng(1)


@pytest.mark.spec("C.G07")
def test_128_pixels_become_32_as_loops_have_it():
    pictures = RNG.integers(0, 256, size=(3, 128, 128, 3), dtype=np.uint8)
    found = PatchAverages(4, eight_bit=True).fit_transform(pictures)
    assert found.shape == (3, 1024)
    assert found.dtype == np.uint8
    luma = pictures @ np.array([0.299, 0.587, 0.114])
    for row, column in ((0, 0), (3, 17), (31, 31)):
        patch = luma[1, 4 * row : 4 * row + 4, 4 * column : 4 * column + 4]
        assert found[1, 32 * row + column] == int(np.floor(patch.mean() + 0.5))
    fractions = PatchAverages(4).fit_transform(pictures)
    np.testing.assert_allclose(fractions * 255.0, found, atol=0.5 + 1e-6)


@pytest.mark.spec("C.G07")
def test_averages_are_those_of_any_block_and_of_each_color():
    picture = RNG.random((6, 9, 3))
    coarse = PatchAverages(3, gray=False).fit([picture])
    assert coarse.shape_.tolist() == [2, 3, 3]
    expected = [
        picture[3 * row : 3 * row + 3, 3 * column : 3 * column + 3, color].mean()
        for row in range(2)
        for column in range(3)
        for color in range(3)
    ]
    np.testing.assert_allclose(coarse.transform([picture])[0], expected, rtol=1e-12)
    assert coarse.get_feature_names_out()[-1] == "row 1, column 2, blue"
    np.testing.assert_allclose(PatchAverages(1).fit_transform([picture[:, :, 0]])[0], picture[:, :, 0].ravel())


def test_bytes_and_fractions_of_one_picture_are_one():
    picture = RNG.integers(0, 256, size=(8, 8), dtype=np.uint8)
    once = PatchAverages(4, eight_bit=True).fit_transform([picture, picture / 255.0])
    np.testing.assert_array_equal(once[0], once[1])
    same = np.full((4, 4), 77, dtype=np.uint8)
    assert PatchAverages(2, eight_bit=True).fit_transform([same]).tolist() == [[77] * 4]


def test_a_shift_matters_less_after_averaging():
    scene = np.cumsum(np.cumsum(RNG.normal(size=(41, 40)), axis=0), axis=1)
    scene = (scene - scene.min()) / np.ptp(scene)
    pair = [scene[:40], scene[1:]]
    fine, coarse = (PatchAverages(block).fit_transform(pair) for block in (1, 8))
    assert np.abs(np.subtract(*coarse)).max() < np.abs(np.subtract(*fine)).max()


def test_sizes_must_fit_the_patches_and_each_other(tmp_path):
    with pytest.raises(InputError, match="picture 0 is 10 × 8, which patches of 4 × 4 pixels do not fill"):
        PatchAverages(4).fit([np.zeros((10, 8))])
    fitted = PatchAverages(4).fit([np.zeros((8, 8))])
    with pytest.raises(InputError, match=r"picture 1 is 12 × 8, which gives 3 × 2 × 1 numbers, .* gave 2 × 2 × 1"):
        fitted.transform([np.zeros((8, 8)), np.zeros((12, 8))])
    with pytest.raises(ParameterError, match="block"):
        PatchAverages(0).fit([np.zeros((8, 8))])
    save(fitted, tmp_path / "patches.drupe")
    assert load(tmp_path / "patches.drupe").transform([np.ones((8, 8))]).tolist() == [[1.0] * 4]
    assert clone(fitted).block == 4
    fitted.n_features_out_ = 5
    with pytest.raises(InputError, match=r"cannot be saved: .* are not those of patches"):
        save(fitted, tmp_path / "patches.drupe")


def test_a_pipeline_tells_bright_from_dark():
    pictures = np.clip(RNG.normal(size=(20, 8, 8)) * 0.1 + np.repeat([0.3, 0.7], 10)[:, None, None], 0.0, 1.0)
    labels = np.repeat(["dark", "bright"], 10)
    assert make_pipeline(PatchAverages(4), Perceptron()).fit(pictures, labels).score(pictures, labels) == 1.0
