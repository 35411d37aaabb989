"""Streams of Arrow in and out, and those that are damaged, packed, or of kinds that no model takes."""

import io

import numpy as np
import pyarrow as pa
import pytest
from serving.asking import asked, error, two_clouds
from sklearn.pipeline import make_pipeline

from drupe import SVC, TableEncoder
from drupe.serving.arrow_body import ARROW, columns_in_arrow
from drupe.serving.limits import Limits
from drupe.serving.refusals import Refusal

X, Y = two_clouds()
NEW = two_clouds(20, seed=1)[0]
MODEL = SVC(probability=True).fit(X, Y)


def stream(table: pa.Table, compression: str | None = None) -> bytes:
    sink = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with pa.ipc.new_stream(sink, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=7)
    return sink.getvalue()


def columns(values: np.ndarray) -> pa.Table:
    return pa.table({name: values[:, j] for j, name in enumerate("abc")})


def test_rows_and_answers_in_arrow() -> None:
    response = asked(MODEL, content=stream(columns(NEW)), headers={"content-type": ARROW})
    assert response.headers["content-type"] == ARROW
    found = pa.ipc.open_stream(response.content).read_all()
    assert found.column_names == ["label", "dont_know", "P(0)", "P(1)"]
    assert found["label"].to_pylist() == MODEL.predict(NEW).tolist()
    assert np.array_equal(np.column_stack([found["P(0)"], found["P(1)"]]), MODEL.predict_proba(NEW))


def test_answers_come_as_they_are_wanted() -> None:
    said = asked(MODEL, content=stream(columns(NEW)), headers={"content-type": ARROW, "accept": "application/json"})
    assert len(said.json()["answers"]) == len(NEW)
    other = asked(MODEL, json={"rows": NEW.tolist()}, headers={"accept": ARROW})
    assert pa.ipc.open_stream(other.content).read_all().num_rows == len(NEW)


def test_words_and_empty_cells_in_arrow() -> None:
    table = {"size": [1.0, None, 3.0, 4.0] * 3, "color": ["red", "red", "blue", "green"] * 3}
    model = make_pipeline(TableEncoder(), SVC()).fit(table, ["a", "a", "b", "b"] * 3)
    new = {"color": ["blue", None], "size": [2.0, None]}
    packed = pa.table({"color": pa.array(new["color"]).dictionary_encode(), "size": new["size"]})
    response = asked(model, content=stream(packed), headers={"content-type": ARROW, "accept": "application/json"})
    assert [one["label"] for one in response.json()["answers"]] == model.predict(new).tolist()


@pytest.mark.parametrize("compression", ["lz4", "zstd"])
def test_packed_streams_are_refused_before_they_are_unpacked(compression: str) -> None:
    table = pa.table({"a": np.zeros(100), "words": pa.array(["x" * 100] * 100).dictionary_encode()})
    for part in (table, table.select(["a"]), table.select(["words"])):
        with pytest.raises(Refusal, match="compressed"):
            columns_in_arrow(stream(part, compression), Limits())
        assert columns_in_arrow(stream(part), Limits()).keys() == set(part.column_names)


def test_a_long_word_that_occurs_often_cannot_take_all_memory() -> None:
    words = pa.DictionaryArray.from_arrays(pa.array(np.zeros(9_000, dtype=np.int8)), ["x" * 100_000])
    with pytest.raises(Refusal, match="900000000 letters"):
        columns_in_arrow(stream(pa.table({"a": words})), Limits())


def test_damaged_streams_are_refused_and_never_more() -> None:
    good = stream(pa.table({"a": [1.0, 2.0], "w": pa.array(["red", "blue"]).dictionary_encode(), "s": ["x", "yz"]}))
    rng = np.random.default_rng(0)
    refused = 0
    for _ in range(400):
        bad = bytearray(good)
        for place in rng.integers(0, len(bad), size=rng.integers(1, 4)):
            bad[place] = rng.integers(256)
        try:
            columns_in_arrow(bytes(bad[: rng.integers(1, len(bad) + 1)]), Limits(rows=100))
        except Refusal:
            refused += 1
    assert refused > 200


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"no arrow at all", 400, "no stream of Arrow"),
        (b"", 400, "no stream of Arrow"),
        (stream(pa.table({"a": [1.0], "b": [2.0]})), 422, "2 entries"),
        (stream(pa.table({"a": [[1.0]], "b": [1], "c": [1]})), 422, "type list"),
        (stream(pa.table({"a": [1.0], "b": [None], "c": [1]})), 422, "column 1 is null"),
        (stream(pa.table({"a": [1.0], "b": [float("nan")], "c": [1]})), 422, "column 1 holds nan"),
        (stream(columns(np.zeros((0, 3)))), 422, "at least one"),
        (stream(columns(np.zeros((11, 3)))), 413, "at most 10"),
        (stream(pa.table([[1.0], [1.0], [1.0]], names=["a", "a", "b"])), 422, "two columns 'a'"),
    ],
)
def test_bad_tables_are_told_what_is_wrong(body: bytes, status: int, words: str) -> None:
    response = asked(MODEL, limits=Limits(rows=10), content=body, headers={"content-type": ARROW})
    assert response.status_code == status
    assert words in error(response)
