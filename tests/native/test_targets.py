"""Every instruction set computes the same kernels, up to rounding."""

from pathlib import Path

import numpy as np
import pytest
from contracts.kernel_samples import kernel_samples, sample_name
from native.fresh_process import run_script

SCRIPT = """
import sys
import numpy as np
import scipy.sparse as sp
import drupe.native
from contracts.kernel_samples import kernel_samples
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Laplacian, Linear, Polynomial

values = {}
for i, (kernel, inputs) in enumerate(kernel_samples()):
    values[f"{i} double"] = kernel.matrix(inputs, inputs)
    if isinstance(inputs, Vectors):
        single = Vectors.of(inputs.array.astype(np.float32))
        values[f"{i} single"] = kernel.matrix(single, single)
rng = np.random.default_rng(0)
x = np.where(rng.random((333, 301)) < 0.3, rng.standard_normal((333, 301)), 0.0)
for kernel in (Gaussian(12.0), Laplacian(100.0), Polynomial(3, 1.0, 0.01)):
    for name, kind in (("double", np.float64), ("single", np.float32)):
        dense, sparse = Vectors.of(x.astype(kind)), Vectors.of(sp.csr_array(x.astype(kind)))
        for way, inputs in (("dense", dense), ("sparse", sparse)):
            prepared = kernel.prepare(inputs)
            values[f"{kernel} {way} gram {name}"] = prepared.gram()
            values[f"{kernel} {way} block {name}"] = prepared.block(dense)
            values[f"{kernel} {way} product {name}"] = prepared.gram_product(np.ones((333, 2)))
whole = np.where(rng.random((333, 301)) < 0.3, rng.integers(0, 256, (333, 301)), 0)
for name, kind in (("double", np.float64), ("single", np.float32)):
    for way, table in (("dense", whole.astype(kind)), ("sparse", sp.csr_array(whole.astype(kind)))):
        values[f"whole numbers {way} {name}"] = Linear().prepare(Vectors.of(table)).gram()
np.savez(sys.argv[1], target=drupe.native.target(), **values)
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, np.ndarray]]:
    """The values by target; a target that this processor does not run is not there."""
    folder, tests = tmp_path_factory.mktemp("targets"), Path(__file__).parents[1]
    found = {}
    for wish in ("baseline", "avx2", "avx512", "avx512vnni"):
        run_script(SCRIPT, str(folder / f"{wish}.npz"), DRUPE_TARGET=wish, PYTHONPATH=str(tests))
        values = dict(np.load(folder / f"{wish}.npz"))
        found[str(values.pop("target"))] = values
    return found


def test_the_baseline_runs_everywhere(results: dict[str, dict[str, np.ndarray]]) -> None:
    assert "baseline" in results


@pytest.mark.parametrize("target", ["avx2", "avx512", "avx512vnni"])
def test_targets_agree_with_the_baseline(results: dict[str, dict[str, np.ndarray]], target: str) -> None:
    if target not in results:
        pytest.skip(f"this processor does not run {target}")
    names = {str(i): sample_name(sample) for i, sample in enumerate(kernel_samples())}
    for key, expected in results["baseline"].items():
        tolerance = 2e-5 if key.endswith("single") else 1e-12
        got = results[target][key]
        assert got.dtype == expected.dtype
        np.testing.assert_allclose(
            got,
            expected,
            rtol=tolerance,
            atol=tolerance * np.abs(expected).max(),
            err_msg=f"{key} ({names.get(key.split()[0], '')})",
        )


def test_whole_numbers_are_exact_on_every_target(results: dict[str, dict[str, np.ndarray]]) -> None:
    for values in results.values():
        grams = [gram for key, gram in values.items() if key.startswith("whole numbers")]
        assert len(grams) == 4
        for gram in grams:
            np.testing.assert_array_equal(gram, grams[0].astype(gram.dtype))
            np.testing.assert_array_equal(gram, gram.round())


def test_an_unknown_wish_is_no_wish(results: dict[str, dict[str, np.ndarray]]) -> None:
    best = run_script("import drupe.native; print(drupe.native.target())")
    assert run_script("import drupe.native; print(drupe.native.target())", DRUPE_TARGET="abacus") == best
    assert best.strip() == next(name for name in ("avx512vnni", "avx512", "avx2", "baseline") if name in results)
