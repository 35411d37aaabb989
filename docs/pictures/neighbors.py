"""From one neighbor to the mean of a class: the same sample under four rules."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import NearestMean, NeighborsClassifier, ParzenClassifier
from drupe.kernels import Gaussian

X, y = make_moons(80, noise=0.3, random_state=2)
across, up = np.meshgrid(np.linspace(-2.0, 3.0, 130), np.linspace(-1.6, 2.1, 100))
grid = np.column_stack([across.ravel(), up.ravel()])
rules = {
    "1 neighbor": NeighborsClassifier(1),
    "15 neighbors": NeighborsClassifier(15),
    "windows of width 0.3": ParzenClassifier(Gaussian(width=0.3)),
    "nearest mean": NearestMean("linear"),
}

_, axes = plt.subplots(1, 4, figsize=(7.0, 2.0), sharex=True, sharey=True)
for ax, (name, rule) in zip(axes, rules.items(), strict=True):
    answers = rule.fit(X, y).predict(grid).reshape(across.shape)
    ax.contourf(across, up, answers, levels=[-0.5, 0.5, 1.5], colors=["C1", "C0"], alpha=0.2)
    ax.scatter(*X.T, c=np.where(y == 1, "C0", "C1"), s=5)
    ax.set(xticks=[], yticks=[])
    ax.set_title(name, fontsize=9)
