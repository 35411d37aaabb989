"""The promise of memory: passes over a file on the disk take what was said, however many rows there are."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

PROMISE = 250 * 10**6
"""Bytes, beyond what the imports take."""

FEW, MANY = 2, 10
"""Passes over many rows, and over few, so that both read parts as often: allocators keep what they once had."""

PASSES = """
import json, re, sys
import numpy as np, pyarrow.parquet
import drupe
from drupe.inputs.rows.rows import rows

def peak():
    # Not what getrusage says, which begins with the peak of the process that started this one.
    return 1024 * int(re.search(r"VmHWM:\\s*(\\d+) kB", open("/proc/self/status").read())[1])

before = peak()
data = rows(sys.argv[1], target="y", memory=int(sys.argv[2]))
total = np.zeros(data.dimension)
for _ in range(int(sys.argv[3])):
    for part in range(len(data.counts)):
        for batch in data.batches(part):
            total += batch.inputs.array.sum(axis=0)
mean = float(np.abs(total / len(data)).max())
print(json.dumps({"before": before, "peak": peak(), "rows": len(data.whole), "mean": mean}))
"""


def written(path: Path, groups: int, rows: int) -> Path:
    """18 columns of numbers and a target; a group at a time."""
    names = [f"x{j}" for j in range(18)]
    schema = pa.schema([*((name, pa.float64()) for name in names), ("y", pa.int8())])
    with pq.ParquetWriter(path, schema) as writer:
        for group in range(groups):
            rng = np.random.default_rng(group)
            columns = {name: rng.normal(size=rows).astype(np.float32).astype(np.float64) for name in names}
            writer.write_table(pa.table({**columns, "y": rng.integers(0, 2, rows)}).cast(schema), row_group_size=rows)
    return path


def measured(path: Path, passes: int) -> dict[str, float]:
    run = subprocess.run(
        [sys.executable, "-c", PASSES, str(path), str(PROMISE), str(passes)], capture_output=True, text=True, check=True
    )
    return dict(json.loads(run.stdout))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="peaks are told in other units elsewhere")
def test_ten_times_the_rows_take_the_same_memory(tmp_path: Path) -> None:
    small = measured(written(tmp_path / "small.parquet", 2, 100_000), MANY)
    large = measured(written(tmp_path / "large.parquet", 20, 100_000), FEW)
    assert (small["rows"], large["rows"]) == (200_000, 2_000_000)
    assert large["mean"] < 1e-5  # the columns were centered, so all rows were read
    assert large["peak"] - large["before"] < PROMISE
    assert large["peak"] <= 1.2 * small["peak"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="peaks are told in other units elsewhere")
def test_one_group_of_a_million_rows_is_not_held(tmp_path: Path) -> None:
    found = measured(written(tmp_path / "one.parquet", 1, 1_000_000), FEW)
    assert found["peak"] - found["before"] < PROMISE
