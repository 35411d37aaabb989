"""What splines refuse, and what they take: repeated places, too few examples, columns that do not suit."""

import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from estimators.splines.spline_sample import LINE, NEW, PLANE, SHEET, WAVE

from drupe import SmoothingSpline
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import BudgetError, InputError, InputTypeError, ParameterError
from drupe.kernels import Gaussian, Linear, Polyharmonic, Sigmoid, ThinPlate


@pytest.mark.parametrize(
    ("kernel", "x", "needed"),
    [("cubic", [[1.0]], 2), ("linear", [], 1), ("thin_plate", [[0.0, 0.0], [1.0, 2.0]], 3)],
)
def test_too_few_examples(kernel, x, needed):
    with pytest.raises(InputError, match=rf"{needed} (examples at different places are needed|.*)|0 sample"):
        SmoothingSpline(kernel, strength=1.0).fit(np.reshape(x, (len(x), -1 if x else 1)), np.arange(len(x)))


@pytest.mark.parametrize(("kernel", "order"), [("linear", 1), ("cubic", 2), ("polyharmonic", 4)])
def test_units_do_not_count_until_float64_does_not_hold_them(kernel, order):
    """The power of the range that a strength is measured in has no more than 308 digits."""
    power = 2 * order - 1
    spline = SmoothingSpline(kernel, order=order).fit(LINE, WAVE)
    for exponent in (-280.0 / power, 280.0 / power):
        scaled = SmoothingSpline(kernel, order=order).fit(LINE * 10.0**exponent, WAVE)
        np.testing.assert_allclose(scaled.predict(LINE * 10.0**exponent), spline.predict(LINE), atol=1e-6)
    for unit in (1e-305, 1e-301, 10.0 ** (300.0 / power), 1e305):
        for strength in ("gcv", 0.0, 1.0):
            with pytest.raises(InputError, match=rf"strengths are in units of its power {power}.*scale X"):
                SmoothingSpline(kernel, order=order, strength=strength).fit(LINE * unit, WAVE)


def test_names_of_columns_are_kept_on_the_line():
    frame = pd.DataFrame({"time": LINE[:, 0]})
    spline = SmoothingSpline("cubic").fit(frame, WAVE)
    np.testing.assert_array_equal(spline.predict(frame), SmoothingSpline("cubic").fit(LINE, WAVE).predict(LINE))
    with pytest.raises(InputError, match="feature names should match"):
        spline.predict(frame.rename(columns={"time": "place"}))
    sparse = SmoothingSpline("cubic").fit(sp.csr_array(LINE), WAVE)
    np.testing.assert_allclose(sparse.predict(LINE), spline.predict(frame), rtol=1e-12)


def test_places_are_counted_once():
    with pytest.raises(
        InputError, match=r"at least 2 examples at different places are needed, got 1 \(n_samples = 3\)"
    ):
        SmoothingSpline("cubic").fit([[1.0]] * 3, [1.0, 2.0, 3.0])


@pytest.mark.parametrize("strength", [0.0, 1.0, "gcv"])
def test_points_on_a_line_do_not_determine_a_plate(strength):
    x = np.column_stack([np.arange(9.0), 2.0 * np.arange(9.0) - 5.0])
    with pytest.raises(InputError, match=r"the 3 polynomials .* at least 3 of them have to be in general position"):
        SmoothingSpline("thin_plate", strength=strength).fit(x, np.arange(9.0))
    with pytest.raises(InputError, match=r"general position"):
        SmoothingSpline("polyharmonic", order=3, strength=strength).fit(
            np.column_stack([np.cos(np.arange(9.0)), np.sin(np.arange(9.0))]), np.arange(9.0)
        )


@pytest.mark.spec("S.A20")
@pytest.mark.parametrize(("x", "y"), [(LINE, WAVE), (PLANE, SHEET)], ids=["line", "plane"])
def test_repeated_places_count_with_their_mean(x, y):
    twice = np.vstack([x, x]), np.concatenate([y + 0.5, y - 0.5])
    once = SmoothingSpline(strength=0.2).fit(x, y, np.full(len(x), 2.0))
    for strength in (0.2, 0.0):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            spline = SmoothingSpline(strength=strength).fit(*twice)
        told = [one for one in said if issubclass(one.category, FitWarning) and "weighted means" in str(one.message)]
        assert len(told) == (strength == 0.0)
        if strength:
            np.testing.assert_allclose(spline.predict(x), once.predict(x), atol=1e-9)
        else:
            np.testing.assert_allclose(spline.predict(x), y, atol=1e-9)
        np.testing.assert_array_equal(spline.support_, np.arange(len(x)))


