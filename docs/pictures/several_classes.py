"""Five classes from lines: largest output, duels, and code words."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_blobs

from drupe import SVC, ErrorCorrectingCodes, OneVsOne, OneVsRest

centers = np.array([[0.0, 0.0], [2.6, 0.4], [-2.4, 0.9], [0.4, 2.7], [-0.5, -2.6]])
X, y = make_blobs(150, centers=centers, cluster_std=0.7, random_state=0)
across, up = np.meshgrid(np.linspace(-5.0, 5.0, 150), np.linspace(-5.0, 5.0, 150))
grid = np.column_stack([across.ravel(), up.ravel()])
colors = [f"C{i}" for i in range(5)]

_, axes = plt.subplots(1, 3, figsize=(7.0, 2.5), sharex=True, sharey=True)
for ax, scheme in zip(axes, (OneVsRest, OneVsOne, ErrorCorrectingCodes), strict=True):
    machine = scheme(SVC(kernel="linear")).fit(X, y)
    answers = machine.predict(grid).reshape(across.shape)
    ax.contourf(across, up, answers, levels=np.arange(6) - 0.5, colors=colors, alpha=0.25)
    ax.scatter(*X.T, c=[colors[label] for label in y], s=5)
    ax.set(xticks=[], yticks=[])
    ax.set_title(f"{scheme.__name__}: {1 - machine.score(X, y):.0%} wrong", fontsize=9)
