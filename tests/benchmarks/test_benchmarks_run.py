"""The benchmarks run: every one of them, on small sizes, with the numbers that their tables promise."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytestmark = [pytest.mark.long, pytest.mark.slow]

RUN = Path(__file__).resolve().parents[2] / "benchmarks" / "run.py"
NAMES = {path.stem for path in RUN.parent.glob("*.py")} - {"run", "measure", "data", "alone", "readme", "growth_table"}


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(RUN), *arguments], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict:
    folder = tmp_path_factory.mktemp("bench")
    rng = np.random.default_rng(0)
    taken = [np.sort(rng.choice(123, 14, replace=False)) for _ in range(300)]
    np.savez(
        folder / "a9a.npz",
        train_indices=np.concatenate(taken).astype(np.uint8),
        train_indptr=np.arange(0, 14 * 301, 14, dtype=np.int32),
        y_train=np.array([1 if 5 in row or 17 in row else -1 for row in taken], dtype=np.int8),
        test_indices=np.concatenate(taken[:50]).astype(np.uint8),
        test_indptr=np.arange(0, 14 * 51, 14, dtype=np.int32),
        n_features=123,
    )
    done = bench("--quick", "--json", str(folder / "all.json"), "--data", str(folder))
    assert done.returncode == 0, done.stderr
    return {**json.loads((folder / "all.json").read_text()), "printed": done.stdout}


def test_all_benchmarks_are_run(results: dict) -> None:
    assert set(results["benchmarks"]) == NAMES
    assert results["quick"]


def test_every_row_has_numbers_and_a_verdict(results: dict) -> None:
    for name, rows in results["benchmarks"].items():
        assert rows, name
        for row in rows:
            assert all(np.isfinite(number) for number in row["numbers"].values()), row
            assert {goal["column"] for goal in row["goals"]} <= set(row["numbers"]), row
            bounds = [(row["numbers"][g["column"]], g["bound"], g["at_most"]) for g in row["goals"]]
            assert row["met"] == all(n <= bound if most else n >= bound for n, bound, most in bounds)


def test_machines_find_the_same_optimum_as_their_peers(results: dict) -> None:
    cases = {row["case"]: row["numbers"] for row in results["benchmarks"]["svm_fit"]}
    assert cases.keys() == {"a9a dense", "a9a CSR", "geometric mean"}
    for case in ("a9a dense", "a9a CSR"):
        assert abs(cases[case]["objective above"]) < 1e-3
        assert cases[case]["predictions apart"] <= 0.02


def test_machines_are_compared_in_the_mean(results: dict) -> None:
    for name in ("svm_fit", "svm_predict", "svm_path"):
        cases = []
        for row in results["benchmarks"][name]:
            cases.append(row)
            if row["case"] == "geometric mean":  # of those since the last mean
                *cases, mean = cases
                assert mean["goals"]
                (column,) = mean["numbers"]
                logarithms = np.log([case["numbers"][column] for case in cases])
                assert mean["numbers"][column] == pytest.approx(np.exp(logarithms.mean()))
                cases = []
        assert not cases, "the last row is a mean."


@pytest.mark.parametrize("name", ["gram_dense", "cross", "gram_sparse", "distances"])
def test_every_comparison_has_a_goal(results: dict, name: str) -> None:
    assert all(row["goals"] for row in results["benchmarks"][name])


def test_real_data_are_used_where_they_are(results: dict) -> None:
    cases = [row["case"] for row in results["benchmarks"]["gram_sparse"]]
    assert sum("a9a" in case for case in cases) == sum("random" in case for case in cases) == 2


def test_the_machine_is_described(results: dict) -> None:
    assert results["machine"]["numpy"] == np.__version__
    assert results["machine"]["cores"] >= 1
    assert f"instructions {results['machine']['instructions']}" in results["printed"].replace("\n", " ")


def test_an_unknown_benchmark_is_refused() -> None:
    done = bench("gram_fast")
    assert done.returncode == 2
    assert "no benchmark is called gram_fast; there are gram_dense" in " ".join(done.stderr.split())
