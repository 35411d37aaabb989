"""Requests and answers, with the model asked directly beside it; and all that is refused, each with its reason."""

import asyncio
import json
from typing import Any

import numpy as np
import pytest
from serving.asking import answers, asked, error, two_clouds
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, CertifiedClassifier, GaussianProcessRegressor, KernelPCA, RejectOption, TableEncoder
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.kernels import Spectrum
from drupe.persistence.archive import Archive
from drupe.serving.limits import Limits

X, Y = two_clouds()
NEW = two_clouds(20, seed=1)[0]
MODEL = SVC().fit(X, Y)

TABLE = {"size": [1.0, None, 3.0, 4.0] * 3, "color": ["red", "red", "blue", "green"] * 3, "unit": ["cm"] * 12}
FRUIT = np.array(["cherry", "cherry", "plum", "plum"] * 3)


def test_labels_are_those_of_predict() -> None:
    names = np.array(["low", "high"])
    model = SVC().fit(X, names[Y])
    assert [one["label"] for one in answers(model, NEW.tolist())] == model.predict(NEW).tolist()


def test_labels_keep_their_type() -> None:
    assert answers(MODEL, [[0, 0, 0]]) == [{"label": int(MODEL.predict([[0, 0, 0]])[0]), "dont_know": False}]


def test_probabilities_are_those_of_the_model_to_the_last_bit() -> None:
    model = SVC(probability=True).fit(X, Y)
    found = [one["probabilities"] for one in answers(model, NEW.tolist())]
    assert [[one["0"], one["1"]] for one in found] == model.predict_proba(NEW).tolist()


def test_quantities_come_with_deviations() -> None:
    model = GaussianProcessRegressor().fit(X, X.sum(axis=1))
    said, deviations = model.predict(NEW, return_std=True, noisy=True)
    found = answers(model, NEW.tolist())
    assert np.allclose([one["value"] for one in found], said, rtol=1e-12)
    assert np.allclose([one["std"] for one in found], deviations, rtol=1e-9)


def test_what_is_rejected_is_not_known() -> None:
    model = RejectOption(SVC(), threshold=0.5).fit(X, Y)
    found = answers(model, NEW.tolist())
    rejected = model.rejected(NEW).tolist()
    assert True in rejected
    assert False in rejected
    assert [one["dont_know"] for one in found] == rejected
    said = model.predict(NEW).tolist()
    assert [one["label"] for one in found] == [None if no else label for label, no in zip(said, rejected, strict=True)]


def test_pipelines_scale_inside() -> None:
    model = make_pipeline(StandardScaler(), SVC()).fit(1e3 * X, Y)
    assert [one["label"] for one in answers(model, (1e3 * NEW).tolist())] == model.predict(1e3 * NEW).tolist()


def test_tables_take_words_and_empty_cells_by_name_or_by_order() -> None:
    model = make_pipeline(TableEncoder(), SVC()).fit(TABLE, FRUIT)
    new = {"size": [2.0, None, 9.0], "color": ["blue", None, "never seen"], "unit": ["cm", "m", "cm"]}
    records = [dict(zip(new, row, strict=True)) for row in zip(*new.values(), strict=True)]
    expected = model.predict(new).tolist()
    assert [one["label"] for one in answers(model, records)] == expected
    assert [one["label"] for one in answers(model, [list(record.values()) for record in records])] == expected
    without = [{name: cell for name, cell in record.items() if name != "unit"} for record in records]
    assert [one["label"] for one in answers(model, without)] == expected


def test_strings_are_rows() -> None:
    words = ["ACGTACGT", "ACGTACGA", "TTTTGGGG", "TTTGGGGG"]
    model = SVC(kernel=Spectrum(length=2)).fit(words, ["a", "a", "b", "b"])
    assert [one["label"] for one in answers(model, ["ACGTAC", "TTGGG", "NNN"])] == model.predict(
        ["ACGTAC", "TTGGG", "NNN"]
    ).tolist()
    assert "takes strings" in error(asked(model, json={"rows": [[1, 2]]}))


