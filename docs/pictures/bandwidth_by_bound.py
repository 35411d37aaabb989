"""Test error, margin distribution bound and the examples below its margin, over the width of a Gaussian kernel."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe.experiments.bandwidth_by_bound import curve
from drupe.experiments.split import Split

places = np.arange(-4.0, 3.1, 0.25)
test = make_moons(2000, noise=0.2, random_state=1000)
drawn = [make_moons(130, noise=0.2, random_state=seed) for seed in range(10)]
curves = np.mean([curve(Split(*train, *test), np.exp(places)) for train in drawn], axis=0)
best = places[curves[:, 1].argmin()]

_, axes = plt.subplots(1, 3, sharex=True)
titles = ("test error", "bound, not cut off at 1", "share of examples below Γ*")
for ax, values, title, color in zip(axes, curves.T, titles, ("C0", "C1", "C2"), strict=False):
    ax.plot(places, values, color=color)
    ax.axvline(best, linestyle=":", linewidth=1.0, color="#7a7a7a")
    ax.set_title(title, fontsize=9)
    ax.set_xlabel("ln width")
    ax.tick_params(labelsize=8)
axes[0].set_ylim(0.0)
