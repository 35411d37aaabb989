"""Texts whose single words give the answer away, and texts whose words do not."""

import numpy as np

from drupe.analysis.columns.alone import NOTHING
from drupe.analysis.columns.seen import Words, seen
from drupe.analysis.columns.telling_words import words_alone
from drupe.estimators.preparation.treatments import AsText

RNG = np.random.default_rng(0)
FILLER = np.array([f"word{i}" for i in range(60)])


def column(cells: list[str | None]) -> Words:
    found = seen("text", np.array(cells, dtype=object), AsText("text"))
    assert isinstance(found, Words)
    return found


def texts(endings: list[str]) -> Words:
    return column([" ".join(RNG.choice(FILLER, 15)) + f" {end}" for end in endings])


def test_the_class_in_other_words() -> None:
    labels = RNG.integers(0, 3, 150)
    judged = words_alone(texts([("Shipped!", "lost...", "RETURNED")[label] for label in labels]), labels)
    assert judged.share == 1.0
    assert judged.chance < 1e-20


def test_words_without_meaning() -> None:
    labels = RNG.integers(0, 2, 150)
    judged = words_alone(texts([""] * 150), labels)
    assert judged.share < 0.75
    assert judged.chance == 1.0


def test_words_that_lean_are_honest() -> None:
    labels = RNG.integers(0, 2, 300)
    said = [("good", "bad")[label if RNG.random() < 0.9 else 1 - label] for label in labels]
    judged = words_alone(texts(said), labels)
    assert 0.6 < judged.share < 0.97
    assert judged.chance == 1.0


def test_empty_cells_and_few_rows() -> None:
    assert words_alone(column(["yes", None] * 10), np.array([1, 0] * 10)) == NOTHING
    assert words_alone(column(["..."] * 30), np.arange(30) % 2) == NOTHING
