"""What reports show of rules on strings: the words that were hidden there, and shares that add up."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline

from drupe import SVC, SVR, Report
from drupe.analysis import Part, analyze
from drupe.analysis.contenders import Contender
from drupe.analysis.search import search
from drupe.analysis.task import Task
from drupe.analysis.word_weights import word_weights_of
from drupe.kernels import Mismatch, Spectrum, WeightedDegree


def strings(kind: str, rng: np.random.Generator, length: int = 30) -> str:
    text = "".join(rng.choice(list("acgt"), length))
    place = int(rng.integers(0, length - 6))
    return text if kind == "plain" else text[:place] + {"tata": "tataat", "gata": "gattca"}[kind] + text[place + 6 :]


@pytest.fixture(scope="module")
def parts() -> tuple[Part, Part]:
    rng = np.random.default_rng(0)
    kinds = np.array(["plain", "tata", "gata"] * 60)
    part = Part.of([strings(kind, rng) for kind in kinds], kinds)
    return part.take(np.arange(120)), part.take(np.arange(120, 180))


def test_hidden_words_are_found(parts) -> None:
    training, judged = parts
    model = SVC(kernel=Spectrum(length=6).normalized(), C=10.0).fit(training.X, training.y)
    found = word_weights_of(model, training, judged)
    assert found is not None
    assert found.outputs == found.classes == ("gata", "plain", "tata")
    for output, word in ((0, "gattca"), (2, "tataat")):
        first = next(one for one in found.words if one.output == output and one.pull > 0)
        assert first.text == word
        held = [
            int(sum(word in text for text, y in zip(training.X, training.y, strict=True) if y == c))
            for c in found.classes
        ]
        assert list(first.held) == held
    assert found.strings == (40, 40, 40)
    assert found.places[0].pulls.shape == (30, 4)


def test_tracks_add_up_to_what_decides(parts) -> None:
    training, judged = parts
    two = np.isin(training.y, ["plain", "tata"])
    training = training.take(np.flatnonzero(two))
    judged = judged.take(np.flatnonzero(np.isin(judged.y, ["plain", "tata"])))
    model = SVC(kernel=WeightedDegree(length=3), C=1.0).fit(training.X, training.y)
    found = word_weights_of(model, training, judged)
    assert found is not None
    assert found.outputs == ("tata",)
    wrong = (model.predict(judged.X) != judged.y).any()
    assert len(found.tracks) == 2 + wrong
    for track in found.tracks:
        text = "".join(track.letters)
        assert track.total == pytest.approx(float(model.decision_function([text])[0]), abs=1e-8)
        assert judged.X[judged.rows.tolist().index(track.row)] == text


def test_words_of_documents_come_from_their_columns() -> None:
    texts = ["good film", "bad film", "good plot", "bad plot", "good", "bad"] * 4
    part = Part.of(texts, ["yes" if "good" in text else "no" for text in texts])
    model = make_pipeline(CountVectorizer(), SVC(kernel="linear", C=10.0)).fit(part.X, part.y)
    found = word_weights_of(model, part, part)
    assert found is not None
    assert [word.text for word in found.words if word.pull > 0][:1] == ["good"]
    assert [word.text for word in found.words if word.pull < 0][:1] == ["bad"]
    for track in found.tracks:
        text = " ".join(track.letters)
        assert track.total == pytest.approx(float(model.decision_function([text])[0]), abs=1e-8)


def test_quantities_have_words_too() -> None:
    rng = np.random.default_rng(0)
    part = Part.of(
        ["".join(rng.choice(list("ab"), 9)) + "c" * int(rng.integers(0, 9)) for _ in range(40)], np.zeros(40)
    )
    part = Part.of(part.X, np.array([float(text.count("c")) for text in part.X]))
    model = SVR(kernel=Spectrum(length=1), C=100.0).fit(part.X, part.y)
    found = word_weights_of(model, part, part, Task.QUANTITY)
    assert found is not None
    assert found.outputs == ()
    assert found.words[0].text == "c"
    page = Report.of(model, part.X, part.y).to_html()
    assert "Words that raise the prediction" in page


def test_the_page_shows_them(parts) -> None:
    training, judged = parts
    model = SVC(kernel=Spectrum(length=6).normalized(), C=10.0).fit(training.X, training.y)
    page = Report.of(model, training.X, training.y, X_held_out=judged.X, y_held_out=judged.y).to_html()
    for text in ("What the strings show", "Words that speak for tata", "gattca", "Letters by their place for gata"):
        assert text in page


def test_others_show_nothing() -> None:
    part = Part.of([[0.0], [1.0]], [0, 1])
    assert word_weights_of(SVC().fit(part.X, part.y), part, part) is None
    texts = Part.of(["ab", "bb", "aa", "ba"], [0, 1, 0, 1])
    assert word_weights_of(SVC(kernel=Spectrum(length=1) ** 2).fit(texts.X, texts.y), texts, texts) is None


def test_a_rule_that_multiplies_words_shows_the_best_that_adds_them_up(parts) -> None:
    training, judged = parts
    contenders = [
        Contender(SVC(kernel=k), (1.0, 10.0)) for k in (Spectrum(length=6) ** 2, Spectrum(length=6).normalized())
    ]
    found = search(training, contenders)
    model = SVC(kernel=Spectrum(length=6) ** 2, C=10.0).fit(training.X, training.y)
    analysis = analyze(model, training, judged, search=found)
    assert analysis.words is not None
    assert analysis.words.stand_in is not None
    assert analysis.words.stand_in.contender.kernel == "words of 6 letters"
    page = Report.from_analysis(analysis).to_html()
    assert "The model multiplies words with each other" in page
    assert analyze(model, training, judged).words is None


def test_words_that_need_not_stand_there_are_said_to_be_so(parts) -> None:
    training, judged = parts
    model = SVC(kernel=Mismatch(length=6, mismatches=1, alphabet="acgt").normalized()).fit(training.X, training.y)
    analysis = analyze(model, training, judged)
    assert analysis.words is not None
    assert analysis.words.near == 1
    assert "also where 1 letter of it may differ" in Report.from_analysis(analysis).to_html()
