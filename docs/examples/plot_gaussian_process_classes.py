"""
Probabilities that know what they do not know
=============================================

A Gaussian process behind classes gives probabilities that fall back to one half far from all examples, and chooses the
parameters of its kernel by asking how probable the labels were before they were seen.
"""

# %%
# Two moons that overlap. The kernel has a width and a factor; both are found by climbing the evidence, without a
# validation set.

import matplotlib.pyplot as plt
import numpy as np
from scipy.special import expit
from sklearn.datasets import load_iris, make_moons

from drupe import GaussianProcessClassifier
from drupe.displays import EvidenceDisplay
from drupe.kernels import ARD, Gaussian

X, y = make_moons(80, noise=0.25, random_state=0)
machine = GaussianProcessClassifier(1.0 * Gaussian(1.0)).fit(X, y)
print(f"width {machine.kernel_.kernel.width:.2f}, factor {machine.kernel_.factor:.0f}")
print(f"log evidence {machine.log_evidence_:.1f} after {machine.n_iter_} evaluations")

# %%
# A probability is the mean of the sigmoid over all that f(x) may be, left. With its most probable value alone, right,
# the machine would be surer than it can be, most of all where there are few examples.

across, up = np.meshgrid(np.linspace(-4.0, 5.0, 80), np.linspace(-3.5, 4.0, 80))
grid = np.column_stack([across.ravel(), up.ravel()])
mean, variance = machine.latent_mean_and_variance(grid)
averaged, alone = machine.predict_proba(grid)[:, 1], expit(mean)
_, axes = plt.subplots(1, 2, figsize=(9.0, 3.6), layout="constrained", sharey=True)
for ax, shares, title in zip(axes, (averaged, alone), ("mean of the sigmoid", "sigmoid of the mean"), strict=True):
    filled = {"levels": np.linspace(0.0, 1.0, 11), "cmap": "PuOr", "alpha": 0.8}
    shades = ax.contourf(across, up, shares.reshape(across.shape), **filled)
    ax.contour(across, up, shares.reshape(across.shape), levels=[0.5], colors="#444444", linewidths=1.2)
    ax.scatter(*X.T, c=np.where(y > 0, "C0", "C1"), s=14, edgecolor="white", linewidth=0.5)
    ax.set(title=title, xticks=[], yticks=[])
plt.colorbar(shades, ax=axes, label="P(y = 1)")
nearer = np.abs(averaged - 0.5) <= np.abs(alone - 0.5) + 1e-12
print(f"nearer to one half: {nearer.mean():.0%} of the plane, by up to {np.abs(averaged - alone).max():.2f}")

# %%
# The evidence over both parameters, with the place that was chosen.

EvidenceDisplay.from_estimator(machine, ("kernel.width", "factor"), reach=15.0, resolution=25)

# %%
# Laplace's approximation puts a Gaussian at the mode of the posterior; expectation propagation, for a probit in the
# place of the sigmoid, gives it the moments of the posterior as far as it can. With a kernel of its own each draws
# nearly the same line.

propagated = GaussianProcessClassifier(1.0 * Gaussian(1.0), approximation="ep").fit(X, y)
print(f"width {propagated.kernel_.kernel.width:.2f}, log evidence {propagated.log_evidence_:.1f}")
print(f"the same answer on {(propagated.predict(grid) == machine.predict(grid)).mean():.0%} of the plane")

# %%
# With a width for each column the evidence also says which columns count: those with a large width do not. Here for
# three kinds of flowers, whose processes compete in a soft-max.

flowers = load_iris()
scaled = (flowers.data - flowers.data.mean(axis=0)) / flowers.data.std(axis=0)
competing = GaussianProcessClassifier(4.0 * ARD((2.0,) * 4), multi_class="softmax").fit(
    scaled[::2], flowers.target[::2]
)
print(f"right on the other half: {competing.score(scaled[1::2], flowers.target[1::2]):.3f}")
_, ax = plt.subplots(figsize=(6.4, 2.6), layout="constrained")
ax.barh(flowers.feature_names, competing.column_relevance_[0])
ax.set_xlabel("relevance: 1 / width")
