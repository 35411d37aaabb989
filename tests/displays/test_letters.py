"""Pictures of letters: what is drawn is what the rule adds up to."""

import numpy as np
import pytest

from drupe import SVC
from drupe.displays.logo_display import PLACES, LogoDisplay, letter_pulls
from drupe.displays.track_display import TrackDisplay
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.sequences import Sequences
from drupe.kernels import Gaussian, Spectrum, WeightedDegree


@pytest.fixture(scope="module")
def sites():
    """Strings whose class is the letter at place 3."""
    rng = np.random.default_rng(1)
    texts = ["".join(rng.choice(list("acgt"), 8)) for _ in range(120)]
    y = np.array(["site" if text[3] == "g" else "other" for text in texts])
    return SVC(kernel=WeightedDegree(length=2), C=10.0).fit(texts, y), texts


def test_the_letter_that_counts_is_the_tallest(sites) -> None:
    model, texts = sites
    display = LogoDisplay.from_estimator(model, texts)
    assert display.speaks_for == "site"
    assert int(display.energy.argmax()) == 3
    assert display.letters[int(display.heights[3].argmax())] == "g"
    assert len(display.ax_.patches) == 4  # the letters of place 3; all others are too small to be seen


def test_a_track_adds_up_to_the_output(sites) -> None:
    model, texts = sites
    display = TrackDisplay.from_estimator(model, texts[5])
    assert display.total == pytest.approx(float(model.decision_function([texts[5]])[0]), abs=1e-8)
    assert [label.get_text() for label in display.ax_.get_xticklabels()] == list(texts[5])
    assert len(display.ax_.patches) == len(texts[5])


def test_long_strings_are_drawn_where_the_energy_is() -> None:
    pulls = np.zeros((200, 2))
    pulls[150] = [1.0, -1.0]
    display = LogoDisplay(pulls, np.full((200, 2), 0.5), "ab").plot()
    assert 150 in display.window
    assert len(display.window) == PLACES


def test_pulls_are_means_by_hand() -> None:
    pulls, shares = letter_pulls(Sequences.of(["ab", "aa", "bb"]), np.array([1.0, 2.0, 3.0, 4.0, 5.0, 0.0]))
    # First letters: a adds 1 and 3, b adds 5, 3 in the mean; second ones: b adds 2 and 0, a adds 4, 2 in the mean.
    np.testing.assert_allclose(pulls, [[-1.0, 2.0], [2.0, -1.0]])
    np.testing.assert_allclose(shares, [[2 / 3, 1 / 3], [1 / 3, 2 / 3]])


def test_what_cannot_be_drawn_is_refused(sites) -> None:
    model, texts = sites
    with pytest.raises(InputError, match="strings of one length, got lengths from 1 to 2"):
        LogoDisplay.from_estimator(model, ["a", "ab"])
    with pytest.raises(InputTypeError, match="letters are drawn of strings"):
        LogoDisplay.from_estimator(model, [[3.0]])
    squared = SVC(kernel=Spectrum(length=1) ** 2).fit(texts[:20], [i % 2 for i in range(20)])
    with pytest.raises(InputError, match="does not add up words"):
        TrackDisplay.from_estimator(squared, "acg")
    numbers = SVC(kernel=Gaussian()).fit([[0.0], [1.0]], [0, 1])
    with pytest.raises(InputError, match="fitted on strings"):
        TrackDisplay.from_estimator(numbers, "acg")
