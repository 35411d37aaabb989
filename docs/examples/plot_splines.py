"""
Splines: how smooth is the data?
================================

A smoothing spline pays for misses and for roughness. The price of roughness is one number, which the data can choose,
and the answer comes with error bars. On the line it takes time in proportion to the examples, in the plane it is a thin
plate.
"""

# %%
# Noisy measurements along one column. Three criteria choose the strength: generalized cross-validation, examples left
# out, and the evidence of a Gaussian process that is flat in straight lines. Of few examples they may differ;
# the first varies most.

import time

import matplotlib.pyplot as plt
import numpy as np

from drupe import SmoothingSpline
from drupe.displays import BandDisplay

rng = np.random.default_rng(3)
x = np.sort(rng.uniform(0.0, 10.0, 60))[:, None]


def truth(z: np.ndarray) -> np.ndarray:
    return np.sin(z[:, 0]) + 0.1 * z[:, 0]


y = truth(x) + 0.3 * rng.standard_normal(60)
for word in ("gcv", "loo", "evidence"):
    spline = SmoothingSpline("cubic", strength=word).fit(x, y)
    print(
        f"{word:8}  strength {spline.strength_:.3f}, {spline.degrees_of_freedom_:.1f} degrees of freedom, "
        f"noise {spline.noise_**0.5:.2f} (drawn with 0.30)"
    )

# %%
# The band is two deviations wide on each side. Without a price the spline goes through every target, and with a high
# one it is the straight line of least squares; a linear spline is a chain of straight pieces.

_, axes = plt.subplots(1, 3, figsize=(10.5, 3.0), layout="constrained", sharey=True)
BandDisplay.from_estimator(spline, x, y, limits=(-1.0, 11.0), ax=axes[0])
axes[0].set_title("cubic, by evidence")
BandDisplay.from_estimator(SmoothingSpline("linear").fit(x, y), x, y, limits=(-1.0, 11.0), ax=axes[1])
axes[1].set_title("linear, by cross-validation")
grid = np.linspace(-1.0, 11.0, 400)[:, None]
axes[2].plot(x, y, "o", color="k", markersize=3.5)
for strength in (0.0, 0.1, 1e6):
    fitted = SmoothingSpline("cubic", strength=strength).fit(x, y)
    axes[2].plot(grid, fitted.predict(grid), linewidth=1.2, label=f"strength {strength:g}")
axes[2].set(title="too little, enough, too much", ylim=(-2.5, 3.5), xlabel="column 1")
axes[2].legend(frameon=False, fontsize=8)

# %%
# A hundred thousand examples are no more trouble than a thousand.

many = rng.uniform(0.0, 10.0, (100_000, 1))
began = time.perf_counter()
large = SmoothingSpline("cubic").fit(many, truth(many) + 0.3 * rng.standard_normal(100_000))
inside = grid[(grid > 0.0) & (grid < 10.0)][:, None]
print(
    f"{len(many)} examples in {time.perf_counter() - began:.1f} s, "
    f"largest error {np.abs(large.predict(inside) - truth(inside)).max():.3f}"
)

# %%
# In the plane the energy of a bent plate is the price. Two places were measured twice: they count as one place each, at
# the mean. The error bars are wide where there are no measurements.

places = rng.uniform(-2.0, 2.0, (80, 2))
places = places[~((places[:, 0] > 0.3) & (places[:, 1] > 0.3))]
places = np.vstack([places, places[:2]])
heights = np.exp(-np.square(places).sum(axis=1)) + 0.3 * places[:, 0] + 0.05 * rng.standard_normal(len(places))
plate = SmoothingSpline("thin_plate").fit(places, heights)
print(
    f"{len(places)} measurements at {len(plate.support_)} places, slope of the free plane {plate.polynomial_coef_[1:]}"
)

across = np.linspace(-2.0, 2.0, 80)
table = np.array([[a, b] for b in across for a in across])
mean, deviation = plate.predict(table, return_std=True)
_, axes = plt.subplots(1, 2, figsize=(8.4, 3.4), layout="constrained")
for axis, levels, title in ((axes[0], mean, "thin plate"), (axes[1], deviation, "its deviation")):
    filled = axis.contourf(across, across, levels.reshape(80, 80), 12, cmap="viridis")
    axis.plot(*places.T, ".", color="w", markersize=4)
    axis.set(title=title, aspect="equal")
    plt.colorbar(filled, ax=axis)
