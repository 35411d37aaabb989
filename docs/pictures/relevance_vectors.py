"""Left: a curve by a handful of functions, with its error band. Right: probabilities, and the relevance vectors."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import RelevanceVectorClassifier, RelevanceVectorRegressor
from drupe.displays import BandDisplay

generator = np.random.default_rng(0)
x = np.sort(generator.uniform(-10.0, 10.0, 80))[:, None]
y = np.sinc(x[:, 0] / np.pi) + generator.normal(0.0, 0.1, 80)
curve = RelevanceVectorRegressor(gamma=0.1).fit(x, y)

_, (line, plane) = plt.subplots(1, 2, gridspec_kw={"width_ratios": [1.4, 1.0]}, layout="constrained")
BandDisplay.from_estimator(curve, x, y, ax=line)
line.plot(x[curve.relevance_, 0], y[curve.relevance_], "o", color="#7a7a7a", markersize=8, fillstyle="none")
line.set_title(f"{len(curve.relevance_)} relevance vectors of {len(x)} examples", fontsize=9)

X, labels = make_moons(200, noise=0.25, random_state=1)
machine = RelevanceVectorClassifier(gamma=2.0).fit(X, labels)
across, up = np.linspace(-2.0, 3.0, 120), np.linspace(-1.6, 2.0, 120)
grid = np.array([[a, b] for b in up for a in across])
probability = machine.predict_proba(grid)[:, 1].reshape(120, 120)
shades = 0.5 + 0.5 * plt.get_cmap("RdBu_r")(np.linspace(0.0, 1.0, 10))  # pale, and not seen through
plane.contourf(across, up, probability, np.linspace(0.0, 1.0, 11), colors=shades)
plane.contour(across, up, probability, [0.5], colors="#444444", linewidths=0.8)
for code, color in enumerate(("C0", "C3")):
    plane.plot(*X[labels == code].T, ".", color=color, markersize=3)
plane.plot(*X[machine.relevance_].T, "o", color="#444444", markersize=8, fillstyle="none")
plane.set(xlabel="column 1", ylabel="column 2")
plane.set_title("probability of a class", fontsize=9)
