"""Left: a sparse discriminant and its centers. Right: coefficients along the path of a sparse regression."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import SparseKernelFisher, SparseKernelRegressor
from drupe.kernels import Gaussian

X, y = make_moons(200, noise=0.2, random_state=1)
machine = SparseKernelFisher(Gaussian(width=0.5), alpha=1.0).fit(X, y)
across, up = np.linspace(-1.8, 2.8, 120), np.linspace(-1.3, 1.8, 120)
grid = np.array([[a, b] for b in up for a in across])
levels = machine.decision_function(grid).reshape(120, 120)

_, (plane, lines) = plt.subplots(1, 2)
plane.contour(across, up, levels, [-1.0, 0.0, 1.0], colors="#7a7a7a", linestyles=["--", "-", "--"], linewidths=0.8)
for code, color in enumerate(("C0", "C3")):
    plane.plot(*X[y == code].T, ".", color=color, markersize=3, alpha=0.6)
plane.plot(*X[machine.support_].T, "o", color="#7a7a7a", markersize=7, fillstyle="none")

x = np.linspace(-10.0, 10.0, 100)
noisy = np.sinc(x / np.pi) + np.random.default_rng(0).normal(0.0, 0.2, 100)
path = SparseKernelRegressor(Gaussian.from_gamma(1.0 / 3.0), alpha=0.1).path(x[:, None], noisy)
table = np.array([path.coefficients(alpha)[:, 0] for alpha in path.alphas])
lines.semilogx(path.alphas, table[:, table.any(axis=0)], linewidth=0.9)
lines.invert_xaxis()
lines.set_xlabel("alpha")
lines.set_ylabel("coefficients")
