"""Strings: how they are compared, and who is named in the report."""

from dataclasses import dataclass

import numpy as np
import pytest

from drupe import SVC, Report
from drupe.analysis import Part
from drupe.analysis.contenders import contenders_for
from drupe.analysis.fitting import fit_best
from drupe.analysis.influence import influence_of
from drupe.analysis.search import search
from drupe.analysis.string_kernels import common_length, kernels_for_strings, molecule, string_words
from drupe.analysis.string_views import view_words, views_for
from drupe.analysis.task import Task
from drupe.inputs.sequences import Sequences
from drupe.kernels.base import Kernel

LETTERS = "acgt"


@pytest.fixture(scope="module")
def part():
    """Half of the strings hold a motif."""
    rng = np.random.default_rng(0)
    texts = ["".join(rng.choice(list(LETTERS), 30)) for _ in range(80)]
    y = np.repeat(["plain", "motif"], 40)
    texts[40:] = [text[:10] + "tataat" + text[16:] for text in texts[40:]]
    return Part.of(texts, y, names=[f"seq{i}" for i in range(80)])


def test_kernels_follow_what_the_strings_are(part):
    assert common_length(part.X) == 30
    assert common_length([*part.X, "a"]) == 0
    said = [string_words(kernel) for kernel in kernels_for_strings(part.X)]
    assert all(said)
    assert "words of 6 letters, 1 of which may differ" in said
    assert "letters at each place" in said
    ragged = [string_words(kernel) for kernel in kernels_for_strings([*part.X, "a"])]
    assert not any("place" in words for words in ragged)
    assert not any("differ" in string_words(kernel) for kernel in kernels_for_strings(["to be", "or not"]))
    assert [view_words(one) for one in views_for(["to be", "or not"])] == ["words by rarity", "words"]
    assert views_for(part.X) == ()


@pytest.mark.parametrize(
    ("texts", "letters"),
    [
        (["ACGTN", "ACGT"], "ACGT"),
        (["acguu"], "acgu"),
        (["MKWVTFISLLFLFSSAYS"], "ACDEFGHIKLMNPQRSTVWY"),
        (["hello world"], None),
        (["", ""], None),
    ],
)
def test_molecules_are_known_by_their_letters(texts, letters):
    assert molecule(texts) == letters


def test_a_motif_is_found(part):
    contenders = contenders_for(part, Task.CLASSES)
    found = search(part, contenders)
    assert not found.failures
    assert len(found.trials) == len(contenders)
    assert found.best.value > 0.95
    model = fit_best(part, found)
    assert (model.predict(["acgt" * 2 + "ac" + "tataat" + "acgt" * 3 + "ac"]) == ["motif"]).all()


def test_quantities_of_strings(part):
    y = np.array([text.count("a") for text in part.X], dtype=float)
    counted = Part.of(part.X, y)
    found = search(counted, contenders_for(counted, Task.QUANTITY), Task.QUANTITY)
    assert not found.failures
    assert found.best.value < 0.5 * found.ranked[-1].value


@pytest.mark.spec("C.G03")
def test_texts_are_compared_by_rare_words():
    """Messages that tell their class by one rare word among many frequent ones, in several of its forms."""
    rng = np.random.default_rng(0)
    filler = [
        "the",
        "a",
        "of",
        "and",
        "to",
        "in",
        "is",
        "it",
        "was",
        "he",
        "they",
        "with",
        "from",
        "at",
        "this",
        "have",
    ]
    topics = {"ships": ("sailing", "sailed", "sails"), "farms": ("farming", "farmed", "farms")}
    y = rng.choice(list(topics), 120)
    texts = [" ".join([*rng.choice(filler, 20), rng.choice(topics[label])]) for label in y]
    news = Part.of(texts, y)
    contenders = [one for one in contenders_for(news, Task.CLASSES) if "words" in one.kernel]
    assert {one.kernel for one in contenders} >= {"words", "words by rarity"}
    found = search(news, contenders)
    assert not found.failures
    assert found.best.contender.kernel == "words by rarity"
    assert found.best.value == 1.0
    model = fit_best(news, found)
    assert model.predict(["it was sailed", "the farming of it"]).tolist() == ["ships", "farms"]


def test_influential_strings_are_named(part):
    model = fit_best(part, search(part, contenders_for(part, Task.CLASSES)))
    found = influence_of(model, part)
    assert all(one.name.startswith("seq") for one in found.influential)
    unnamed = influence_of(model, Part.of(part.X, part.y))
    assert unnamed.influential[0].name in part.X


@dataclass(frozen=True)
class SharedLetters(Kernel[Sequences]):
    """k(x, z) = number of different letters that both have: a kernel of a user's own."""

    def matrix(self, left, right):
        return np.array([[float(len(set(x) & set(z))) for z in right] for x in left])


def test_machines_with_kernels_on_strings_have_reports():
    texts, y = ["aab", "ab", "ba", "ccd", "dc", "cd"] * 3, [0, 0, 0, 1, 1, 1] * 3
    report = Report.of(SVC(kernel=SharedLetters()).fit(texts, y), texts, y)
    assert report.analysis.outcomes.errors == 0
    assert report.analysis.plane is not None
    assert "3 letters long" in report.to_html()
