"""Documents as vectors: the worked numbers of the formula, brute force, promises, and what strangers write."""

import math
import re
from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, TfidfTransformer
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_no_attributes_set_in_init, check_parameters_default_constructible

import drupe
from drupe import SVC, TextVectors, load, save
from drupe.estimators.texts.mutual_information import mutual_information
from drupe.estimators.texts.stems import stem
from drupe.estimators.texts.terms import Terms
from drupe.foundation.errors import InputError, InputTypeError, ParameterError

NEWS = [
    "The grain ships left the harbor; the ships carry wheat.",
    "Wheat farmers sold grain and wheat to traders.",
    "Oil traders sold crude oil, and oil prices fell.",
    "Crude oil ships left the harbor for the refinery.",
    "Farmers of wheat and grain saw prices fall.",
    "The refinery bought crude oil.",
]
LABELS = np.array(["grain", "grain", "oil", "oil", "grain", "oil"])


def by_hand(documents: list[str], fitted_on: list[str], fewest: int) -> tuple[list[str], np.ndarray]:
    """TF-IDF written out: tf ln(n / documents with the term), to length one."""

    def words(text: str) -> list[str]:
        found = re.findall(r"[a-z]{2,}", text.lower())
        return [stem(word, "english") for word in found if word not in ENGLISH_STOP_WORDS]

    often = Counter(term for text in fitted_on for term in set(words(text)))
    terms = sorted(term for term in often if often[term] >= fewest)
    rows = []
    for text in documents:
        counts = Counter(words(text))
        row = [counts[term] * math.log(len(fitted_on) / often[term]) for term in terms]
        length = math.sqrt(sum(value * value for value in row))
        rows.append([value / length if length else 0.0 for value in row])
    return terms, np.array(rows)


@pytest.mark.spec("C.B37", "C.G03")
@pytest.mark.parametrize("fewest", [1, 2, 3])
def test_vectors_are_what_the_formula_says(fewest):
    vectors = TextVectors(min_documents=fewest).fit(NEWS[:5])
    terms, expected = by_hand(NEWS, NEWS[:5], fewest)
    assert list(vectors.terms_) == terms
    np.testing.assert_allclose(vectors.transform(NEWS).toarray(), expected, atol=1e-14)
    assert (vectors.fit_transform(NEWS[:5]) != vectors.transform(NEWS[:5])).nnz == 0


@pytest.mark.spec("C.B37")
def test_counts_as_scikit_learn_weighs_them_but_for_its_one():
    """Its weight is ln(n / nᵢ) + 1 without smoothing; of documents with one term each only the length is left."""
    vectors = TextVectors(min_documents=1, stop_words=None, stemming=None)
    counts = TextVectors(min_documents=1, stop_words=None, stemming=None)._learned_counts(NEWS, None)
    vectors.fit(NEWS)
    peer = TfidfTransformer(smooth_idf=False).fit(counts)
    np.testing.assert_allclose(vectors.weights_, peer.idf_ - 1.0, atol=1e-14)


@pytest.mark.spec("C.B37")
@settings(max_examples=50, deadline=None)
@given(st.lists(st.text("ab c", max_size=12), min_size=1, max_size=6), st.integers(2, 4))
def test_promises_of_the_kernel(extra, times):
    """K(x, x) = 1 or 0; to repeat a text changes nothing; what all documents hold weighs nothing."""
    documents = ["everywhere " + text for text in (*extra, "aa bb", "bb cc", "aa cc")]
    vectors = TextVectors(min_documents=1, stop_words=None, stemming=None)
    table = vectors.fit_transform(documents)
    lengths = table.power(2).sum(axis=1)
    assert np.all(np.isclose(lengths, 1.0) | (lengths == 0.0))
    assert vectors.weights_[vectors.terms_.index("everywhere")] == 0.0
    again = vectors.transform([" ".join([text] * times) for text in documents])
    np.testing.assert_allclose(again.toarray(), table.toarray(), atol=1e-14)


def test_documents_without_terms_are_zero_vectors():
    vectors = TextVectors(min_documents=1).fit(NEWS)
    table = vectors.transform(["", "   ", "the and of", "unheard", "!?", "x"])
    assert table.shape == (6, len(vectors.terms_))
    assert table.nnz == 0
    assert vectors.transform([]).shape == (0, len(vectors.terms_))
    machine = SVC(kernel="linear").fit(vectors.transform(NEWS), LABELS)
    assert machine.predict(table).shape == (6,)


