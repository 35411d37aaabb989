"""How sure is the vote? The share of version space that agrees, and where two ways of labelling differ."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import BayesianTransduction, GibbsClassifier
from drupe.kernels import Gaussian

X, y = make_moons(30, noise=0.12, random_state=1)
across, up = np.meshgrid(np.linspace(-2.2, 3.2, 110), np.linspace(-1.8, 2.3, 90))
grid = np.column_stack([across.ravel(), up.ravel()])
settings = {"kernel": Gaussian(width=0.8), "n_samples": 500, "random_state": 0}

_, (vote, lot) = plt.subplots(1, 2, sharex=True, sharey=True)
shares = BayesianTransduction(**settings).fit(X, y).predict_proba(grid)[:, 1].reshape(across.shape)
shades = vote.contourf(across, up, shares, levels=np.linspace(0.0, 1.0, 11), cmap="PuOr", alpha=0.8)
plt.colorbar(shades, ax=vote, label="share of votes")
answers = GibbsClassifier(**settings).fit(X, y).predict(grid).reshape(across.shape)
lot.imshow(answers, origin="lower", extent=(-2.2, 3.2, -1.8, 2.3), aspect="auto", cmap="PuOr", alpha=0.8)
for ax, title in ((vote, "the vote"), (lot, "one member by lot, for each point")):
    ax.scatter(*X.T, c=np.where(y > 0, "C0", "C1"), s=16, edgecolor="white", linewidth=0.5)
    ax.set(xticks=[], yticks=[])
    ax.set_title(title, fontsize=9)
