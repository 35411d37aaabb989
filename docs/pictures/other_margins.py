"""Left: what slack costs. Right: the widest margin lies half-way between the nearest points of two hulls."""

import matplotlib.pyplot as plt
import numpy as np
from scipy.spatial import ConvexHull

from drupe import NearestHullsSVC

_, (prices, hulls) = plt.subplots(1, 2)
output = np.linspace(-1.5, 2.0, 200)
slack = np.maximum(0.0, 1.0 - output)
prices.plot(output, slack, "C0", label="1-norm: C ξ")
prices.plot(output, slack**2 / 2, "C3--", label="2-norm: (C/2) ξ²")
prices.plot(output, 0.4 * slack + slack**2 / 4, "C2:", label="mixed")
prices.set(xlabel="y f(x)")
prices.legend(fontsize=8)

generator = np.random.default_rng(3)
X = np.concatenate([generator.normal((-1.6, 0.0), 0.8, (14, 2)), generator.normal((1.6, 0.6), 0.8, (14, 2))])
y = np.repeat([0, 1], 14)
machine = NearestHullsSVC(kernel="linear").fit(X, y)
nearest = [machine.hull_weights_[y == label] @ X[y == label] for label in (0, 1)]
for label, color in ((0, "C1"), (1, "C0")):
    members = X[y == label]
    hulls.fill(*members[ConvexHull(members).vertices].T, color=color, alpha=0.2, linewidth=0)
    hulls.scatter(*members.T, s=8, color=color)
hulls.plot(*np.transpose(nearest), "o-", color="#7a7a7a", markersize=4, linewidth=1)
(w,) = machine.coef_
up = np.array([-2.2, 2.6])
hulls.plot(-(machine.intercept_[0] + w[1] * up) / w[0], up, color="#7a7a7a", linewidth=2)
hulls.set(xticks=[], yticks=[], aspect="equal")
