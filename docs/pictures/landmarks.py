"""Left: landmarks among rows. Right: gradients by pass."""

import matplotlib.pyplot as plt
import numpy as np

from drupe import LandmarkClassifier

generator = np.random.default_rng(0)
sizes = (1500, 400, 60)
centers = np.repeat([[0.0, 0.0], [4.0, 1.0], [1.0, 4.0]], sizes, axis=0)
X = centers + generator.normal(size=(sum(sizes), 2)) * np.repeat([1.0, 0.5, 0.3], sizes)[:, None]
y = np.sin(2.0 * X[:, 0]) + X[:, 1] > 0.5

_, (rows, passes) = plt.subplots(1, 2)
for loss, style in (("logistic", "C0-"), ("squared_hinge", "C3--"), ("squared", "C2:")):
    machine = LandmarkClassifier("rbf", loss=loss, landmarks=40, strength=1e-4, tol=1e-3, random_state=0).fit(X, y)
    passes.semilogy(machine.solution_.gradient_norms, style, label=loss)
passes.set_xlabel("pass")
passes.set_ylabel("gradient")
passes.legend(fontsize=8)
rows.plot(*X.T, ".", color="#c8c8c8", markersize=2)
rows.plot(*machine.predictor_.centers.array.T, "o", color="C3", markersize=4)
