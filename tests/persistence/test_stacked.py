"""What is held twice in memory is held once in the file, and comes back to the last bit."""

import json

import numpy as np
import pytest
import scipy.sparse as sp
from fuzz.mutations import sealed
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

import drupe
from drupe.foundation.errors import InputError, InputTypeError
from drupe.persistence.stacked import stack_of


def taken_apart(path):
    """Header, document and arrays of a file."""
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    return header, json.loads(header["__metadata__"]["document"]), content[8 + length :]


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_support_vectors_are_stored_once(form, tmp_path):
    rng = np.random.default_rng(0)
    X, y = form(np.where(rng.random((300, 40)) < 0.5, rng.normal(size=(300, 40)), 0.0)), rng.integers(0, 3, 300)
    machine = drupe.SVC(gamma=1.0).fit(X, y)
    drupe.save(machine, tmp_path / "m.drupe")
    header, _, data = taken_apart(tmp_path / "m.drupe")
    vectors = machine.support_vectors_
    numbers = vectors.size if form is np.asarray else vectors.nnz
    assert sum(np.prod(one.get("shape", [0])) >= numbers for one in header.values()) == 0
    assert len(data) < 1.6 * numbers * (8 if form is np.asarray else 12)
    again = drupe.load(tmp_path / "m.drupe").support_vectors_
    assert (again != vectors).sum() == 0
    assert again.dtype == vectors.dtype


def test_equal_to_the_last_bit_or_not_at_all():
    rows = np.zeros((600, 2))
    assert stack_of(rows, {"a": rows[:1], "b": rows[1:]}) == ["a", "b"]
    assert stack_of(-rows, {"a": rows[:1], "b": rows[1:]}) == []
    assert stack_of(rows, {"a": rows[:1], "b": rows[2:]}) == []
    assert stack_of(rows, {"a": rows.astype(np.float32)[:1], "b": rows[1:]}) == []
    nan = np.full((600, 2), np.nan)
    assert stack_of(nan, {"a": nan[:300], "b": nan[300:]}) == ["a", "b"]


def test_small_files_cannot_ask_for_much_memory(tmp_path):
    rng = np.random.default_rng(0)
    machine = drupe.SVC(gamma=1.0).fit(rng.normal(size=(300, 40)), rng.integers(0, 2, 300))
    drupe.save(machine, tmp_path / "m.drupe")
    header, document, data = taken_apart(tmp_path / "m.drupe")
    text = json.dumps(document)
    (_, place) = text.split('{"stacked": [')
    names = json.loads(f"[{place.split(']')[0]}]")
    for wrong in (names * 2, [names[0]] * 1000, ["nothing"]):
        document = json.loads(text.replace(json.dumps(names), json.dumps(wrong)))
        header["__metadata__"]["document"] = json.dumps(document)
        (tmp_path / "wrong.drupe").write_bytes(sealed(header, data))
        with pytest.raises(InputError):
            drupe.load(tmp_path / "wrong.drupe")
    twice = [{"stacked": names}, {"stacked": names[::-1]}]
    header["__metadata__"]["document"] = json.dumps({**document, "model": twice})
    (tmp_path / "wrong.drupe").write_bytes(sealed(header, data))
    with pytest.raises(InputError, match="more than once"):
        drupe.load(tmp_path / "wrong.drupe")


def test_refusals_say_what_to_save_instead(tmp_path):
    X, y = load_iris(return_X_y=True)
    search = GridSearchCV(drupe.SVC(), {"C": [1, 10]}, cv=3).fit(X, y)
    with pytest.raises(InputTypeError, match="save its best_estimator_"):
        drupe.save(search, tmp_path / "m.drupe")
    drupe.save(search.best_estimator_, tmp_path / "m.drupe")
    with pytest.raises(InputTypeError, match=r"PCA.*StandardScaler.*skops"):
        drupe.save(make_pipeline(PCA(2), drupe.SVC()).fit(X, y), tmp_path / "m.drupe")


def test_counted_words_last(tmp_path):
    texts, y = ["buy now", "dear friend", "buy cheap", "friend of mine"], [1, 0, 1, 0]
    model = make_pipeline(CountVectorizer(), drupe.SVC(kernel="linear")).fit(texts, y)
    drupe.save(model, tmp_path / "m.drupe")
    again = drupe.load(tmp_path / "m.drupe")
    assert again[0].vocabulary_ == model[0].vocabulary_
    assert (again.decision_function([*texts, "new friend"]) == model.decision_function([*texts, "new friend"])).all()
