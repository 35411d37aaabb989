"""The samples that the contracts are tried on leave no kernel out, and fit."""

import inspect

import numpy as np
import pytest
from contracts.kernel_samples import KernelSample, kernel_samples, sample_name

import drupe.kernels
from drupe.kernels import Kernel, base

SAMPLES = kernel_samples()


def kinds(module) -> set[type]:
    names = getattr(module, "__all__", vars(module))  # a package imports what it lists when it is asked for
    found = {thing for thing in (getattr(module, name) for name in names if name[0] != "_") if inspect.isclass(thing)}
    return {kind for kind in found if issubclass(kind, Kernel) and kind is not Kernel and not inspect.isabstract(kind)}


def test_every_kernel_has_a_sample() -> None:
    assert kinds(drupe.kernels) | kinds(base) == {type(kernel) for kernel, _ in SAMPLES}


@pytest.mark.parametrize("sample", SAMPLES, ids=sample_name)
def test_sample_fits_its_examples(sample: KernelSample) -> None:
    kernel, inputs = sample
    matrix = kernel.matrix(inputs, inputs)
    assert matrix.shape == (len(inputs), len(inputs))
    assert np.isfinite(matrix).all()
    assert np.ptp(matrix) > 0 or isinstance(kernel, drupe.kernels.Constant), "a sample that cannot tell anything apart"
