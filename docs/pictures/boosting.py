"""Two moons, a tenth labeled wrongly: votes of small trees, plain and with soft margins; their errors over rounds."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from sklearn.datasets import make_moons

from drupe import AdaBoostClassifier, RegularizedAdaBoost
from drupe.estimators.boosting import SmallTree

X, truth = make_moons(200, noise=0.2, random_state=1)
new, new_truth = make_moons(4000, noise=0.2, random_state=99)
wrong = np.random.default_rng(1).random(200) < 0.1
y = np.where(wrong, 1 - truth, truth)
across, up = np.linspace(-1.8, 2.8, 150), np.linspace(-1.3, 1.8, 150)
grid = np.array([[a, b] for b in up for a in across])

_, (left, middle, right) = plt.subplots(1, 3)
votes = {
    "AdaBoost": AdaBoostClassifier(SmallTree(3), n_estimators=300, random_state=0),
    "soft margins": RegularizedAdaBoost(SmallTree(3), n_estimators=300, softness=0.3, random_state=0),
}
for plane, color, (name, vote) in zip((left, middle), ("C1", "C2"), votes.items(), strict=True):
    answers = vote.fit(X, y).predict(grid).reshape(150, 150)
    plane.pcolormesh(across, up, answers, cmap=ListedColormap(["C0", "C3"]), alpha=0.25, linewidth=0, rasterized=True)
    for code, ink in enumerate(("C0", "C3")):
        plane.plot(*X[y == code].T, ".", color=ink, markersize=3)
    plane.plot(*X[wrong].T, "o", color="#7a7a7a", markersize=6, markeredgewidth=0.7, fillstyle="none")
    plane.set(xticks=[], yticks=[])
    plane.set_title(name, fontsize=9)
    errors = [1.0 - score for score in vote.staged_score(new, new_truth)]
    right.semilogx(np.arange(1, 301), errors, color=color, linewidth=1.2, label=name)
right.set(xlabel="rounds", ylim=(0.0, 0.16), yticks=[0.0, 0.05, 0.1, 0.15])
right.set_title("test errors", fontsize=9)
right.legend(fontsize=8)
