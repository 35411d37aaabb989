"""The scan: the same bits whoever does it, in whatever brackets of parts, here or in another process."""

import multiprocessing
from pathlib import Path

import numpy as np
import pytest
from inputs.rows.tables import as_csv, as_parquet, flights, matrix

import drupe
from drupe.foundation.engine import Engine, Here
from drupe.foundation.ordered_sum import OrderedSum
from drupe.inputs.rows import Division
from drupe.inputs.rows.parquet_rows import ParquetRows
from drupe.inputs.rows.scan import Scan


@pytest.fixture
def scan(tmp_path: Path) -> Scan:
    rows = ParquetRows.of([str(as_parquet(flights(90_000), tmp_path / "f.parquet", 17_000))])
    return Scan(rows, ("distance", "seats", "carrier", "day"), "late", Division(0.1))


class Halves(Engine):
    """Two who begin at different parts, the second first."""

    def sum(self, work, parts, *, begun=None, reached=None, progress=None):
        half = len(parts) // 3
        right = OrderedSum.beginning(half)
        for part in parts[half:]:
            right = right.then(work(part))
        left = OrderedSum.beginning()
        for part in parts[:half]:
            left = left.then(work(part))
        return left.joined(right).total()

    def map(self, work, parts, *, progress=None):
        return [work(part) for part in parts]


def test_brackets_do_not_matter(scan: Scan) -> None:
    parts = range(len(scan.rows.counts))
    assert len(parts) > 4
    assert Halves().sum(scan, parts) == Here().sum(scan, parts)


def test_another_process_finds_the_same_facts(scan: Scan) -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        (elsewhere,) = pool.map(scan, [1])
    assert elsewhere == scan(1)


def test_facts_are_those_of_the_whole_table(scan: Scan) -> None:
    facts = Here().sum(scan, range(len(scan.rows.counts)))
    frame = flights(90_000)
    learned = frame[scan.division.mask(drupe.inputs.rows.Side.LEARNED, 0, 90_000)]
    distance, _, carrier, _ = facts.columns
    assert distance.empty == learned["distance"].isna().sum()
    assert distance.numbers.mean == pytest.approx(learned["distance"].mean(), rel=1e-13)
    assert distance.numbers.deviation == pytest.approx(learned["distance"].std(ddof=0), rel=1e-12)
    assert dict(carrier.words.counts) == learned["carrier"].value_counts().to_dict()
    assert sum(left + right for left, right in facts.counts) == 90_000
    assert sum(left for left, _ in facts.counts) == len(learned)


def test_an_engine_of_another_kind_gives_the_same_rows(tmp_path: Path) -> None:
    path = as_csv(flights(70_000), tmp_path / "f.csv")
    one, other = (drupe.rows(path, target="late", engine=engine) for engine in (Here(), Halves()))
    assert one.encoding == other.encoding
    assert (matrix(one) == matrix(other)).all()


def test_a_batch_without_a_row_to_learn_from_loses_no_column() -> None:
    frame = flights(60)
    division = Division(0.99)
    facts = Scan(drupe.rows(frame, held_out=0.0).source, ("distance", "seats"), None, division)(0)
    assert [column.name for column in facts.columns] == ["distance", "seats"]
    assert facts.columns[1].numbers.count == np.sum(division.mask(drupe.inputs.rows.Side.LEARNED, 0, 60))


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[float] = []
    drupe.rows(as_parquet(flights(40_000), tmp_path / "f.parquet", 17_000), target="late", progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_what_the_facts_decide() -> None:
    frame = {"rare": ["a"] * 50 + ["b"] * 49 + ["c"], "x": np.random.default_rng(0).normal(size=100)}
    rows = drupe.rows(frame, held_out=0.0)
    assert rows.names == ("rare=a", "rare=b", "rare: other", "x")
    assert matrix(rows)[-1, :3].tolist() == [0.0, 0.0, 1.0]
