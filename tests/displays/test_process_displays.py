"""Bands and surfaces of Gaussian processes: the numbers that are drawn are those that the machine says."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import same_color
from sklearn.exceptions import NotFittedError
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.linear_model import BayesianRidge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVR, GaussianProcessClassifier, GaussianProcessRegressor, RelevanceVectorRegressor
from drupe.displays import BandDisplay, EvidenceDisplay
from drupe.foundation.canvas import INK
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.kernels import Gaussian, Linear

RNG = np.random.default_rng(0)
X = np.sort(RNG.uniform(0.0, 6.0, 20))[:, None]
y = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=20)
PROCESS = GaussianProcessRegressor(1.0 * Gaussian(), noise=0.1).fit(X, y)


@pytest.fixture(autouse=True)
def _closed_figures():
    yield
    plt.close("all")


def test_band_is_two_deviations_around_the_mean():
    display = BandDisplay.from_estimator(PROCESS, X, y, limits=(-1.0, 8.0), draws=3)
    across = display.line_.get_xdata()
    mean, deviation = PROCESS.predict(across[:, None], return_std=True)
    np.testing.assert_allclose(display.line_.get_ydata(), mean)
    corners = display.band_.get_paths()[0].vertices
    assert corners[:, 1].max() == pytest.approx((mean + 2.0 * deviation).max())
    assert corners[:, 1].min() == pytest.approx((mean - 2.0 * deviation).min())
    assert (across[0], across[-1]) == (-1.0, 8.0)
    drawn = PROCESS.sample_y(across[:, None], 3, random_state=0)
    shown = [line.get_ydata() for line in display.ax_.lines]
    assert all(any(np.array_equal(one, line) for line in shown) for one in drawn.T)
    assert any(np.array_equal(line, y) for line in shown)


def test_prior_pipelines_frames_and_other_machines_have_bands():
    prior = BandDisplay.from_estimator(GaussianProcessRegressor(4.0 * Gaussian()), X)
    assert (prior.deviation == 2.0).all()
    assert len(prior.ax_.lines) == 1
    frame = pd.DataFrame({"time": X[:, 0]})
    pipeline = make_pipeline(StandardScaler(), GaussianProcessRegressor("auto")).fit(frame, y)
    assert BandDisplay.from_estimator(pipeline, frame, y).ax_.get_xlabel() == "time"
    _, ax = plt.subplots()
    assert BandDisplay.from_estimator(BayesianRidge().fit(X, y), X, y, ax=ax).ax_ is ax


def test_what_has_no_band_is_refused():
    with pytest.raises(InputTypeError, match="which SVR has not"):
        BandDisplay.from_estimator(SVR().fit(X, y), X, y)
    with pytest.raises(InputError, match="one column of numbers, got 2 columns"):
        BandDisplay.from_estimator(PROCESS, np.hstack([X, X]))
    two = GaussianProcessRegressor("auto").fit(X, np.column_stack([y, y]))
    with pytest.raises(InputError, match="has 2; fit it on one"):
        BandDisplay.from_estimator(two, X)


@pytest.mark.parametrize(("chosen", "seen"), [("black", INK), ("#7a7a7a", "#7a7a7a")])
def test_dots_lines_and_words_have_the_color_that_text_has(chosen, seen):
    """So they do not vanish on a dark page; where the settings say nothing they have drupe's own."""
    with plt.rc_context({"text.color": chosen}):
        band, surface = BandDisplay.from_estimator(PROCESS, X, y), EvidenceDisplay.from_estimator(PROCESS, resolution=4)
    (dots,) = (line for line in band.ax_.lines if line.get_label() == "examples")
    words = [label.get_color() for display in (band, surface) for label in display.ax_.get_xticklabels()]
    assert {dots.get_color(), *words} == {seen}
    assert same_color(surface.contours_.get_edgecolor()[0], seen)