def test_the_certificate_is_whole_at_its_place_and_short_in_each_answer() -> None:
    model = CertifiedClassifier(SVC(), delta=0.1).fit(*two_clouds(400))
    whole = asked(model, "/certificate").json()
    assert whole["value"] == model.certificate_.value
    assert whole["sentence"] == model.certificate_.sentence()
    short = asked(model, json={"rows": NEW.tolist()}).headers["drupe-certificate"]
    assert short.startswith("risk <= ")
    assert "confidence 0.9;" in short
    assert model.certificate_.value <= float(short.split()[2].rstrip(";")) <= model.certificate_.value + 1e-4


def test_a_model_without_certificate_says_so() -> None:
    response = asked(MODEL, "/certificate")
    assert response.status_code == 404
    assert "no certificate" in error(response)
    assert "drupe-certificate" not in asked(MODEL, json={"rows": [[0, 0, 0]]}).headers


def test_what_the_model_is() -> None:
    told = asked(MODEL, "/model", Limits(rows=7)).json()
    assert (told["machine"], told["task"], told["classes"]) == ("SVC", "classes", ["0", "1"])
    assert told["rows"]["columns"] == 3
    assert told["limits"]["rows"] == 7


def test_health_and_the_list_of_routes() -> None:
    assert asked(MODEL, "/health").json() == {"status": "ok", "inside": 0}
    assert set(asked(MODEL, "/openapi.json").json()["paths"]) == {"/predict", "/model", "/certificate", "/health"}


BAD: list[tuple[str, bytes, int, str]] = [
    ("no JSON", b"{", 400, "no JSON"),
    ("no letters", b"\xff\xfe\x00", 400, "no JSON"),
    ("nothing", b"", 400, "no JSON"),
    ("a list", b"[[1, 2, 3]]", 400, '{"rows": [...]}'),
    ("another field", b'{"rows": [[1, 2, 3]], "cols": 1}', 400, "'cols'"),
    ("rows that are none", b'{"rows": 3}', 400, "list of rows"),
    ("no rows", b'{"rows": []}', 422, "at least one"),
    ("too many rows", json.dumps({"rows": [[0, 0, 0]] * 11}).encode(), 413, "at most 10"),
    ("too few columns", b'{"rows": [[1, 2, 3], [1, 2]]}', 422, "row 1 has 2 entries; the model takes 3"),
    ("a number for a row", b'{"rows": [5]}', 422, "list of 3 numbers"),
    ("names without names", b'{"rows": [{"a": 1}]}', 422, "no names"),
    ("NaN", b'{"rows": [[1, 2, NaN]]}', 400, "NaN is no number"),
    ("infinity", b'{"rows": [[1, 2, -Infinity]]}', 400, "-Infinity is no number"),
    ("null", b'{"rows": [[1, 2, null]]}', 422, "row 0, column 2 is null"),
    ("a word", b'{"rows": [[1, "2", 3]]}', 422, "row 0, column 1 holds '2'"),
    ("true", b'{"rows": [[1, true, 3]]}', 422, "holds True"),
    ("a list inside", b'{"rows": [[1, [2], 3]]}', 422, "holds [2]"),
    ("a huge number", b'{"rows": [[1, 1e999, 3]]}', 422, "column 1 holds inf"),
    ("a huge whole number", b'{"rows": [[1, 1' + b"0" * 400 + b", 3]]}", 422, "many digits"),
    ("digits without end", b'{"rows": [[1, 1' + b"0" * 5000 + b", 3]]}", 400, "no JSON"),
    ("a whole number to be rounded", b'{"rows": [[1, 9007199254740993, 3]]}', 422, "would round"),
    ("deep nesting", b'{"rows": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", 400, "nested too deep"),
    ("half a letter", b'{"rows": ["\\ud800"]}', 400, "whole letters"),
    ("too many bytes", b'{"rows": "' + b"a" * 200_000 + b'"}', 413, "in parts"),
]


@pytest.mark.parametrize(("body", "status", "words"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_bad_requests_are_told_what_is_wrong(body: bytes, status: int, words: str) -> None:
    limits = Limits(body=150_000, rows=10)
    response = asked(MODEL, limits=limits, content=body, headers={"content-type": "application/json"})
    assert response.status_code == status
    assert words in error(response)


def test_bytes_are_counted_while_they_come() -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b"a" * 10_000

    response = asked(MODEL, limits=Limits(body=50_000), content=endless(), headers={"content-type": "application/json"})
    assert response.status_code == 413


def test_a_request_that_does_not_end_is_given_up() -> None:
    async def never() -> Any:
        yield b'{"rows": '
        await asyncio.Event().wait()

    response = asked(MODEL, limits=Limits(seconds=0.01), content=never(), headers={"content-type": "application/json"})
    assert response.status_code == 408
    assert "0.01 seconds" in error(response)


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({"content-type": "text/plain"}, "'text/plain'"),
        ({"content-type": ""}, "'nothing'"),
        ({"content-type": "application/json", "content-encoding": "gzip"}, "'gzip'"),
    ],
)
def test_other_kinds_of_bodies_are_refused(headers: dict[str, str], words: str) -> None:
    response = asked(MODEL, content=b'{"rows": [[1, 2, 3]]}', headers=headers)
    assert response.status_code == 415
    assert words in error(response)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"size": "big", "color": "red"}, "row 0, column 'size' holds 'big'; send a number"),
        ({"size": 1.0, "color": ["red"]}, "column 'color' holds ['red']; send a word"),
        ({"size": True, "color": "red"}, "holds True"),
        ({"size": 1.0}, "no column 'color'"),
        ({"size": 1.0, "color": "red", "shape": 1}, "'shape' that the model does not know"),
        ([1.0], "row 0 has 1 cells; the model takes 3: 'size', 'color', 'unit'"),
        ("red", "an object with a cell by name"),
    ],
)
def test_bad_cells_of_tables(row: Any, words: str) -> None:
    model = make_pipeline(TableEncoder(), SVC()).fit(TABLE, FRUIT)
    response = asked(model, json={"rows": [row]})
    assert response.status_code == 422
    assert words in error(response)


