"""What a process knows of two classes, and how its evidence chooses width and factor."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import GaussianProcessClassifier
from drupe.displays import EvidenceDisplay
from drupe.kernels import Gaussian

X, y = make_moons(60, noise=0.25, random_state=3)
machine = GaussianProcessClassifier(4.0 * Gaussian(width=1.0)).fit(X, y)
across, up = np.meshgrid(np.linspace(-4.0, 5.0, 90), np.linspace(-3.5, 4.0, 90))
probabilities = machine.predict_proba(np.column_stack([across.ravel(), up.ravel()]))[:, 1].reshape(across.shape)

_, (plane, choice) = plt.subplots(1, 2, gridspec_kw={"width_ratios": [1.5, 1.0]}, layout="constrained")
shades = plane.contourf(across, up, probabilities, levels=np.linspace(0.0, 1.0, 11), cmap="PuOr", alpha=0.8)
plane.contour(across, up, probabilities, levels=[0.5], colors="#7a7a7a", linewidths=1.2)
plt.colorbar(shades, ax=plane, label="P(y = 1)")
for code, color in enumerate(("C1", "C0")):
    plane.scatter(*X[y == code].T, c=color, s=18, edgecolor="white", linewidth=0.5, zorder=3, label=f"y = {code}")
plane.set(xticks=[], yticks=[], xlabel="column 1", ylabel="column 2")
plane.legend(loc="lower right", fontsize=8)
EvidenceDisplay.from_estimator(machine, ("kernel.width", "factor"), reach=15.0, resolution=30, ax=choice)
choice.set_title("ln P(labels) below its largest", fontsize=9)
