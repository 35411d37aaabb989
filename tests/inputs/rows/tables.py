"""A table with all that tables have, written in every format, and what it must become, by pandas and by hand."""

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq

from drupe.inputs.rows.base import Rows


def flights(n: int, seed: int = 0) -> pd.DataFrame:
    """Numbers, whole numbers, categories, days, truths, empty cells, and a target of words."""
    rng = np.random.default_rng(seed)
    distance = rng.normal(1000.0, 200.0, n)
    distance[rng.random(n) < 0.1] = np.nan
    carrier = rng.choice(np.array(["AA", "UA", "DL", None], dtype=object), n, p=[0.5, 0.3, 0.15, 0.05])
    days = np.datetime64("2013-01-01") + rng.integers(0, 365, n).astype("timedelta64[D]")
    late = np.where(np.nan_to_num(distance) + 100 * rng.normal(size=n) > 950, "late", "on time")
    return pd.DataFrame(
        {
            "distance": distance,
            "seats": rng.integers(50, 300, n),
            "carrier": carrier,
            "day": pd.Series(days).dt.strftime("%Y-%m-%d"),
            "late": late,
        }
    )


def as_parquet(frame: pd.DataFrame, path: Path, group: int = 5000) -> Path:
    pq.write_table(arrow(frame), path, row_group_size=group)
    return path


def as_arrow(frame: pd.DataFrame, path: Path) -> Path:
    feather.write_feather(arrow(frame), path, chunksize=4000, compression="uncompressed")
    return path


def as_csv(frame: pd.DataFrame, path: Path, **options: str) -> Path:
    frame.to_csv(path, index=False, **options)
    return path


def arrow(frame: pd.DataFrame) -> pa.Table:
    """With days as days."""
    table = pa.Table.from_pandas(frame, preserve_index=False)
    if "day" not in frame:
        return table
    days = pa.array(pd.to_datetime(frame["day"]).dt.date)
    return table.set_column(table.schema.get_field_index("day"), "day", days)


def matrix(rows: Rows) -> np.ndarray:
    """All vectors below each other."""
    found = [batch.inputs.dense() for part in range(len(rows.counts)) for batch in rows.batches(part)]
    return np.concatenate(found)


def targets(rows: Rows) -> list:
    return [y for part in range(len(rows.counts)) for batch in rows.batches(part) for y in batch.targets.tolist()]


def check_contract(rows: Rows) -> None:
    """Counts, positions and batches are what `Rows` promises, at every reading."""
    for part, count in enumerate(rows.counts):
        for _ in range(2):
            batches = list(rows.batches(part))
            assert sum(map(len, batches)) == count
            assert all(0 < len(batch) <= 16384 for batch in batches)
            firsts = np.cumsum([rows.starts[part], *map(len, batches)])[:-1]
            assert [batch.first for batch in batches] == firsts.tolist()
