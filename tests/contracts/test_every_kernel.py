"""Every kernel keeps the promises of a kernel, in both precisions and for dense and sparse vectors."""

import numpy as np
import pytest
import scipy.sparse as sp
from contracts.kernel_samples import KernelSample, kernel_samples, sample_name

from drupe.inputs import Vectors
from drupe.kernels import INDEFINITE
from drupe.kernels.checks import Outcome, check_kernel

SAMPLES = kernel_samples()
OF_VECTORS = [(kernel, inputs) for kernel, inputs in SAMPLES if isinstance(inputs, Vectors)]


@pytest.mark.parametrize("sample", SAMPLES, ids=sample_name)
def test_kernel_passes_every_check(sample: KernelSample) -> None:
    check_kernel(*sample).raise_if_failed()


@pytest.mark.parametrize("sample", OF_VECTORS, ids=sample_name)
def test_kernel_passes_every_check_in_single_precision(sample: KernelSample) -> None:
    kernel, inputs = sample
    check_kernel(kernel, inputs.array.astype(np.float32)).raise_if_failed()


@pytest.mark.parametrize("sample", OF_VECTORS, ids=sample_name)
def test_kernel_sees_the_same_in_sparse_rows(sample: KernelSample) -> None:
    kernel, inputs = sample
    holes = np.where(np.abs(inputs.array) < 0.3, 0.0, inputs.array) if inputs.dimension == 3 else inputs.array
    dense, sparse = Vectors.of(holes), Vectors.of(sp.csr_array(holes))
    K = kernel.matrix(dense, dense)
    np.testing.assert_allclose(kernel.matrix(sparse, sparse), K, rtol=1e-10, atol=1e-10 * np.abs(K).max())
    np.testing.assert_allclose(kernel.diagonal(sparse), K.diagonal(), rtol=1e-10, atol=1e-10 * np.abs(K).max())


@pytest.mark.parametrize("sample", SAMPLES, ids=sample_name)
def test_promised_definiteness_was_decided(sample: KernelSample) -> None:
    kernel, inputs = sample
    outcome = check_kernel(kernel, inputs)["definiteness"].outcome
    assert outcome is (Outcome.NOTED if kernel.definiteness == INDEFINITE else Outcome.PASSED)


@pytest.mark.parametrize("sample", SAMPLES, ids=sample_name)
def test_slopes_are_the_gradient_weighed(sample: KernelSample, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, inputs = sample
    monkeypatch.setattr("drupe.kernels.strips.STRIP_BYTES", 8 * 4 * len(inputs))
    a = np.random.default_rng(0).standard_normal((len(inputs), len(inputs)))
    gradient, slopes = kernel.gradient(inputs), kernel.slopes(inputs, a + a.T)
    assert slopes.keys() == gradient.keys()
    for name, slope in gradient.items():
        terms = (a + a.T) * slope
        assert slopes[name] == pytest.approx(terms.sum(), rel=1e-12, abs=1e-11 * np.abs(terms).sum()), name
