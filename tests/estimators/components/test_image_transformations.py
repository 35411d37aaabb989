"""Images that are moved, turned, made thicker and thinner: at whole pixels exactly, and smoothly between."""

import numpy as np
import pytest
from scipy import ndimage

from drupe.estimators.components.image_transformations import (
    ImageTransformation,
    Rotation,
    Shift,
    Thickening,
    usual_transformations,
)
from drupe.estimators.components.noise import Tangents
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.inputs import Vectors
from drupe.inputs.coerce import coerce
from drupe.kernels import Gaussian

RNG = np.random.default_rng(8)
IMAGES = np.pad(ndimage.gaussian_filter(RNG.normal(size=(5, 10, 10)), (0, 1, 1)) * 3, ((0, 0), (3, 3), (3, 3)))
FLAT = IMAGES.reshape(5, -1)


def made(transformation: ImageTransformation) -> np.ndarray:
    return transformation.of(Vectors.of(FLAT)).array.reshape(5, 16, 16)


@pytest.mark.spec("M.P13")
@pytest.mark.parametrize(("right", "down"), [(1, 0), (-1, 0), (0, 1), (0, -1), (2, -3)])
def test_shifts_by_pixels_are_rolls_with_background(right: int, down: int) -> None:
    wanted = np.roll(IMAGES, (down, right), axis=(1, 2))
    np.testing.assert_array_equal(made(Shift(right, down, background=0.0)), wanted)
    brim = made(Shift(right, down, background=-7.0))
    assert (brim == -7.0).sum() == 5 * (256 - (16 - abs(right)) * (16 - abs(down)))


@pytest.mark.spec("M.P13")
@pytest.mark.parametrize("quarters", [1, 2, 3, 4])
def test_right_angles_mix_no_pixels(quarters: int) -> None:
    turned = made(Rotation(90.0 * quarters, background=0.0))
    np.testing.assert_array_equal(turned, np.rot90(IMAGES, quarters, axes=(1, 2)))


@pytest.mark.spec("M.P13")
@pytest.mark.parametrize("degrees", [-12.0, 5.0, 33.0])
def test_scipy_turns_images_alike(degrees: float) -> None:
    wanted = ndimage.rotate(IMAGES, degrees, axes=(1, 2), reshape=False, order=1, cval=0.0)
    np.testing.assert_allclose(made(Rotation(degrees, background=0.0)), wanted, atol=1e-12)


@pytest.mark.spec("M.P13")
def test_a_bar_grows_by_the_amount_at_both_edges_and_shrinks_by_it() -> None:
    bar = np.full((16, 16), -1.0)
    bar[:, 6:10] = 1.0
    flat = Vectors.of(bar.reshape(1, -1))
    thicker = Thickening(0.5).of(flat).array.reshape(16, 16)
    thinner = Thickening(-0.5).of(flat).array.reshape(16, 16)
    # Half of the two pixels beside the bar, half of its own outermost ones: one pixel more or less of ink in each row.
    assert (thicker - bar).sum() == pytest.approx(16 * 2.0)
    assert (thinner - bar).sum() == pytest.approx(-16 * 2.0)
    np.testing.assert_array_equal(thicker[:, 5], 0.0)
    np.testing.assert_array_equal(thinner[:, 6], 0.0)


@pytest.mark.parametrize("amount", [-1.0, 1.0])
def test_nothing_gets_brighter_or_darker_than_its_surroundings(amount: float) -> None:
    footprint = np.array([[[0, 1, 0], [1, 1, 1], [0, 1, 0]]], dtype=bool)
    most = ndimage.maximum_filter(IMAGES, footprint=footprint, mode="nearest")
    least = ndimage.minimum_filter(IMAGES, footprint=footprint, mode="nearest")
    found = made(Thickening(amount))
    assert (found <= most + 1e-12).all()
    assert (found >= least - 1e-12).all()
    assert np.sign((found - IMAGES).sum()) == np.sign(amount)


@pytest.mark.spec("M.P13", "M.R05")
@pytest.mark.parametrize("kind", [Shift, Rotation, Thickening])
def test_tangents_vanish_with_the_amount_and_grow_with_its_square(kind: type) -> None:
    x = Vectors.of(FLAT)

    def size(amount: float) -> float:
        noise = Tangents([kind(amount)])
        return float(noise.covariance(lambda z: Gaussian(8.0).matrix(x, z), x, np.ones(5)).trace())

    assert size(0.0) == 0.0
    assert size(0.02) / size(0.01) == pytest.approx(4.0, rel=0.05)


def test_the_usual_ones_come_in_pairs() -> None:
    found = usual_transformations(background=0.0)
    assert len(found) == 8
    assert not any(np.array_equal(one.of(Vectors.of(FLAT)).array, FLAT) for one in found)  # type: ignore[attr-defined]


def test_what_is_no_square_image_is_refused() -> None:
    with pytest.raises(InputError, match="10 columns"):
        Shift(1.0).of(Vectors.of(np.ones((2, 10))))
    with pytest.raises(InputTypeError, match="dense vectors"):
        Shift(1.0).of(coerce(["abc"]))
    with pytest.raises(ParameterError, match=r"Shift\.right"):
        Shift(np.nan)
