"""The encoder against scikit-learn's imputers, scalers and vectorizers, inside folds, and through a file."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from drupe import SVC, certify, load, save
from drupe.estimators.preparation.encodings import EncodedText
from drupe.estimators.preparation.table_encoder import TableEncoder
from drupe.estimators.preparation.treatments import AsCategory, AsDate, AsNumber, AsText
from drupe.foundation.errors import InputError
from drupe.inputs import Frame
from drupe.inputs.dates import day_comes_first, days

N = 120
RNG = np.random.default_rng(3)
NUMBERS = np.where(RNG.random(N) < 0.2, np.nan, RNG.normal(50.0, 20.0, N))
COLORS = [None if RNG.random() < 0.1 else color for color in RNG.choice(["red", "green", "blue"], N)]
WORDS = ["good", "bad", "cheap", "fast", "broken", "lovely", "slow"]
TEXTS = [" ".join(RNG.choice(WORDS, 5)) for _ in range(N)]
X = pd.DataFrame({"n": NUMBERS, "c": COLORS, "t": TEXTS})
LABELS = (np.nan_to_num(NUMBERS, nan=50.0) > 50).astype(int)
TREATMENTS = (AsNumber("n"), AsCategory("c"), AsText("t"))


def test_numbers_as_scikit_learn_imputes_and_scales_them():
    ours = TableEncoder(treatments=TREATMENTS[:1]).fit(X[:80]).transform(X)
    peer = make_pipeline(SimpleImputer(strategy="median"), StandardScaler()).fit(X[["n"]][:80])
    assert np.allclose(ours[:, 0], peer.transform(X[["n"]])[:, 0], atol=1e-12)
    assert ours[:, 1].tolist() == np.isnan(NUMBERS).tolist()


def test_categories_as_scikit_learn_imputes_and_encodes_them():
    ours = TableEncoder(treatments=TREATMENTS[1:2]).fit(X[:80]).transform(X)
    given = X[["c"]].astype(object).fillna(np.nan)
    peer = make_pipeline(
        SimpleImputer(strategy="most_frequent"),
        OneHotEncoder(sparse_output=False),
    ).fit(given[:80])
    assert np.array_equal(ours[:, :3], peer.transform(given))
    assert ours[:, 3].tolist() == [color is None for color in COLORS]


def test_texts_as_scikit_learn_weighs_them():
    ours = TableEncoder(treatments=TREATMENTS[2:]).fit(X[:80]).transform(X)
    peer = TfidfVectorizer(min_df=3).fit(TEXTS[:80])
    assert np.allclose(ours.toarray(), peer.transform(TEXTS).toarray(), atol=1e-12)


def test_every_column_weighs_about_the_same_in_distances():
    """The mean squared distance of two rows is 2 for numbers, and at most 2 for categories and texts."""
    for one in TREATMENTS:
        table = TableEncoder(treatments=(one,)).fit_transform(X.fillna({"n": 50.0, "c": "red"}))
        dense = table if isinstance(table, np.ndarray) else table.toarray()
        squared = ((dense[:, None] - dense[None]) ** 2).sum(axis=2)
        assert 0.5 < squared.mean() <= 2.0 + 1e-9
        assert isinstance(one, AsNumber) or squared.max() <= 2.0 + 1e-9


def test_rows_held_out_take_no_part_in_any_fold():
    """Answers by cross-validation are those of pipelines fitted by hand on the seen rows of each fold."""
    pipeline = make_pipeline(TableEncoder(treatments=TREATMENTS), SVC(gamma=0.3))
    frame = Frame.of(X)
    folds = KFold(4, shuffle=True, random_state=0)
    answers = cross_val_predict(pipeline, frame, LABELS, cv=folds)
    for seen, held in folds.split(np.zeros(N)):
        model = clone(pipeline).fit(frame.take(seen), LABELS[seen])
        assert answers[held].tolist() == model.predict(frame.take(held)).tolist()
        spoiled = frame.replacing("n", np.where(np.isin(np.arange(N), held), 1e6, frame.column("n")))
        again = clone(pipeline).fit(spoiled.take(seen), LABELS[seen])
        assert answers[held].tolist() == again.predict(frame.take(held)).tolist()


def test_scaled_numbers_stay_as_they_are():
    values = RNG.uniform(-1, 1, size=(30, 2))
    assert np.array_equal(TableEncoder().fit_transform(Frame.of(values)), values)


def test_new_words_stand_nowhere_and_are_counted():
    encoder = TableEncoder(treatments=(AsCategory("c"),)).fit(X)
    new = {"c": ["violet", "red", None, "violet"]}
    assert encoder.transform(new)[0].sum() == 0.0
    assert encoder.unknown(new) == {"c": 2}
    assert encoder.unknown({"c": ["red"]}) == {}


def test_rare_categories_get_no_column_and_many_are_cut():
    words = [f"w{i % 300}" for i in range(900)] + ["alone"]
    features = TableEncoder(treatments=(AsCategory("w"),)).fit({"w": words}).get_feature_names_out()
    assert len(features) == 100
    assert "w=alone" not in features


def test_an_array_goes_by_the_order_of_its_columns():
    table = RNG.normal(size=(20, 3)) * [1, 10, 100]
    encoder = TableEncoder().fit(pd.DataFrame(table, columns=["a", "b", "c"]))
    assert np.array_equal(encoder.transform(table), encoder.transform(pd.DataFrame(table, columns=["a", "b", "c"])))
    shuffled = pd.DataFrame(table, columns=["a", "b", "c"])[["c", "a", "b"]]
    assert np.array_equal(encoder.transform(shuffled), encoder.transform(table))
    with pytest.raises(InputError, match="no column 'a'"):
        encoder.transform(table[:, :2])


def test_a_column_without_any_value_in_one_fold_is_zero():
    encoder = TableEncoder(treatments=(AsNumber("n"), AsCategory("c"))).fit({"n": [np.nan] * 4, "c": [None] * 4})
    assert encoder.transform({"n": [np.nan], "c": ["red"]}).tolist() == [[0.0, 1.0, 0.0]]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1970-01-01", "1970-01-11"], [0.0, 10.0]),
        (["1970-01-01T12:00:00", "1970-01-02 06:00"], [0.5, 1.25]),
        (["31/1/1970", "1/2/1970"], [30.0, 31.0]),
        (["1/31/1970", "2/1/1970"], [30.0, 31.0]),
        (["31.1.70", "1.2.70"], [30.0, 31.0]),
        (["18:00", "00:00"], [0.75, 0.0]),
        (["1970-02-30", None], [np.nan, np.nan]),
    ],
)
def test_days(cells, expected):
    assert np.array_equal(days(cells, day_comes_first(cells)), expected, equal_nan=True)


def test_days_are_those_of_pandas():
    stamps = pd.date_range("1969-12-30 01:30", periods=200, freq="37h")
    found = days([stamp.isoformat() for stamp in stamps], False)
    assert np.allclose(found, (stamps - pd.Timestamp("1970-01-01")) / pd.Timedelta("1D"), atol=1e-4)


@pytest.mark.parametrize("form", ["%d %b %Y", "%d-%b-%y", "%d. %B %Y", "%B %d, %Y", "%b %d %Y", "%d %B %Y %H:%M"])
def test_days_with_months_in_words_are_those_of_pandas(form):
    stamps = pd.date_range("1970-01-03", periods=200, freq="61D")
    found = days(stamps.strftime(form), False)
    assert np.array_equal(found, (stamps - pd.Timestamp("1970-01-01")) / pd.Timedelta("1D"))


def test_a_model_of_a_table_goes_through_a_file(tmp_path):
    table = X.assign(d=[f"{1 + i % 28}.{1 + i % 12}.2023" for i in range(N)])
    model = make_pipeline(TableEncoder(treatments=(*TREATMENTS, AsDate("d"))), SVC()).fit(table, LABELS)
    save(model, tmp_path / "m.drupe")
    again = load(tmp_path / "m.drupe")
    assert np.array_equal(again.decision_function(table), model.decision_function(table))
    assert again[0].get_feature_names_out().tolist() == model[0].get_feature_names_out().tolist()


def test_certificates_of_such_a_model():
    frame = Frame.of(X)
    model = make_pipeline(TableEncoder(treatments=TREATMENTS), SVC()).fit(frame[:60], LABELS[:60])
    found = certify(model, frame[:60], LABELS[:60], X_held_out=frame[60:], y_held_out=LABELS[60:])
    errors = int((model.predict(frame[60:]) != LABELS[60:]).sum())
    assert errors / 60 <= found.best_for_fitted.value < 1.0


PROSE = [
    f"The {kind} computers were {word} by all of the people who had bought them in the years before, and they said so."
    for kind in ("old", "new", "small")
    for word in ("computing", "loved", "loves", "hated")
]


@pytest.mark.spec("C.G03")
def test_english_prose_becomes_stems_without_stop_words(tmp_path):
    encoder = TableEncoder(treatments=(AsText("said"),)).fit({"said": PROSE})
    names = {name.removeprefix("said: ") for name in encoder.get_feature_names_out()}
    assert {"comput", "love", "hate"} <= names
    assert not names & {"the", "of", "were", "all", "computers", "loves"}
    save(encoder, tmp_path / "encoder.drupe")
    again = load(tmp_path / "encoder.drupe")
    assert (again.transform({"said": PROSE}) != encoder.transform({"said": PROSE})).nnz == 0


def test_texts_of_files_of_earlier_versions_stay_words():
    old = EncodedText("said", ("computers", "the"), np.array([1.0, 1.0]))
    assert old.numbers(np.array(["The computers", "computer"], dtype=object)).toarray().round(4).tolist() == [
        [0.7071, 0.7071],
        [0.0, 0.0],
    ]
