"""One sample, three prices of slack: the boundary, the margin around it, the support vectors."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import SVC
from drupe.kernels import Gaussian

X, y = make_moons(80, noise=0.28, random_state=3)
across, up = np.meshgrid(np.linspace(-2.0, 3.0, 160), np.linspace(-1.6, 2.0, 120))
grid = np.column_stack([across.ravel(), up.ravel()])

_, axes = plt.subplots(1, 3, figsize=(7.0, 2.4), sharex=True, sharey=True)
for ax, price in zip(axes, (0.1, 1.0, 100.0), strict=True):
    machine = SVC(kernel=Gaussian(width=0.7), C=price).fit(X, y)
    outputs = machine.decision_function(grid).reshape(across.shape)
    ax.contour(across, up, outputs, levels=[-1, 0, 1], colors="#7a7a7a", linestyles=["--", "-", "--"], linewidths=1)
    ax.scatter(*X.T, c=np.where(y == 1, "C0", "C1"), s=9)
    ax.scatter(*X[machine.support_].T, s=38, facecolor="none", edgecolor="#7a7a7a", linewidth=0.7)
    ax.set(title=f"C = {price:g}: {len(machine.support_)} of {len(X)} kept", xticks=[], yticks=[])
    ax.title.set_fontsize(9)
