"""Left: a linear sparse discriminant and its few centers. Right: a median that passes by outliers."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import KernelRidge, LinearSparseKernelFisher, LinearSparseKernelRegressor

X, y = make_moons(160, noise=0.2, random_state=1)
machine = LinearSparseKernelFisher("rbf", gamma=2.0, alpha=1.0).fit(X, y)
across, up = np.linspace(-1.6, 2.6, 120), np.linspace(-1.2, 1.7, 90)
grid = np.array([[a, b] for b in up for a in across])
levels = machine.decision_function(grid).reshape(90, 120)

_, (moons, curve) = plt.subplots(1, 2)
moons.contour(across, up, levels, [-1.0, 0.0, 1.0], colors="#7a7a7a", linestyles=["--", "-", "--"], linewidths=0.8)
for code, color in enumerate(("C0", "C3")):
    moons.plot(*X[y == code].T, "o", color=color, markersize=3)
moons.plot(*X[machine.support_].T, "o", color="#7a7a7a", markersize=9, fillstyle="none")

x = np.linspace(-10.0, 10.0, 80)
targets = np.sinc(x / np.pi) + 0.03 * np.random.default_rng(0).standard_normal(80)
targets[::9] += 1.5
fine = np.linspace(-10.0, 10.0, 400)[:, None]
for kind, style in (
    (LinearSparseKernelRegressor("rbf", gamma=0.2, alpha=0.1), "-"),
    (KernelRidge(kernel="rbf", gamma=0.2), "--"),
):
    curve.plot(fine[:, 0], kind.fit(x[:, None], targets).predict(fine), style, color="#7a7a7a", linewidth=0.9)
curve.plot(x, targets, "o", color="C0", markersize=3)
