"""The bar on the terminal, with the violation against time; and plain lines where no terminal is."""

import inspect
import io
import re
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console

import drupe
from drupe import SVC
from drupe.estimators.progress_bar import LEVELS, WIDTH, Curve, progress_bar
from drupe.foundation.progress import both, share

X = np.random.default_rng(0).normal(size=(30, 2))
Y = (X[:, 0] > 0).astype(int)


def terminal():
    return Console(file=io.StringIO(), force_terminal=True, width=120)


def test_bar_shows_title_time_and_violation():
    screen = terminal()
    with progress_bar("SVC", True, screen) as bar:
        bar.reached(0.5)
        bar(0.25)
        bar.reached(2.5e-3)
        bar(0.75)
    shown = screen.file.getvalue()
    assert "SVC" in shown
    assert "0:00:0" in shown  # elapsed
    assert "2.5e-03" in shown
    assert LEVELS[-1] + LEVELS[0] in shown


def test_solvers_that_say_no_violation_have_a_bar_too():
    screen = terminal()
    with progress_bar("SVR", True, screen) as bar:
        bar(0.5)
    assert "SVR" in screen.file.getvalue()


def test_nobody_is_told_without_request(capsys):
    with progress_bar("SVC", False) as bar:
        assert bar is None
    SVC().fit(X, Y)
    assert capsys.readouterr() == ("", "")


def test_pipes_and_notebooks_get_a_line_for_each_tenth(capsys):
    with progress_bar("SVC", True, Console(file=io.StringIO())) as bar:
        for step in range(1, 1001):
            bar.reached(1.0 / step)
            bar(step / 1000)
    out, lines = capsys.readouterr()
    assert out == ""
    assert re.sub(r"\d+\.\d s", "- s", lines).splitlines() == [
        *(f"SVC: {tenth}0 %, - s, violation {10.0 / tenth / 1000:.1e}" for tenth in range(1, 10)),
        "SVC: done, - s, violation 1.0e-03",
    ]


def test_whatever_can_write_is_a_stream(monkeypatch):
    class Page:
        text = ""

        def write(self, words):
            self.text += words

    page = Page()
    monkeypatch.setattr(sys, "stderr", page)
    SVC(verbose=True).fit(X, Y)
    assert re.fullmatch(r"(SVC: .*\n)*SVC: done, .* s.*\n", page.text)


def test_a_while_of_silence_is_ended_by_a_line(capsys, monkeypatch):
    monkeypatch.setattr("drupe.estimators.progress_bar.SILENCE", -1.0)
    with progress_bar("SVC", True, Console(file=io.StringIO())) as bar:
        bar(0.011)
        bar(0.012)
    assert [line.split(",")[0] for line in capsys.readouterr().err.splitlines()] == [
        "SVC: 1 %",
        "SVC: 1 %",
        "SVC: done",
    ]


def test_what_is_interrupted_is_not_done(capsys):
    def interrupted():
        with progress_bar("SVC", True, Console(file=io.StringIO())) as bar:
            bar(0.5)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert "done" not in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_every_machine_that_can_be_verbose_is(capsys):
    kinds = [getattr(drupe, name) for name in drupe.__all__]
    silent = []
    for kind in kinds:
        if inspect.isclass(kind) and hasattr(kind, "fit") and "verbose" in inspect.signature(kind).parameters:
            kind(verbose=True).fit(X, Y)
            out, lines = capsys.readouterr()
            assert out == ""
            silent += [] if f"{kind.__name__}: done" in lines else [kind.__name__]
    assert silent == []


def test_a_fit_draws_its_bar(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    script = "import numpy as np; from drupe import SVC; SVC(verbose=1).fit([[0.0], [1.0]], [0, 1])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "SVC" in run.stdout


@pytest.mark.parametrize("reports", [1, 2, WIDTH, 10 * WIDTH + 3])
def test_curves_fall_with_the_violation(reports):
    curve = Curve()
    for violation in np.geomspace(1.0, 1e-3, reports):
        curve.add(float(violation))
    drawn, last = str(curve).split(" ")
    assert len(drawn) == min(reports, WIDTH)
    assert [LEVELS.index(mark) for mark in drawn] == sorted((LEVELS.index(mark) for mark in drawn), reverse=True)
    assert float(last) == pytest.approx(1.0 if reports == 1 else 1e-3)


def test_numbers_without_a_logarithm_are_left_out():
    curve = Curve()
    for violation in (0.0, np.inf, -1.0, np.nan):
        curve.add(violation)
    assert str(curve) == ""


def test_parts_share_one_bar():
    heard, violations = [], []

    def progress(fraction):
        heard.append(fraction)

    progress.reached = violations.append
    for part in range(3):
        own = share(progress, part, 3)
        own.reached(0.1)
        own(0.0)
        own(1.0)
    np.testing.assert_allclose(heard, [0, 1 / 3, 1 / 3, 2 / 3, 2 / 3, 1])
    assert violations == [0.1] * 3
    assert share(progress, 0, 1) is progress
    assert share(None, 0, 3) is None
    assert not hasattr(share(heard.append, 0, 3), "reached")


def test_two_are_told_at_once():
    first, second = [], []
    both(first.append, second.append)(0.5)
    assert first == second == [0.5]
    assert both(None, first.append) == first.append
    assert both(first.append, None) == first.append
    assert both(None, None) is None
