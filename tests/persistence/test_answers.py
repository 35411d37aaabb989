"""Answers by batches: whole or not there, in both formats, with words, numbers and silence."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from drupe.foundation.errors import ParameterError
from drupe.persistence.answers import write_answers


def batches(n: int) -> Iterator[dict[str, object]]:
    for first in range(0, n, 4):
        row = np.arange(first, min(first + 4, n))
        said = np.array([None if i % 5 == 0 else f"class {i % 3}" for i in row], dtype=object)
        yield {"row": row, "prediction": said, "P(a)": row / 7}


@pytest.mark.parametrize("name", ["answers.csv", "answers.parquet"])
def test_all_batches_are_one_table(tmp_path: Path, name: str) -> None:
    assert write_answers(tmp_path / name, batches(10)) == 10
    table = pd.read_csv(tmp_path / name) if name.endswith("csv") else pd.read_parquet(tmp_path / name)
    assert table["row"].tolist() == list(range(10))
    assert table["prediction"].isna().tolist() == [i % 5 == 0 for i in range(10)]
    assert table["P(a)"].to_numpy() == pytest.approx(np.arange(10) / 7, abs=0)


def test_a_first_batch_without_answers_is_one_of_words(tmp_path: Path) -> None:
    silent = [{"prediction": np.array([None], dtype=object)}, {"prediction": np.array(["a"])}]
    write_answers(tmp_path / "answers.parquet", silent)
    assert pd.read_parquet(tmp_path / "answers.parquet")["prediction"].iloc[1] == "a"


@pytest.mark.parametrize("name", ["answers.csv", "answers.parquet"])
def test_nothing_is_changed_if_it_fails(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("before")

    def failing() -> Iterator[dict[str, object]]:
        yield from batches(8)
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        write_answers(tmp_path / name, failing())
    assert (tmp_path / name).read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_other_formats_are_refused_before_anything_is_computed(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"\.csv or \.parquet"):
        write_answers(tmp_path / "answers.xls", iter(()))
