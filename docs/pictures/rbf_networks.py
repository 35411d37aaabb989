"""Left: two moons and six units that were fitted, as circles. Right: error over the number of units."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import RBFNetworkClassifier, RBFNetworkRegressor

X, y = make_moons(200, noise=0.2, random_state=1)
network = RBFNetworkClassifier(centers=6, optimize_centers=True, strength=0.3, random_state=0).fit(X, y)
across, up = np.linspace(-2.2, 3.2, 120), np.linspace(-1.9, 2.4, 120)
grid = np.array([[a, b] for b in up for a in across])

_, (plane, curve) = plt.subplots(1, 2, gridspec_kw={"width_ratios": [1.4, 1.0]}, layout="constrained")
outputs = network.decision_function(grid).reshape(120, 120)
plane.contour(across, up, outputs, [-1.0, 0.0, 1.0], colors="#7a7a7a", linestyles=["--", "-", "--"], linewidths=0.8)
for code, color in enumerate(("C0", "C3")):
    plane.plot(*X[y == code].T, ".", color=color, markersize=3, alpha=0.6)
for center, width, weight in zip(network.centers_, network.widths_, network.dual_coef_[:, 0], strict=True):
    plane.add_patch(plt.Circle(center, width, fill=False, color="C3" if weight > 0 else "C0", linewidth=1.4))
    plane.plot(*center, "+", color="C3" if weight > 0 else "C0")
plane.set(xlabel="column 1", ylabel="column 2")
plane.set(xlim=(-2.2, 3.2), ylim=(-1.9, 2.4), aspect="equal")

generator = np.random.default_rng(0)
x, new = generator.uniform(-3.0, 3.0, size=(300, 2)), generator.uniform(-3.0, 3.0, size=(2000, 2))


def surface(z: np.ndarray) -> np.ndarray:
    return np.sin(2.0 * z[:, 0]) * np.cos(z[:, 1])


noisy = surface(x) + generator.normal(0.0, 0.2, 300)
for moved, units in ((False, (3, 6, 12, 24, 50, 100, 200)), (True, (3, 6, 12, 24))):
    errors = []
    for count in units:
        machine = RBFNetworkRegressor(centers=count, width=1.0, strength=0.1, random_state=0)
        machine.set_params(optimize_centers=moved, max_iter=3000).fit(x, noisy)
        errors.append(np.sqrt(np.mean((machine.predict(new) - surface(new)) ** 2)))
    label = "centers and widths fitted" if moved else "means of groups"
    curve.loglog(units, errors, "o-", markersize=3, linewidth=1.0, label=label)
everywhere = RBFNetworkRegressor(width=1.0).fit(x, noisy).predict(new)
curve.axhline(
    np.sqrt(np.mean((everywhere - surface(new)) ** 2)), color="#7a7a7a", linewidth=0.8, linestyle=":", label="all"
)
curve.set_xlabel("units")
curve.set_ylabel("error")
curve.set_ylim(0.06, 1.2)
curve.minorticks_off()
curve.set_yticks([0.1, 0.2, 0.4], ["0.1", "0.2", "0.4"])
curve.set_xticks([3, 12, 50, 200], ["3", "12", "50", "200"])
curve.legend(frameon=False, fontsize=7)
