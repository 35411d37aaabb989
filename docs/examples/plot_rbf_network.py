"""
Networks of radial functions
============================

A network of bells: where are its centers, how wide are they, and how many does one need? All examples may be centers,
or means of groups of them, or places to which descent has moved them.
"""

# %%
# Two classes that no line parts. A unit at every example is a kernel machine with a constant that costs nothing; the
# strength of its penalty is chosen by generalized cross-validation.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import RBFNetworkClassifier, RBFNetworkRegressor, certify

X, y = make_moons(300, noise=0.25, random_state=0)
X_new, y_new = make_moons(3000, noise=0.25, random_state=1)
machines = {
    "all 300 examples": RBFNetworkClassifier(width=0.5),
    "six means of groups": RBFNetworkClassifier(centers=6, width=0.5, random_state=0),
    "six units that move": RBFNetworkClassifier(centers=6, optimize_centers=True, strength=0.3, random_state=0),
}
for name, machine in machines.items():
    machine.fit(X, y)
    print(
        f"{name:20} error {1.0 - machine.score(X_new, y_new):.3f}, strength {machine.strength_:.2g}, "
        f"{machine.degrees_of_freedom_:.1f} degrees of freedom"
    )

# %%
# Six units that stay are too few, six that move are enough: each takes a width of its own. Circles are one width around
# the centers, red for positive weights; lines are where the output is −1, 0 and +1.

across, up = np.linspace(-2.0, 3.0, 150), np.linspace(-1.6, 2.1, 150)
grid = np.array([[a, b] for b in up for a in across])
_, axes = plt.subplots(1, 3, figsize=(10.5, 3.0), layout="constrained", sharey=True)
for axis, (name, machine) in zip(axes, machines.items(), strict=True):
    outputs = machine.decision_function(grid).reshape(150, 150)
    axis.contour(across, up, outputs, [-1.0, 0.0, 1.0], colors="k", linestyles=["--", "-", "--"], linewidths=0.8)
    for code, color in enumerate(("C0", "C3")):
        axis.plot(*X[y == code].T, ".", color=color, markersize=3, alpha=0.5)
    if len(machine.centers_) < 20:
        widths = np.broadcast_to(machine.widths_, len(machine.centers_))
        for center, width, weight in zip(machine.centers_, widths, machine.dual_coef_[:, 0], strict=True):
            axis.add_patch(plt.Circle(center, width, fill=False, color="C3" if weight > 0.0 else "C0"))
    axis.set(title=name, xlim=(-2.0, 3.0), ylim=(-1.6, 2.1), aspect="equal")

# %%
# Weights are repetitions, also for the means of groups and for the descent, so that a network can serve where examples
# are weighted, as in boosting. Here one class counts ten times as much as the other.

costly = RBFNetworkClassifier(centers=6, width=0.5, random_state=0).fit(X, y, np.where(y == 1, 10.0, 1.0))
print(f"class 1 is missed {np.mean(costly.predict(X_new[y_new == 1]) != 1):.3f} of the time with a weight of ten,")
print(f"and {np.mean(machines['six means of groups'].predict(X_new[y_new == 1]) != 1):.3f} without")

# %%
# A network with a width that was fixed beforehand is a hyperplane in the space of its kernel, and certified as such. If
# widths and centers were fitted, the training examples cannot vouch for it, and held-out ones do.

print(certify(machines["six means of groups"], X, y, delta=0.05).best.name)
print(certify(machines["six units that move"], X, y, X_held_out=X_new, y_held_out=y_new).best.name)

# %%
# For quantities the same, and what each example would have been missed by, had it been left out, costs nothing.

surface = RBFNetworkRegressor(centers=30, random_state=0).fit(X, np.sin(2.0 * X[:, 0]) * X[:, 1])
print(f"mean squared error on examples left out {surface.leave_one_out_.mean_squared_error:.5f}")
