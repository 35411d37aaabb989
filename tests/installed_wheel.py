"""Shows that an installed wheel works by itself: it is found, evaluates, fits on threads and certifies."""

import importlib.metadata
import math
import pathlib
import sys

import numpy as np

import drupe
import drupe.native._engine as engine
from drupe.kernels import Gaussian


def main() -> None:
    home = pathlib.Path(sys.prefix).resolve()
    for module in (drupe, engine):
        assert home in pathlib.Path(module.__file__).resolve().parents, module.__file__
    assert importlib.metadata.version("drupe") == drupe.__version__

    K = Gaussian(width=1.0)([[0.0], [2.0]])
    assert math.isclose(K[0, 1], math.exp(-2.0), rel_tol=1e-12), K
    assert math.isclose(K[0, 0], 1.0), K

    x = np.random.default_rng(0).normal(size=(400, 3))
    y = x[:, 0] > 0
    machine = drupe.SVC(n_jobs=2).fit(x[:300], y[:300])
    assert machine.score(x[300:], y[300:]) > 0.9
    certificate = drupe.certify(machine, x[:300], y[:300], X_held_out=x[300:], y_held_out=y[300:]).best
    assert certificate.valid
    assert certificate.value < 0.3
    print("works")


if __name__ == "__main__":
    main()