def test_unknown_places_are_told_which_there_are() -> None:
    assert "POST /predict" in error(asked(MODEL, "/nowhere"))
    assert asked(MODEL, "/predict").status_code == 405


def test_a_defect_is_no_traceback_for_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    model = SVC().fit(X, Y)
    monkeypatch.setattr(model, "predict", lambda _: 1 / 0)
    response = asked(model, json={"rows": [[0, 0, 0]]})
    assert response.status_code == 500
    assert "division" not in error(response)


def test_too_little_memory_asks_for_fewer_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Any) -> None:
        raise MemoryError("no room")

    model = SVC().fit(X, Y)
    monkeypatch.setattr(model, "predict", full)
    response = asked(model, json={"rows": [[0, 0, 0]]})
    assert response.status_code == 413
    assert "1 rows: no room" in error(response)


def test_models_of_others_are_served() -> None:
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, Y)
    found = answers(model, NEW.tolist())
    assert [one["label"] for one in found] == model.predict(NEW).tolist()
    assert np.allclose([list(one["probabilities"].values()) for one in found], model.predict_proba(NEW))


def test_what_cannot_be_served_is_refused_at_the_start() -> None:
    with pytest.raises(InputTypeError, match="no predict"):
        asked(KernelPCA().fit(X), "/health")
    tokens = SVC(kernel=Spectrum(length=2)).fit([[1, 2, 3], [4, 5], [1, 2], [4, 5, 5]], [0, 1, 0, 1])
    with pytest.raises(ParameterError, match="requests can bring"):
        asked(tokens, "/health")


def test_an_archive_brings_its_certificate() -> None:
    certified = CertifiedClassifier(SVC()).fit(*two_clouds(400))
    archive = Archive(MODEL, None, certified.certificate_)
    assert asked(archive, "/certificate").json()["value"] == certified.certificate_.value
