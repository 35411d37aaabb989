"""Every kernel on vectors in a graph has the values of its matrix; others are refused with a reason."""

import numpy as np
import pytest
from contracts.kernel_samples import kernel_samples, sample_name
from persistence.export.graph_runs import computed

from drupe.foundation.errors import InputTypeError
from drupe.inputs.precomputed import Precomputed as PrecomputedInputs
from drupe.inputs.vectors import Vectors
from drupe.kernels import (
    ANOVA,
    Epanechnikov,
    Exponential,
    Fisher,
    Gaussian,
    GaussianOf,
    Laplacian,
    Linear,
    Noise,
    Polynomial,
    Precomputed,
    RankOne,
    Uniform,
)
from drupe.kernels.forms import Through, maps
from drupe.kernels.function_kernel import FunctionKernel
from drupe.persistence.export.kernel_values import diagonal, kernel_values
from drupe.persistence.export.maps import mapped

SAMPLES = kernel_samples()


def has_operators(kernel, inputs):
    """Whether a kernel compares vectors, and holds neither a function of Python nor a model."""
    through_function = isinstance(getattr(kernel, "view", None), Through)
    return isinstance(inputs, Vectors) and not through_function and not isinstance(kernel, RankOne | Fisher)


EXPORTED = [sample for sample in SAMPLES if has_operators(*sample)]
REFUSED = [sample for sample in SAMPLES if not has_operators(*sample) and not isinstance(sample[0], Precomputed)]


def new_like(inputs):
    """Other examples of the same kind: mixtures of those there are."""
    rng = np.random.default_rng(7)
    shares = rng.dirichlet(np.ones(len(inputs)), size=6)
    return shares @ inputs.dense()


@pytest.mark.parametrize("sample", EXPORTED, ids=sample_name)
def test_values_are_those_of_the_matrix(sample):
    kernel, inputs = sample
    new = new_like(inputs)
    wanted = kernel.matrix(Vectors.of(new), inputs)
    found = computed(lambda x: kernel_values(kernel, x, inputs), new)
    np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-12 * np.abs(wanted).max())
    loose = computed(lambda x: kernel_values(kernel, x, inputs, leeway=1.0), new)
    np.testing.assert_allclose(loose, wanted, rtol=1e-9, atol=1e-11 * np.abs(wanted).max())


# Where the other two have their edge, rounding decides.
@pytest.mark.parametrize(
    "sample", [s for s in EXPORTED if not isinstance(s[0], Uniform | Epanechnikov)], ids=sample_name
)
def test_values_in_single_precision(sample):
    kernel, inputs = sample
    new = new_like(inputs).astype(np.float32)
    wanted = kernel.matrix(Vectors.of(new.astype(np.float64)), inputs)
    found = computed(lambda x: kernel_values(kernel, x, inputs, leeway=1e-4), new, dtype=np.float32)
    np.testing.assert_allclose(found, wanted, rtol=2e-4, atol=2e-5 * np.abs(wanted).max())


@pytest.mark.parametrize("sample", [s for s in EXPORTED if "ANOVA" not in repr(s[0])], ids=sample_name)
def test_each_example_by_itself(sample):
    kernel, inputs = sample
    found = computed(lambda x: diagonal(kernel, x), inputs.dense())
    wanted = kernel.diagonal(inputs)
    np.testing.assert_allclose(found[:, 0], wanted, rtol=1e-11, atol=1e-12 * max(1.0, np.abs(wanted).max()))


@pytest.mark.parametrize("sample", REFUSED, ids=sample_name)
def test_what_has_no_operators_is_refused(sample):
    kernel, inputs = sample
    with pytest.raises(InputTypeError, match=r"cannot be exported to ONNX: .*; "):
        computed(lambda x: kernel_values(kernel, x, inputs), np.zeros((1, 3)))


def test_strings_and_python_are_told_apart():
    x = Vectors.of(np.zeros((2, 3)))
    for kernel, why in ((RankOne(np.sum), "function of Python"), (FunctionKernel(np.dot), "known by its values only")):
        with pytest.raises(InputTypeError, match=why):
            computed(lambda value, kernel=kernel: kernel_values(kernel, value, x), np.zeros((1, 3)))


