"""Where the examples are: the border of a one-class machine, for two shares of outsiders and two widths."""

import matplotlib.pyplot as plt
import numpy as np

from drupe import OneClassSVM
from drupe.kernels import Gaussian

generator = np.random.default_rng(1)
ring = generator.uniform(0.0, 2 * np.pi, 110)
X = np.column_stack([np.cos(ring), np.sin(ring)]) * 1.5 + generator.normal(0.0, 0.22, (110, 2))
across, up = np.meshgrid(np.linspace(-2.8, 2.8, 120), np.linspace(-2.8, 2.8, 120))
grid = np.column_stack([across.ravel(), up.ravel()])

_, axes = plt.subplots(1, 3, figsize=(7.0, 2.6), sharex=True, sharey=True)
for ax, (share, width) in zip(axes, ((0.1, 0.7), (0.3, 0.7), (0.1, 2.0)), strict=True):
    machine = OneClassSVM(nu=share, kernel=Gaussian(width=width)).fit(X)
    outputs = machine.decision_function(grid).reshape(across.shape)
    ax.contourf(across, up, outputs, levels=[0.0, outputs.max()], colors=["C0"], alpha=0.2)
    ax.contour(across, up, outputs, levels=[0.0], colors="C0", linewidths=1)
    outside = machine.predict(X) < 0
    ax.scatter(*X[~outside].T, s=8, color="C0")
    ax.scatter(*X[outside].T, s=12, color="C1", marker="x", linewidth=1)
    ax.set_title(f"ν = {share:g}, width {width:g}: {outside.sum()} of {len(X)} outside", fontsize=8)
    ax.set(xticks=[], yticks=[], aspect="equal")
