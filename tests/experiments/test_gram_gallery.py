"""The gallery: right matrices, right verdicts, and a figure that shows them."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.image import imread

from drupe.experiments.gram_figure import POOL, Picture, gallery
from drupe.experiments.gram_gallery import Examined, digits, examine, exhibits, main
from drupe.experiments.stopwatch import Race
from drupe.kernels.checks import Verdict

X, y = digits(240)
TITLES = [exhibit.title for exhibit in exhibits(X)]


@pytest.fixture(scope="module")
def examined() -> dict[str, Examined]:
    return {exhibit.title: examine(exhibit, X, repeats=1) for exhibit in exhibits(X)}


def test_digits_come_in_order_of_their_class() -> None:
    ink, labels = digits()
    assert ink.shape == (1797, 64)
    assert (np.diff(labels) >= 0).all()
    assert (ink.min(), ink.max()) == (0.0, 1.0)


@pytest.mark.parametrize("title", TITLES)
def test_matrix_is_that_of_scikit_learn(title: str, examined: dict[str, Examined]) -> None:
    assert examined[title].difference < 1e-12


@pytest.mark.parametrize("title", TITLES)
def test_only_the_sigmoid_is_no_kernel(title: str, examined: dict[str, Examined]) -> None:
    assert examined[title].verdict.holds == (title != "Sigmoid")


@pytest.mark.parametrize(
    ("smallest", "statement"),
    [
        (-1e-14, "positive semi-definite: eigenvalues 0 to 1,000"),
        (0.25, "positive semi-definite: eigenvalues 0.25 to 1,000"),
        (-300.4, "not positive semi-definite: eigenvalues −300 to 1,000"),
    ],
)
def test_statement_is_readable(smallest: float, statement: str) -> None:
    verdict = Verdict(smallest, 1000.0, tolerance=1e-9, direction=np.ones(1))
    assert Examined(exhibits(X)[0], np.eye(1), verdict, 0.0, Race(1.0, 1.0)).statement == statement


def test_figure_shows_the_matrix_with_zero_in_the_middle_of_signed_colors() -> None:
    labels = np.repeat([0, 1], 3 * POOL)
    signs = np.where(labels, 1.0, -1.0)
    pictures = [Picture(np.outer(signs, signs), "t", "f", "v", True), Picture(np.eye(len(labels)), "t", "f", "v", True)]
    signed, unsigned = (ax.images[0] for ax in gallery(pictures, labels, "h", "c").axes if ax.images)
    assert np.array_equal(signed.get_array(), np.outer(signs, signs)[::POOL, ::POOL])
    assert signed.get_clim() == (-1.0, 1.0)
    assert unsigned.get_clim()[0] == 0.0


def test_main_writes_one_figure_twice_and_prints_a_row_for_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--output", str(tmp_path / "new"), "--repeats", "1", "--examples", "60"])
    printed = capsys.readouterr().out
    assert all(title in printed for title in TITLES)
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["gram_gallery.png", "gram_gallery.svg"]
    assert imread(tmp_path / "new" / "gram_gallery.png").std() > 0.05
    assert ElementTree.parse(tmp_path / "new" / "gram_gallery.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize("wrong", [["--repeats", "0"], ["--examples", "19"], ["--examples", "many"]])
def test_wrong_numbers_are_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(wrong)
    assert "must be a whole number" in capsys.readouterr().err
