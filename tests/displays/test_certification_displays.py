"""Displays: what is drawn agrees with the numbers."""

import subprocess
import sys

import matplotlib.pyplot as plt
import numpy as np
import pytest
from certification.certified_samples import noisy, svc

from drupe import certify
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.bounds.pac_bayes.derandomized import Derandomized
from drupe.bounds.pac_bayes.gaussian import GaussianPacBayes
from drupe.displays import BoundDisplay, CertificateDisplay, CoverageDisplay, MarginDisplay
from drupe.witness.held_out import HeldOut

X, y = noisy(150)


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def test_bars_are_as_long_as_certificates() -> None:
    model = svc(X, y)
    display = CertificateDisplay.from_estimator(model, X, y, error=0.1)
    widths = [bar.get_width() for bar in display.ax_.patches]
    np.testing.assert_allclose(widths, [one.value for one in certify(model, X, y).valid])
    _, ax = plt.subplots()
    assert CertificateDisplay.from_certificates(certify(model, X, y), ax=ax).ax_ is ax


def test_where_there_are_no_bars_there_are_the_reasons() -> None:
    display = CertificateDisplay.from_estimator(svc(X, y), X, y, bounds="hold_out")
    assert not display.ax_.patches
    assert "it needs X_held_out" in display.ax_.texts[0].get_text()


@pytest.mark.spec("C.A02")
def test_margin_distribution_is_cumulative() -> None:
    model = svc(X, y)
    display = MarginDisplay.from_estimator(model, X, y)
    margins = np.where(y == 1, 1.0, -1.0) * model.decision_function(X)
    assert display.share_below(0.0) == np.mean(margins <= 0.0)
    assert display.share_below(0.7) == np.mean(margins <= 0.7)
    np.testing.assert_allclose(display.ax_.lines[0].get_xdata()[1:-1], np.sort(margins))
    many = noisy(90, classes=3)
    with pytest.raises(ValueError, match="two classes"):
        MarginDisplay.from_estimator(svc(*many), *many)


def test_curves_are_the_bounds() -> None:
    sizes = [50, 200, 800]
    display = BoundDisplay.against_sample_size({HoldOut(): lambda n: HeldOut(n // 10, n)}, sizes, delta=0.1)
    expected = [HoldOut().risk(HeldOut(n // 10, n), 0.1) for n in sizes]
    np.testing.assert_allclose(display.ax_.lines[0].get_ydata(), expected)
    falling = BoundDisplay.against_margin(
        [GaussianPacBayes(), Derandomized(shifts=(0.0,))], 500, margins=[0.1, 0.4, 0.9]
    )
    for curve in falling.curves.values():
        assert np.all(np.diff(curve) < 0)
    with pytest.raises(ValueError, match="does not look at margins"):
        BoundDisplay.against_margin([HoldOut()], 10)
    with pytest.raises(ValueError, match="every curve"):
        BoundDisplay([1, 2], {"one": [1.0]})


def test_coverage_counts_failures() -> None:
    display = CoverageDisplay.from_bound(HoldOut(), draws=100, delta=0.2)
    assert display.violations <= display.allowed
    assert f"{display.violations} of 100" in display.ax_.get_title()
    assert CoverageDisplay([0.1, 0.3], [0.2, 0.2], delta=0.5).violations == 1
    with pytest.raises(ValueError, match="must match"):
        CoverageDisplay([0.1], [0.1, 0.2], delta=0.1)


def test_matplotlib_is_imported_by_those_who_draw_only() -> None:
    code = "import sys, drupe.displays; print('matplotlib' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
