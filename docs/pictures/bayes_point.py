"""Lines that agree with all labels: some of many, the one with the widest margin, and the one in their middle."""

import matplotlib.pyplot as plt
import numpy as np

from drupe import BayesPointMachine, HardMarginSVC
from drupe.kernels import Linear

X = np.array([[-2.0, 0.2], [-1.2, 1.6], [-1.0, -1.6], [-0.4, 0.6], [0.5, -0.6], [1.4, 0.8], [1.0, -1.9], [2.0, 1.7]])
y = np.array([-1, -1, -1, -1, 1, 1, 1, 1])
kernel = Linear() + 1.0
machine = BayesPointMachine(kernel, sampler="billiard", n_samples=400, random_state=0).fit(X, y)
widest = HardMarginSVC(kernel, fit_intercept=False).fit(X, y)
across, up = np.meshgrid(np.linspace(-2.6, 2.6, 120), np.linspace(-2.4, 2.4, 120))
grid = np.column_stack([across.ravel(), up.ravel()])

_, (lines, votes) = plt.subplots(1, 2, sharex=True, sharey=True)
drawn = machine.solution_.coefficients[0].toarray()[:60]
for outputs in drawn @ kernel(X, grid):
    lines.contour(across, up, outputs.reshape(across.shape), levels=[0.0], colors="#7a7a7a", linewidths=0.4, alpha=0.5)
for found, color, style in ((widest, "C3", "--"), (machine, "C2", "-")):
    outputs = found.decision_function(grid).reshape(across.shape)
    lines.contour(across, up, outputs, levels=[0.0], colors=color, linestyles=style, linewidths=2)
lines.plot([], [], "C2", label="Bayes point")
lines.plot([], [], "C3--", label="widest margin")
lines.legend(fontsize=8, loc="upper left")
shares = machine.predict_proba(grid)[:, 1].reshape(across.shape)
shades = votes.contourf(across, up, shares, levels=np.linspace(0.0, 1.0, 11), cmap="PuOr", alpha=0.8)
plt.colorbar(shades, ax=votes, label="share of votes")
for ax in (lines, votes):
    ax.scatter(*X.T, c=np.where(y > 0, "C0", "C1"), s=22, edgecolor="white", linewidth=0.5, zorder=3)
    ax.set(xticks=[], yticks=[])