def test_bands_that_cannot_be_drawn_are_refused():
    with pytest.raises(InputTypeError, match="draws need sample_y, which RelevanceVectorRegressor has not"):
        BandDisplay.from_estimator(RelevanceVectorRegressor().fit(X, y), X, y, draws=3)
    for limits in (3, (3.0, 1.0), (1.0, 1.0), (1.0,), ("a", "b"), (0.0, np.inf), (np.nan, 1.0)):
        with pytest.raises(ParameterError, match="limits are two numbers, the second larger than the first"):
            BandDisplay.from_estimator(PROCESS, X, limits=limits)
    with pytest.raises(InputError, match="X has 20 examples, but y has 19 values"):
        BandDisplay.from_estimator(PROCESS, X, y[:-1])


@pytest.mark.spec("H.G07")
def test_surface_is_the_evidence_and_its_summit_the_machine():
    display = EvidenceDisplay.from_estimator(PROCESS, ("kernel.width", "noise"), reach=5.0, resolution=5)
    assert display.summit == pytest.approx((PROCESS.kernel_.kernel.width, PROCESS.noise_))
    assert display.heights[2, 2] == pytest.approx(PROCESS.log_evidence_)
    assert display.heights.max() == display.heights[2, 2]
    kernel = PROCESS.kernel_.factor * Gaussian(display.across[4])
    there = GaussianProcessRegressor(kernel, noise=float(display.up[0]), optimizer=None).fit(X, y)
    assert display.heights[0, 4] == pytest.approx(there.log_evidence_)
    assert (display.ax_.get_xscale(), display.ax_.get_ylabel()) == ("log", "noise")


def test_surface_over_the_parameters_of_scikit_learn():
    process = GaussianProcessRegressor(ConstantKernel() * RBF() + WhiteKernel()).fit(X, y)
    names = ("k1__k2__length_scale", "k2__noise_level")
    display = EvidenceDisplay.from_estimator(process, names, resolution=4)
    assert display.names == names
    assert display.summit == pytest.approx((process.kernel_.k1.k2.length_scale, process.kernel_.k2.noise_level))


@pytest.mark.parametrize("settings", [{}, {"approximation": "ep"}, {"multi_class": "softmax"}])
def test_surface_of_a_classifier(settings):
    labels = (y > 0.0).astype(int)
    labels[5] = 1 - labels[5]  # of classes that can be separated the evidence has no summit
    if "multi_class" in settings:
        labels += X[:, 0] > 5.0
    machine = GaussianProcessClassifier(4.0 * Gaussian(), **settings).fit(X, labels)
    display = EvidenceDisplay.from_estimator(machine, ("kernel.width", "factor"), reach=4.0, resolution=5)
    assert display.heights[2, 2] == pytest.approx(machine.log_evidence_, abs=1e-6)
    assert display.heights.max() <= display.heights[2, 2] + 1e-6
    kernel = float(display.up[1]) * Gaussian(float(display.across[3]))
    there = GaussianProcessClassifier(kernel, optimizer=None, **settings).fit(X, labels)
    assert display.heights[1, 3] == pytest.approx(there.log_evidence_, abs=1e-6)


def test_surfaces_that_cannot_be_are_refused():
    with pytest.raises(NotFittedError):
        EvidenceDisplay.from_estimator(GaussianProcessRegressor("auto"))
    with pytest.raises(InputTypeError, match="evidence is that of a Gaussian process, got SVR"):
        EvidenceDisplay.from_estimator(SVR().fit(X, y))
    for wrong in (("noise", "noise"), ("noise", "width")):
        with pytest.raises(ParameterError, match=r"two parameters are needed, of kernel\.width, factor, noise"):
            EvidenceDisplay.from_estimator(PROCESS, wrong)
    with pytest.raises(ParameterError, match="resolution"):
        EvidenceDisplay.from_estimator(PROCESS, resolution=1)
    for kernel, noise, found in (
        (Linear(), 0.0, "none"),
        (Linear(), 0.1, "only noise"),
        (Gaussian(), 0.0, "only width"),
    ):
        process = GaussianProcessRegressor(kernel, noise=noise, alpha=0.1).fit(X, y)
        with pytest.raises(ParameterError, match=f"two parameters that may move, but the machine has {found}"):
            EvidenceDisplay.from_estimator(process)
    three = GaussianProcessClassifier("auto", optimizer=None).fit(X, np.arange(len(X)) % 3)
    with pytest.raises(ParameterError, match="each of 3 problems has parameters"):
        EvidenceDisplay.from_estimator(three)
