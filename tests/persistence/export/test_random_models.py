"""Graphs of random machines on random data say what the machines say: all kernels, scales, prices and sizes."""

import warnings

import numpy as np
import pytest

import drupe
from drupe import SVC
from drupe.foundation.errors import DrupeError
from drupe.inputs.vectors import Vectors
from drupe.kernels import (
    ARD,
    Cauchy,
    Epanechnikov,
    Gaussian,
    GaussianOf,
    InverseMultiquadric,
    Laplacian,
    Linear,
    Matern32,
    Matern52,
    Polynomial,
    RationalQuadratic,
)
from drupe.persistence.export import agreement, to_onnx
from drupe.predictors.expansion import Expansion
from drupe.predictors.one_vs_one import OneVsOne

PRICES = (1e-6, 1.0, 100.0, 1e9)
SIZES = (2, 3, 10, 40)


def random_kernel(rng, columns, scale):
    """A width from a hundredth to a hundred times the spread of the data."""
    width = scale * 10.0 ** rng.uniform(-2, 2)
    return rng.choice(
        [
            Gaussian(width),
            Laplacian(width),
            Matern32(width),
            Matern52(width),
            Cauchy(width),
            RationalQuadratic(width, 0.7),
            InverseMultiquadric(width),
            Epanechnikov(width),
            Linear(),
            Polynomial(3, 1.0, 1.0 / scale**2),
            Linear() * (1.0 / scale**2) + Gaussian(width),
            Gaussian(width) * Laplacian(width) + 1.0,
            GaussianOf(Linear(), width),
            ARD(tuple(scale * 10.0 ** rng.uniform(-1, 1, columns))),
            Gaussian(width).on([0]),
        ]
    )


def random_machine(rng, kernel, n):
    C = rng.choice(PRICES)
    makers = [
        lambda: SVC(C=C, kernel=kernel, max_iter=3000, break_ties=bool(rng.integers(2))),
        lambda: SVC(C=C, kernel=kernel, max_iter=3000, probability=n >= 10),
        lambda: drupe.KernelFisher(kernel, alpha=10.0 ** rng.uniform(-4, 0)),
        lambda: drupe.RegularizedClassifier(kernel),
        lambda: drupe.KernelPerceptron(kernel, max_passes=5),
        lambda: drupe.NearestMean(kernel),
        lambda: drupe.AdaBoostClassifier(n_estimators=20),
        lambda: drupe.OneClassSVM(kernel=kernel, nu=0.3),
        lambda: drupe.KernelRidge(alpha=10.0 ** rng.uniform(-4, 0), kernel=kernel),
    ]
    return makers[rng.integers(len(makers))]()


def trial(seed, dtype, shift):
    """A machine and rows, training ones among them; None for a machine that refuses its data."""
    rng = np.random.default_rng(seed)
    n, columns = int(rng.choice(SIZES)), int(rng.integers(1, 6))
    classes = int(rng.integers(2, 5)) if n >= 10 else 2
    scale = 10.0 ** rng.uniform(-2, 2)
    codes = np.concatenate([np.arange(classes), rng.integers(0, classes, n - classes)])
    X = scale * (rng.normal(size=(n, columns)) + codes[:, None] * rng.uniform(0, 2) + shift)
    X = X.astype(dtype)
    machine = random_machine(rng, random_kernel(rng, columns, scale), n)
    targets = X[:, 0].astype(float) if isinstance(machine, drupe.KernelRidge) else np.array(list("pqrs"))[codes]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            machine.fit(X, targets)
    except (DrupeError, ValueError):
        return None
    rows = np.vstack([X, (scale * (rng.normal(size=(100, columns)) + 1.0 + shift)).astype(dtype)])
    return machine, rows.astype(np.float64)


def rounding(machine, rows):
    """What rounding of kernel values may do to the outputs of a machine, and to its probabilities, at least.

    ε Σᵢ |αᵢ k(x, xᵢ)| relative to the largest output; where outputs become probabilities, times the slope.
    """
    function, new = machine.predictor_, Vectors.of(rows)
    sides = function.classes if isinstance(function, OneVsOne) else [function]
    if not all(isinstance(side, Expansion) for side in sides):
        return 0.0, 0.0
    sums = sum(np.abs(s.kernel.matrix(new, s.centers)) @ np.abs(s.coefficients).max(axis=1) for s in sides)
    lost = np.finfo(np.float64).eps * float(sums.max())
    return lost / np.abs(function.decision(new)).max(), lost * np.abs(getattr(machine, "probA_", np.zeros(1))).max()


@pytest.mark.parametrize("shift", [0.0, 100.0])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_random_machines(dtype, shift):
    tolerance = {"float64": 1e-6, "float32": 1e-3}[dtype]
    wrong, tried = [], 0
    for seed in range(50):
        made = trial(seed, dtype, shift)
        if made is None:
            continue
        machine, rows = made
        found, tried = agreement(machine, to_onnx(machine, dtype=dtype), rows), tried + 1
        allowed = max(tolerance, 8.0 * max(rounding(machine, rows)))
        if found.equal not in (None, len(rows)) or max(found.differences.values(), default=0.0) > allowed:
            wrong.append(f"seed {seed}: {machine!r}, {found.words()}")
    assert tried >= 35
    assert not wrong, "\n".join(wrong)
