"""Left: levels of a kernel Fisher discriminant. Right: three digits along their two discriminant directions."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits, make_circles

from drupe import KernelFisher
from drupe.kernels import Gaussian

X, y = make_circles(160, noise=0.18, factor=0.45, random_state=1)
machine = KernelFisher(Gaussian(width=0.6), alpha=0.3).fit(X, y)
side = np.linspace(-1.8, 1.8, 120)
grid = np.array([[a, b] for b in side for a in side])
levels = machine.decision_function(grid).reshape(120, 120)

_, (rings, plane) = plt.subplots(1, 2)
rings.contour(side, side, levels, [-1.0, 0.0, 1.0], colors="#7a7a7a", linestyles=["--", "-", "--"], linewidths=0.8)
for code, color in enumerate(("C0", "C3")):
    rings.plot(*X[y == code].T, "o", color=color, markersize=3)
rings.set_aspect("equal")

images, labels = load_digits(return_X_y=True)
chosen = np.isin(labels, [3, 5, 8])
images, labels = images[chosen], labels[chosen]
machine = KernelFisher(Gaussian(width=25.0), alpha=0.3).fit(images[::2], labels[::2])
known, new = machine.transform(images[::2]), machine.transform(images[1::2])
for digit, color in zip((3, 5, 8), ("C0", "C3", "C2"), strict=True):
    plane.plot(*known[labels[::2] == digit].T, "o", color=color, markersize=3, fillstyle="none", alpha=0.5)
    plane.plot(*new[labels[1::2] == digit].T, "o", color=color, markersize=3, label=str(digit))
plane.legend(fontsize=8)
