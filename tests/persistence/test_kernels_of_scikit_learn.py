"""Kernels of scikit-learn in files: by class and arguments, never as code; others are refused."""

import json

import numpy as np
import pytest
from sklearn.gaussian_process import kernels as peers
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern, WhiteKernel

import drupe
from drupe import GaussianProcessRegressor
from drupe.foundation.errors import InputError, InputTypeError
from drupe.persistence.allowed import KERNELS, KERNELS_OF_SCIKIT_LEARN, type_named
from drupe.persistence.reading import Reader
from drupe.persistence.writing import Writer

RNG = np.random.default_rng(0)
X = RNG.normal(size=(20, 2))
y = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=20)

OBJECTS = [
    ConstantKernel(2.0, (0.1, 10.0)) * RBF([1.0, 2.0], [(0.1, 10.0), (0.2, 20.0)]) + WhiteKernel(0.1, "fixed"),
    Matern(0.7, nu=1.0) ** 2,
    peers.RationalQuadratic(np.float64(2.0), 0.5) + peers.DotProduct(0.3) * peers.ExpSineSquared(1.0, 2.0),
    peers.PairwiseKernel(0.5, metric="laplacian"),
    peers.CompoundKernel([RBF(), RBF(2.0)]),
]


@pytest.mark.parametrize("kernel", OBJECTS, ids=str)
def test_objects_come_back_equal(kernel, tmp_path):
    drupe.save(kernel, tmp_path / "kernel.drupe")
    back = drupe.load(tmp_path / "kernel.drupe")
    assert type(back) is type(kernel)
    assert back == kernel
    np.testing.assert_array_equal(back.theta, kernel.theta)
    np.testing.assert_array_equal(back.bounds, kernel.bounds)


@pytest.mark.filterwarnings("ignore:The optimal value found:sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("kernel", [None, *OBJECTS[:-1]], ids=str)
def test_machines_come_back_with_them(kernel, tmp_path):
    machine = GaussianProcessRegressor(kernel, alpha=5.0).fit(X, y)
    drupe.save(machine, tmp_path / "machine.drupe")
    back = drupe.load(tmp_path / "machine.drupe")
    assert back.kernel_ == machine.kernel_
    np.testing.assert_array_equal(back.predict(X, return_std=True), machine.predict(X, return_std=True))
    assert back.log_marginal_likelihood(back.kernel_.theta) == machine.log_marginal_likelihood(machine.kernel_.theta)


class Own(RBF):
    """A user's kernel."""


@pytest.mark.parametrize("kernel", [Own(), RBF() + Own(), peers.PairwiseKernel(metric=np.dot)], ids=lambda k: type(k))
def test_code_is_not_written(kernel, tmp_path):
    with pytest.raises(InputTypeError, match=r"which a file cannot hold|a file holds no code"):
        drupe.save(kernel, tmp_path / "kernel.drupe")


@pytest.mark.parametrize(
    "node",
    [
        {"type": f"{KERNELS}.RBF", "arguments": {"length_scale": "long"}},
        {"type": f"{KERNELS}.RBF", "arguments": {"width": 1.0}},
        {"type": f"{KERNELS}.Sum", "arguments": {"k1": 1.0, "k2": 2.0}},
        {"type": f"{KERNELS}.Hyperparameter", "arguments": {}},
        {"type": "kernels.Gaussian", "arguments": {"width": 1.0}},
    ],
    ids=json.dumps,
)
def test_files_that_say_something_else_are_refused(node):
    with pytest.raises(InputError):
        Reader(lambda name: np.zeros(0), 1000, 99, trusted=False).read(node)


def test_every_kernel_of_scikit_learn_has_a_name():
    kinds = [kind for kind in vars(peers).values() if isinstance(kind, type) and issubclass(kind, peers.Kernel)]
    made = {kind.__name__ for kind in kinds if not kind.__abstractmethods__}
    assert made == KERNELS_OF_SCIKIT_LEARN
    assert all(type_named(f"{KERNELS}.{name}") is getattr(peers, name) for name in made)
    assert Writer().written(RBF(), "kernel")["type"] == f"{KERNELS}.RBF"
