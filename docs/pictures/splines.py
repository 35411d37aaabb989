"""Left: a cubic spline with its band, between interpolation and a straight line. Right: a thin plate over the plane."""

import matplotlib.pyplot as plt
import numpy as np

from drupe import SmoothingSpline
from drupe.displays import BandDisplay

generator = np.random.default_rng(5)
x = np.sort(generator.uniform(0.0, 10.0, 40))[:, None]
y = np.sin(x[:, 0]) + 0.1 * x[:, 0] + generator.normal(0.0, 0.3, 40)
grid = np.linspace(-1.5, 11.5, 400)[:, None]

_, (line, plane) = plt.subplots(1, 2, gridspec_kw={"width_ratios": [1.5, 1.0]}, layout="constrained")
BandDisplay.from_estimator(SmoothingSpline("cubic").fit(x, y), x, y, limits=(-1.5, 11.5), ax=line)
for strength, style in ((0.0, ":"), (1e6, "--")):
    rule = SmoothingSpline("cubic", strength=strength).fit(x, y)
    line.plot(grid, rule.predict(grid), style, color="C3", linewidth=0.9)
line.set_ylim(-2.2, 3.0)
line.set_xlabel("x")

places = generator.uniform(-2.0, 2.0, size=(60, 2))
heights = np.exp(-np.square(places).sum(axis=1)) + 0.3 * places[:, 0] + generator.normal(0.0, 0.05, 60)
plate = SmoothingSpline().fit(places, heights)
across = np.linspace(-2.0, 2.0, 80)
table = np.array([[a, b] for b in across for a in across])
found = plate.predict(table).reshape(80, 80)
levels = plane.contour(across, across, found, 10, cmap="viridis", vmin=-1.5, vmax=1.1, linewidths=1.0)
plane.clabel(levels, fontsize=6)
plane.plot(*places.T, ".", color="#7a7a7a", markersize=3)
plane.set(xlabel="column 1", ylabel="column 2", aspect="equal")