@pytest.mark.spec("C.G03")
def test_order_of_steps_and_the_example_of_the_book():
    assert {stem(word, "english") for word in ("computer", "computation", "computing")} == {"comput"}
    assert {stem(word, "porter") for word in ("computer", "computation", "computing")} == {"comput"}
    # Stop words go before words become stems: "doing" is none, though "do" is.
    assert Terms(frozenset({"do"}), "english").of("Do DOING") == ["do"]
    assert stem("a" * 65 + "ing", "english") == "a" * 65 + "ing"


@pytest.mark.spec("C.G03")
def test_most_telling_terms_are_kept():
    vectors = TextVectors(min_documents=2, most_terms=2).fit(NEWS, LABELS)
    everything = TextVectors(min_documents=2).fit(NEWS)
    presence = everything._learned_counts(NEWS, None).toarray() > 0
    told = {term: _information(presence[:, column], LABELS == "oil") for column, term in enumerate(everything.terms_)}
    best = sorted(told, key=lambda term: (-round(told[term], 12), term))[:2]
    assert vectors.terms_ == tuple(sorted(best))
    assert set(vectors.terms_) <= {"crude", "oil", "grain", "wheat"}
    with pytest.raises(InputError, match="y is None"):
        TextVectors(most_terms=2).fit(NEWS)
    with pytest.raises(InputError, match="inside ManyLabels"):
        TextVectors(most_terms=2).fit(NEWS, np.eye(6))


def _information(present, positive):
    total = 0.0
    for t in (False, True):
        for u in (False, True):
            both = np.mean((present == t) & (positive == u))
            if both:
                total += both * math.log(both / np.mean(present == t) / np.mean(positive == u))
    return total


def test_information_of_several_categories():
    rng = np.random.default_rng(0)
    presence, categories = rng.random((40, 5)) < 0.4, rng.integers(3, size=40)
    expected = []
    for column in presence.T:
        total = 0.0
        for t in (False, True):
            for category in range(3):
                both = np.mean((column == t) & (categories == category))
                if both:
                    total += both * math.log(both / np.mean(column == t) / np.mean(categories == category))
        expected.append(total)
    np.testing.assert_allclose(mutual_information(sp.csr_array(presence.astype(float)), categories), expected)


def test_counting_in_other_ways():
    documents = ["spam spam spam spam eggs", "eggs bacon", "bacon"]
    present = TextVectors(min_documents=1, counting="presence").fit_transform(documents).toarray()[0]
    logs = TextVectors(min_documents=1, counting="logarithms").fit_transform(documents).toarray()[0]
    rare, common = math.log(3.0), math.log(1.5)
    assert present[2] / present[1] == pytest.approx(rare / common)
    assert logs[2] / logs[1] == pytest.approx((1.0 + math.log(4.0)) * rare / common)


def test_terms_are_those_of_the_fold():
    pipeline = make_pipeline(TextVectors(min_documents=1), SVC(kernel="linear", C=10.0))
    folds = KFold(3)
    said = cross_val_predict(pipeline, NEWS, LABELS, cv=folds)
    for training, test in folds.split(NEWS):
        model = clone(pipeline).fit([NEWS[i] for i in training], LABELS[training])
        assert model.predict([NEWS[i] for i in test]).tolist() == said[test].tolist()
        assert model[0].terms_ == TextVectors(min_documents=1).fit([NEWS[i] for i in training]).terms_


def test_a_pipeline_lasts(tmp_path):
    model = make_pipeline(TextVectors(min_documents=1, stop_words=["the"]), SVC(kernel="linear")).fit(NEWS, LABELS)
    save(model, tmp_path / "news.drupe")
    again = load(tmp_path / "news.drupe")
    assert again[0].terms_ == model[0].terms_
    assert np.array_equal(again.decision_function(NEWS), model.decision_function(NEWS))


