"""
Relevance vectors
=================

Weights with a variance each, chosen by how probable they make the targets: most become zero. What is left answers fast,
and says how sure it is.
"""

# %%
# Noisy values of a wave. Support vectors are all examples outside a tube; relevance vectors are as few as the evidence
# wants. There is no C and no tube to choose, and the noise is learned.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import SVC, SVR, CertifiedClassifier, RelevanceVectorClassifier, RelevanceVectorRegressor
from drupe.displays import BandDisplay
from drupe.textbook.probability.sparsity_prior import SparsityPrior

rng = np.random.default_rng(0)
x = np.sort(rng.uniform(-10.0, 10.0, 150))[:, None]
y = np.sinc(x[:, 0] / np.pi) + 0.1 * rng.standard_normal(len(x))
sparse = RelevanceVectorRegressor(gamma=0.1).fit(x, y)
tube = SVR(gamma=0.1, C=1.0, epsilon=0.1).fit(x, y)
print(f"{len(sparse.relevance_)} relevance vectors, {len(tube.support_)} support vectors")
print(f"noise {sparse.noise_**0.5:.3f} (drawn with 0.1), log evidence {sparse.log_evidence_:.1f}")

_, ax = plt.subplots(figsize=(7.0, 3.2), layout="constrained")
BandDisplay.from_estimator(sparse, x, y, ax=ax)
ax.plot(x[sparse.relevance_, 0], y[sparse.relevance_], "o", color="k", markersize=9, fillstyle="none")

# %%
# The width of the kernel is chosen by the evidence, without a validation set.

gammas = np.geomspace(0.01, 3.0, 12)
evidence = [RelevanceVectorRegressor(gamma=gamma).fit(x, y).log_evidence_ for gamma in gammas]
print(f"most probable gamma: {gammas[int(np.argmax(evidence))]:.2f}")
_, ax = plt.subplots(figsize=(5.0, 2.8), layout="constrained")
ax.semilogx(gammas, evidence, "o-", markersize=4)
ax.set_xlabel("gamma")
ax.set_ylabel("ln P(y)")

# %%
# Classes: relevance vectors lie among their class, support vectors along the boundary.

X, labels = make_moons(300, noise=0.25, random_state=1)
machine, margin = RelevanceVectorClassifier(gamma=2.0).fit(X, labels), SVC(gamma=2.0, C=1.0).fit(X, labels)
across, up = np.linspace(-2.0, 3.0, 100), np.linspace(-1.6, 2.0, 100)
grid = np.array([[a, b] for b in up for a in across])
_, panels = plt.subplots(1, 2, figsize=(9.0, 3.4), layout="constrained", sharey=True)
for ax, model, kept in zip(panels, (machine, margin), (machine.relevance_, margin.support_), strict=True):
    ax.contour(across, up, model.decision_function(grid).reshape(100, 100), [0.0], colors="k", linewidths=0.8)
    for code, color in enumerate(("C0", "C3")):
        ax.plot(*X[labels == code].T, ".", color=color, markersize=3)
    ax.plot(*X[kept].T, "o", color="k", markersize=7, fillstyle="none", markeredgewidth=0.7)
    ax.set_title(f"{type(model).__name__}: {len(kept)} of {len(X)}")

# %%
# Nothing is asked of the functions: this one is neither symmetric nor positive.


def steps(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Smooth steps along the first column, one at each center."""
    return np.tanh(4.0 * (left[:, [0]] - right[:, 0])) * (left[:, [1]] > right[:, 1])


print(
    f"by steps: {RelevanceVectorClassifier(steps).fit(X, labels).score(X, labels):.2f} of the examples answered rightly"
)

# %%
# Why weights vanish: with its variance unknown a weight has a prior with a peak at zero and fat tails. Along the axes,
# where one of two weights is zero, it is higher than between them.

w = np.linspace(-2.0, 2.0, 201)
_, ax = plt.subplots(figsize=(4.2, 3.4), layout="constrained")
ax.contourf(w, w, SparsityPrior(1e-3, 1e3).surface(w, w), 20)
ax.set_xlabel("one weight")
ax.set_ylabel("another")

# %%
# Weights depend on all examples, so that relevance vectors are no compression of the sample: no such bound is given.
# Progressive validation asks for no such thing.

certified = CertifiedClassifier(RelevanceVectorClassifier(gamma=2.0), scheme="progressive").fit(X[:150], labels[:150])
print(certified.certificate_)
