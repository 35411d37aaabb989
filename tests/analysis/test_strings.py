"""Strings: how they are compared, and who is named in the report."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest

from drupe import SVC, Report
from drupe.analysis import Part
from drupe.analysis.contenders import contenders_for
from drupe.analysis.fitting import fit_best
from drupe.analysis.influence import influence_of
from drupe.analysis.search import search
from drupe.analysis.string_views import common_length, places, substrings, view_words, views_for
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


def shared_substrings(left: str, right: str, longest: int) -> float:
    """Σ over substrings u of up to so many letters of count(u, left) · count(u, right), by definition."""

    def counts(text: str) -> Counter[str]:
        return Counter(text[i : i + k] for k in range(1, longest + 1) for i in range(len(text) - k + 1))

    mine, theirs = counts(left), counts(right)
    return float(sum(mine[u] * theirs[u] for u in mine))


@pytest.mark.parametrize("longest", [1, 3])
def test_substrings_are_counted_as_defined(longest):
    texts = ["acgtacg", "ttacg", "aaaa", "A b"]
    seen = substrings(longest).fit_transform(texts)
    for i, left in enumerate(texts):
        for j, right in enumerate(texts):
            expected = shared_substrings(left, right, longest) / np.sqrt(
                shared_substrings(left, left, longest) * shared_substrings(right, right, longest)
            )
            assert (seen[[i]] @ seen[[j]].T).toarray().item() == pytest.approx(expected)


def test_letters_have_their_place_only_in_strings_of_one_length(part):
    assert common_length(part.X) == 30
    assert common_length([*part.X, "a"]) == 0
    view = places(4).fit(["acgt", "aaaa", "cccc", "gggg", "tttt"])
    assert (view.transform(["acgt"]) @ view.transform(["acga"]).T).toarray().item() == pytest.approx(0.75)
    assert [view_words(one) for one in views_for(["to be", "or not"])][-1] == "words"
    assert "words" not in [view_words(one) for one in views_for(part.X)]


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
