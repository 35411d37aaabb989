"""A tube around noisy values: only the examples on its wall or outside are kept."""

import matplotlib.pyplot as plt
import numpy as np

from drupe import SVR
from drupe.kernels import Gaussian

generator = np.random.default_rng(0)
x = np.sort(generator.uniform(0.0, 6.0, 60))
y = np.sin(x) + generator.normal(0.0, 0.15, 60)
line = np.linspace(-0.2, 6.2, 200)

_, axes = plt.subplots(1, 2, sharex=True, sharey=True)
for ax, half_width in zip(axes, (0.1, 0.35), strict=True):
    machine = SVR(kernel=Gaussian(width=1.0), C=10.0, epsilon=half_width).fit(x[:, None], y)
    values = machine.predict(line[:, None])
    ax.fill_between(line, values - half_width, values + half_width, color="C0", alpha=0.2, linewidth=0)
    ax.plot(line, values, "C0")
    ax.scatter(x, y, s=9, color="C1")
    ax.scatter(x[machine.support_], y[machine.support_], s=38, facecolor="none", edgecolor="#7a7a7a", linewidth=0.7)
    ax.set_title(f"ε = {half_width:g}: {len(machine.support_)} of {len(x)} kept", fontsize=9)