def test_words_that_do_not_suit_the_columns():
    for word in ("linear", "cubic"):
        with pytest.raises(
            InputError, match=f"kernel='{word}' is a spline of one column, but X has 2; take kernel=None"
        ):
            SmoothingSpline(word).fit(PLANE, SHEET)
    with pytest.raises(ParameterError, match=r"takes up to 3. Take kernel='polyharmonic' with order=3"):
        SmoothingSpline("thin_plate").fit(np.eye(7)[:, :4], np.arange(7.0))
    with pytest.raises(ParameterError, match=r"more than half the dimension, 2, got 1; take 2"):
        SmoothingSpline("polyharmonic", order=1).fit(PLANE, SHEET)
    with pytest.raises(ParameterError, match="promises nothing"):
        SmoothingSpline(Sigmoid()).fit(PLANE, SHEET)
    with pytest.raises(InputTypeError, match="splines are functions of numbers"):
        SmoothingSpline().fit(["ab", "ba", "aa"], [1.0, 2.0, 3.0])
    with pytest.raises(InputError, match="made for 3 columns, but the data have 2"):
        SmoothingSpline(Polyharmonic(2, 3)).fit(PLANE, SHEET)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [("strength", -1.0), ("strength", "best"), ("order", 0), ("kernel", "quintic"), ("kernel", ThinPlate)],
)
def test_parameters_out_of_range(parameter, value):
    with pytest.raises(ParameterError, match=f"'{parameter}' parameter of SmoothingSpline"):
        SmoothingSpline(**{parameter: value}).fit(PLANE, SHEET)


def test_weights_too_small_to_choose_a_strength_by():
    with pytest.raises(InputError, match=r"as 1 by their weights.*scale the weights"):
        SmoothingSpline("cubic").fit(LINE, WAVE, np.full(70, 1.0 / 70.0))
    assert SmoothingSpline("cubic", strength=0.1).fit(LINE, WAVE, np.full(70, 1.0 / 70.0)).strength_ == 0.1


def test_as_many_examples_as_free_polynomials_leave_nothing_to_choose():
    line = SmoothingSpline("cubic").fit([[1.0], [3.0]], [2.0, 6.0])
    np.testing.assert_allclose(line.predict([[0.0], [10.0]]), [0.0, 20.0], atol=1e-12)
    assert line.strength_ == 0.0
    assert np.isnan(line.predict([[0.0]], return_std=True)[1]).all()
    plate = SmoothingSpline().fit([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [1.0, 2.0, 4.0])
    np.testing.assert_allclose(plate.predict([[2.0, 2.0]]), [9.0], atol=1e-12)
    single = SmoothingSpline("linear", strength=1.0).fit([[5.0]], [3.0])
    np.testing.assert_allclose(single.predict([[0.0], [9.0]]), 3.0)


def test_memory_is_asked_for_before_it_is_taken():
    with pytest.raises(BudgetError, match="a spline through 60 places needs"):
        SmoothingSpline(cache_size=0.01).fit(PLANE, SHEET)
    SmoothingSpline(cache_size=0.01).fit(LINE, WAVE)


def test_sparse_and_single_precision_inputs():
    dense = SmoothingSpline(strength=0.1).fit(PLANE, SHEET)
    sparse = SmoothingSpline(strength=0.1).fit(sp.csr_array(PLANE), SHEET)
    np.testing.assert_allclose(sparse.predict(sp.csr_array(NEW)), dense.predict(NEW), atol=1e-12)
    single = SmoothingSpline(strength=0.1).fit(PLANE.astype(np.float32), SHEET)
    np.testing.assert_allclose(single.predict(NEW.astype(np.float32)), dense.predict(NEW), atol=1e-4)


def test_zeros_of_both_signs_are_one_place():
    spline = SmoothingSpline("linear", strength=1.0).fit([[0.0], [-0.0], [1.0]], [1.0, 3.0, 2.0])
    np.testing.assert_allclose(spline.predict([[0.0], [0.5]]), 2.0)


@pytest.mark.parametrize("strength", [0.0, 1e-300])
def test_a_kernel_that_cannot_reach_all_targets_gives_least_squares_and_says_so(strength):
    with pytest.warns(FitWarning, match=r"no function of Linear\(\) goes through all targets"):
        spline = SmoothingSpline(Linear(), strength=strength).fit(PLANE, SHEET)
    slopes = np.linalg.lstsq(PLANE, SHEET, rcond=None)[0]
    np.testing.assert_allclose(spline.predict(NEW), NEW @ slopes, atol=1e-9)
    assert spline.degrees_of_freedom_ == pytest.approx(2.0)
    with pytest.warns(FitWarning, match="Take a strength above zero, or a rougher kernel"):
        wide = SmoothingSpline(Gaussian(30.0), strength=strength).fit(PLANE, SHEET)
    assert np.abs(wide.predict(PLANE)).max() < 10.0 * np.abs(SHEET).max()


def test_places_a_hair_apart_are_interpolated():
    """1e-9 apart in the plane: what is told of one is told of the other, without a warning."""
    x, y = np.vstack([PLANE, PLANE[:3] + 1e-9]), np.append(SHEET, SHEET[:3])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        spline = SmoothingSpline(strength=0.0).fit(x, y)
    np.testing.assert_allclose(spline.predict(x), y, atol=1e-7)
    np.testing.assert_allclose(
        spline.predict(NEW), SmoothingSpline(strength=0.0).fit(PLANE, SHEET).predict(NEW), atol=1e-4
    )


@pytest.mark.parametrize("word", ["gcv", "loo", "evidence"])
def test_data_without_noise_are_followed(word):
    for x, order in ((LINE, 1), (PLANE, 2)):
        y = np.exp(0.3 * x[:, 0]) + x[:, -1]
        spline = SmoothingSpline(strength=word).fit(x, y)
        np.testing.assert_allclose(spline.predict(x), y, atol=1e-3)
        assert spline.noise_ < 1e-5
        assert spline.degrees_of_freedom_ > 10.0 * order
