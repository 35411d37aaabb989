"""Reading rows again and again: what each format costs a row, and a pass over a file beside the same in memory."""

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
from measure import OURS, Peer, Row, Settings, side_by_side
from sklearn.datasets import dump_svmlight_file

import drupe
from drupe.inputs.rows import EncodedRows, Rows
from drupe.inputs.vectors import Vectors
from drupe.kernels import Gaussian

COLUMNS, LANDMARKS = 18, 2000
SLOWER_AT_MOST = 1.25


def rows(settings: Settings) -> Iterator[Row]:
    """Nanoseconds of processor time a row, first to know the rows (decode, scan), then for each reading; and a pass."""
    n = settings.size(400_000)
    x = np.random.default_rng(0).normal(size=(n, COLUMNS))
    y = (x[:, 0] > 0).astype(np.int64)
    with tempfile.TemporaryDirectory() as folder:
        places = _written(Path(folder), x, y)
        for name, source in places.items():
            target = "y" if name in ("parquet", "arrow", "csv") else None
            yield _cost(name, partial(drupe.rows, source, target=target))
        yield _a_pass(drupe.rows(places["parquet"], target="y", held_out=0.0), settings)


def _written(folder: Path, x: np.ndarray, y: np.ndarray) -> dict[str, object]:
    table = pa.table({**{f"x{j}": x[:, j] for j in range(COLUMNS)}, "y": y})
    pa.parquet.write_table(table, folder / "f.parquet", row_group_size=100_000)
    pa.feather.write_feather(table, folder / "f.arrow", chunksize=16384, compression="uncompressed")
    pa.csv.write_csv(table, folder / "f.csv")
    np.save(folder / "x.npy", x.astype(np.float32))
    np.save(folder / "y.npy", y)
    few = len(x) // 10
    dump_svmlight_file(x[:few], y[:few], str(folder / "f.svm"), zero_based=False)
    pair = (str(folder / "x.npy"), str(folder / "y.npy"))
    files = {name: str(folder / f"f.{name}") for name in ("parquet", "arrow", "csv", "svm")}
    return {**files, "npy": pair, "arrays": (x, y)}


def _cost(name: str, known: Callable[[], EncodedRows]) -> Row:
    start = process_time()
    found = known()
    first = process_time() - start
    start = process_time()
    _read(found)
    each = process_time() - start
    n = len(found.whole)
    return Row(f"{name}, {n} x {COLUMNS}", {"first ns": 1e9 * first / n, "each ns": 1e9 * each / len(found)})


def _read(found: Rows) -> int:
    return sum(len(batch) for part in range(len(found.counts)) for batch in found.batches(part))


def _a_pass(found: Rows, settings: Settings) -> Row:
    """K a of all rows, from the file and from memory."""
    held = np.concatenate([batch.inputs.array for part in range(len(found.counts)) for batch in found.batches(part)])
    prepared = Gaussian(4.0).prepare(Vectors.of(held[:LANDMARKS]), threads=1)
    alpha = np.ones((LANDMARKS, 1), dtype=np.float32)

    def product(inputs: Vectors) -> object:
        return prepared.product(inputs, alpha)

    def from_file() -> None:
        for part in range(len(found.counts)):
            for batch in found.batches(part):
                product(batch.inputs)

    def from_memory() -> None:
        whole = Vectors.of(held)
        for first in range(0, len(held), 16384):
            product(whole.between(first, min(first + 16384, len(held))))

    peer = Peer("in memory", from_memory, slower_at_most=SLOWER_AT_MOST)
    return side_by_side(f"a pass, {LANDMARKS} landmarks, {OURS} from parquet", from_file, (peer,), settings.repeats)
