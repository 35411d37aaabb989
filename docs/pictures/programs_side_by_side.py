"""Four machines over the same features, one for each example: circles are as large as the weights of these features."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import SVC, KernelFisher, LPBoost, RobustKernelFisher
from drupe.estimators.boosting import KernelColumn
from drupe.kernels import Gaussian

kernel = Gaussian(0.5)
X, y = make_moons(24, noise=0.2, random_state=0)
features = kernel(X, X)
across, up = np.linspace(-1.8, 2.6, 120), np.linspace(-1.3, 1.8, 90)
grid = np.array([[a, b] for b in up for a in across])

machines = {
    "Fisher": KernelFisher("linear", alpha=0.5, threshold="least squares"),
    "robust Fisher": RobustKernelFisher("linear", alpha=1.0, threshold="least squares"),
    "support vectors": SVC(kernel="linear", C=1.0),
}
found = {}
for name, machine in machines.items():
    units = machine.fit(features, y).decision_function(np.vstack([np.eye(24), np.zeros(24)]))
    found[name] = X, np.abs(units[:-1] - units[-1]), machine.decision_function(kernel(grid, X))
vote = LPBoost(KernelColumn(kernel), nu=None).fit(X, y)
rules = vote.estimators_
weights = np.bincount(rules.which, vote.estimator_weights_, len(rules.centers) + 1)[:-1]
found["Arc-GV"] = rules.centers.array, weights, vote.decision_function(grid)

_, panels = plt.subplots(2, 2, figsize=(6.4, 5.2), layout="constrained")
for ax, (name, (centers, sizes, outputs)) in zip(panels.flat, found.items(), strict=True):
    ax.contourf(across, up, outputs.reshape(90, 120), [-np.inf, 0.0, np.inf], colors=["C0", "C3"], alpha=0.12)
    ax.contour(across, up, outputs.reshape(90, 120), [0.0], colors="#7a7a7a", linewidths=1.2)
    ax.scatter(*centers.T, s=300.0 * sizes / sizes.max(), facecolors="none", edgecolors="#7a7a7a", linewidths=0.8)
    for code, color in enumerate(("C0", "C3")):
        ax.plot(*X[y == code].T, "o", color=color, markersize=3)
    counted = int((sizes > 1e-3 * sizes.max()).sum())
    ax.set_title(f"{name}: {counted} of 24 features", fontsize=9)
    ax.set(xticks=[], yticks=[], aspect="equal")