def test_kernel_values_that_come_are_read_off():
    train = PrecomputedInputs.of(np.eye(3))
    found = computed(lambda x: kernel_values(Precomputed(), x, train.take([2, 0])), [[1.0, 2.0, 3.0]])
    assert found.tolist() == [[3.0, 1.0]]


def test_a_new_example_shares_no_noise():
    x = Vectors.of([[1.0], [2.0]])
    assert computed(lambda value: kernel_values(Noise(0.5), value, x), [[1.0]]).tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize("width", [1e-6, 1e-3, 1.0, 1e6])
def test_narrow_and_wide_far_from_the_origin(width):
    """Distances of 10⁻⁶ between points at 10⁴ are seen, and not what is left of squares."""
    rng = np.random.default_rng(0)
    centers = 1e4 + rng.normal(size=(5, 3))
    new = np.vstack([centers, centers[:2] + width * rng.normal(size=(2, 3))])
    kernel = Gaussian(width)
    found = computed(lambda x: kernel_values(kernel, x, Vectors.of(centers), 1e-9), new)
    squared = ((new[:, None] - centers) ** 2).sum(axis=2)
    np.testing.assert_allclose(found, np.exp(-0.5 * squared / width**2), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kernel", [Gaussian(1.0), Laplacian(1.0), Exponential(1.0)], ids=repr)
def test_single_precision_does_not_cancel_far_away(kernel):
    rng = np.random.default_rng(0)
    centers = (4096.0 + rng.normal(size=(20, 3))).astype(np.float32).astype(np.float64)
    found = computed(lambda x: kernel_values(kernel, x, Vectors.of(centers), 1e-4), centers, dtype=np.float32)
    np.testing.assert_allclose(found, kernel(centers), atol=1e-4)


@pytest.mark.parametrize("rows", [0, 1])
def test_no_rows_and_one(rows):
    inputs = Vectors.of(np.random.default_rng(0).normal(size=(4, 3)))
    for kernel in (Gaussian(), Laplacian(), Linear() + 1.0, ANOVA(2), GaussianOf(Polynomial(2)), Linear().normalized()):
        found = computed(lambda x, kernel=kernel: kernel_values(kernel, x, inputs), np.ones((rows, 3)))
        assert found.shape == (rows, 4)


def test_centered_and_combined():
    rng = np.random.default_rng(3)
    inputs, new = Vectors.of(rng.normal(size=(6, 2))), rng.normal(size=(5, 2))
    for kernel in (
        (Gaussian(0.7) + Linear()).centered(inputs).normalized(),
        (Laplacian(2.0) * 3.0 + 1.0) ** 2,
        GaussianOf(Gaussian(1.0).on([1]), 0.5) * Linear().on([0]),
    ):
        found = computed(lambda x, kernel=kernel: kernel_values(kernel, x, inputs), new)
        np.testing.assert_allclose(found, kernel.matrix(Vectors.of(new), inputs), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(
    "map",
    [maps.Polynomial((2.0,)), maps.Sinc(1.5), maps.TimesLog(), maps.Cosine(0.5), maps.Tanh(), maps.AtMost(0.5),
     maps.Power(-1.0), maps.Power(2.5), maps.Power(1.0), maps.Step(0.5)],
    ids=repr,
)  # fmt: skip
def test_maps_are_those_of_arrays(map):
    t = np.array([[0.25, 0.5, 1.0, 3.0]])
    np.testing.assert_allclose(computed(lambda x: mapped(map, x), t), map(t), rtol=1e-14)


def test_maps_at_zero():
    for map in (maps.Sinc(1.5), maps.TimesLog()):
        np.testing.assert_allclose(computed(lambda x, map=map: mapped(map, x), [[0.0]]), map(np.zeros((1, 1))))


def test_foreign_maps_are_refused():
    class Cube(maps.Map):
        def __call__(self, t):
            return t**3

    with pytest.raises(InputTypeError, match="not one of drupe's"):
        computed(lambda x: mapped(Cube(), x), np.ones((1, 1)))