def test_all_kinds_of_columns():
    expected = TextVectors().fit_transform(NEWS)
    for column in (
        tuple(NEWS),
        np.array(NEWS),
        np.array(NEWS, dtype=object),
        np.array(NEWS)[:, None],
        pd.Series(NEWS),
        pd.Series(NEWS, dtype="string"),
        pd.DataFrame({"text": NEWS}),
        pl.Series(NEWS),
        pl.DataFrame({"text": NEWS}),
        (text for text in NEWS),
    ):
        assert (TextVectors().fit_transform(column) != expected).nnz == 0


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (["a", None], "document 1 is None"),
        (["a", "b", float("nan")], "document 2 is nan"),
        (pd.Series(["a", None]), "document 1 is"),
        (["a", b"bytes"], "document 1 is .*a bytes"),
        ([1.0, 2.0], "document 0 is '1.0', a float"),
        ("one text", "list of documents"),
        ({"text": ["a"]}, "TableEncoder"),
        (np.zeros((2, 2)), "2 x 2 cells"),
        (3, "list of documents"),
    ],
)
def test_what_is_no_document_is_named(column, message):
    with pytest.raises((InputError, InputTypeError), match=message):
        TextVectors().fit(column)
    with pytest.raises((InputError, InputTypeError), match=message):
        TextVectors().fit(NEWS).transform(column)


def test_too_few_documents_are_told_so():
    with pytest.raises(InputError, match="there is 1 document, and a term has to occur in min_documents=3"):
        TextVectors().fit(["one"])
    with pytest.raises(InputError, match="no term occurs in min_documents=3 of the 4 documents"):
        TextVectors().fit(["one word", "two here", "three", "the the the"])
    with pytest.raises(InputError, match="no term occurs in min_documents=1"):
        TextVectors(min_documents=1).fit(["the", "of", "and", ""])


@pytest.mark.parametrize(
    "wrong",
    [{"stemming": "klingon"}, {"stop_words": "german"}, {"stop_words": [1]}, {"min_documents": 0}, {"counting": "x"}],
)
def test_parameters_out_of_range(wrong):
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        TextVectors(**wrong).fit(NEWS)


def test_labels_that_were_looked_at_are_known_to_certificates():
    assert get_tags(TextVectors(most_terms=5)).target_tags.required
    assert not get_tags(TextVectors()).target_tags.required


def test_what_strangers_write():
    strange = [
        "<html><body><p>Great&nbsp;movie!</p></body></html> 😀 😀",
        "Отличный фильм, рекомендую 😀",
        "素晴らしい映画でした",
        "فيلم رائع جدا",
        "caf\u00e9 na\u00efve ｆｕｌｌ ﬁlm",
        "cafe\u0301 nai\u0308ve full film",
        "\x00\u200b\ufeff\ud83d \U0001f469\u200d\U0001f52c",
        "word",
        "",
        "İstanbul ǅ ß",
    ]
    vectors = TextVectors(min_documents=1)
    table = vectors.fit_transform(strange)
    assert np.isfinite(table.data).all()
    assert {"😀", "映", "фильм", "рекомендую"} <= set(TextVectors(min_documents=1, stemming=None).fit(strange).terms_)
    np.testing.assert_allclose(table[[4]].toarray(), table[[5]].toarray())
    russian = TextVectors(min_documents=1, stemming="russian").fit(["рекомендую", "рекомендует"])
    assert len(russian.terms_) < 2 or russian.terms_[0][:6] == russian.terms_[1][:6]


def test_long_documents_and_many_short_ones():
    vectors = TextVectors(min_documents=1)
    table = vectors.fit_transform(["grain ships left " * 62_500, "x" * 10**6, "wheat"])
    assert len("grain ships left " * 62_500) > 10**6
    np.testing.assert_allclose(table.power(2).sum(axis=1), 1.0)
    many = ["grain", "oil ship", "wheat", "grain wheat"] * 25_000
    assert TextVectors().fit_transform(many).shape == (100_000, 4)


@pytest.mark.parametrize("check", [check_no_attributes_set_in_init, check_parameters_default_constructible])
def test_checks_of_scikit_learn_that_take_no_numbers(check):
    check("TextVectors", TextVectors())
    assert clone(TextVectors(most_terms=5)).get_params() == TextVectors(most_terms=5).get_params()


def test_flat_name():
    assert drupe.TextVectors is TextVectors
