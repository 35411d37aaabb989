"""Every kernel survives a file and then gives the same matrix to the last bit; those with functions are refused."""

import numpy as np
import pytest
from contracts.kernel_samples import KernelSample, kernel_samples, sample_name
from persistence.sameness import assert_same

import drupe
from drupe import SVC
from drupe.foundation.errors import InputTypeError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Laplacian, RankOne

SAMPLES = kernel_samples()


def holds_a_function(kernel: object) -> bool:
    return isinstance(kernel, RankOne) or "function" in repr(kernel)


@pytest.mark.parametrize("sample", [s for s in SAMPLES if not holds_a_function(s[0])], ids=sample_name)
def test_file_gives_back_the_same_kernel(sample: KernelSample, tmp_path) -> None:
    kernel, inputs = sample
    drupe.save([kernel, inputs], tmp_path / "kernel.drupe")
    again, examples = drupe.load(tmp_path / "kernel.drupe")
    assert type(again) is type(kernel)
    assert_same(kernel, again)
    assert_same(inputs, examples)
    assert_same(kernel.matrix(inputs, inputs), again.matrix(examples, examples))
    # Saved examples are still the same ones: kernels that see noise know them again. Both sides take the way of two
    # collections, as k(x, z) and k(z, x) of strings may round differently.
    assert_same(kernel.matrix(inputs.take(np.arange(len(inputs))), inputs), again.matrix(examples, inputs))


@pytest.mark.parametrize("sample", [s for s in SAMPLES if holds_a_function(s[0])], ids=sample_name)
def test_kernel_with_a_function_is_refused(sample: KernelSample, tmp_path) -> None:
    with pytest.raises(InputTypeError, match="is a Python function"):
        drupe.save(sample[0], tmp_path / "kernel.drupe")
    assert list(tmp_path.iterdir()) == []


def test_machine_with_a_function_is_refused_by_name(tmp_path) -> None:
    machine = SVC(kernel=lambda X, Z: X @ Z.T).fit([[0.0], [1.0]], [0, 1])
    with pytest.raises(InputTypeError, match=r"model\.kernel is a Python function"):
        drupe.save(machine, tmp_path / "machine.drupe")


def test_kernel_of_a_users_own_class_is_refused(tmp_path) -> None:
    class Mine(Gaussian):
        pass

    with pytest.raises(InputTypeError, match="Mine, which a file cannot hold"):
        drupe.save(Mine(), tmp_path / "kernel.drupe")


@pytest.mark.parametrize("kernel", [Gaussian(1.0) + 0.5 * Laplacian(2.0), Gaussian(1.0).on([0, 2]) ** 2])
def test_machine_with_a_composed_kernel_lasts(kernel, tmp_path) -> None:
    X = np.random.default_rng(0).normal(size=(40, 3))
    machine = SVC(kernel=kernel).fit(X, X[:, 0] > 0)
    drupe.save(machine, tmp_path / "machine.drupe")
    again = drupe.load(tmp_path / "machine.drupe")
    assert again.kernel == kernel
    assert_same(machine.decision_function(X), again.decision_function(X))


def test_centered_kernel_keeps_its_reference(tmp_path) -> None:
    X = np.random.default_rng(0).normal(size=(20, 2))
    kernel = Gaussian(1.0).centered(Vectors.of(X[:10]))
    drupe.save(SVC(kernel=kernel).fit(X, X[:, 0] > 0), tmp_path / "machine.drupe")
    again = drupe.load(tmp_path / "machine.drupe")
    assert_same(kernel(X), again.kernel(X))
