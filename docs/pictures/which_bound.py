"""What theorems say of one machine as its sample grows: zeros among handwritten digits."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

from drupe import SVC, certify

X, y = load_digits(return_X_y=True)
order = np.random.default_rng(0).permutation(len(X))
X, y = X[order] / 16.0, (y == 0)[order]
sizes = [100, 200, 400, 800, 1600]
names = ["margin", "derandomized", "compression", "gaussian_pac_bayes", "foreseen_compression"]

values = {name: [] for name in [*names, "hold_out"]}
for n in sizes:
    found = {one.name: one.value for one in certify(SVC(gamma=0.1, C=10.0).fit(X[:n], y[:n]), X[:n], y[:n])}
    for name in names:
        values[name].append(found[name])
    half = SVC(gamma=0.1, C=10.0).fit(X[: n // 2], y[: n // 2])
    values["hold_out"].append(certify(half, X_held_out=X[n // 2 : n], y_held_out=y[n // 2 : n]).best.value)

_, ax = plt.subplots()
styles = ["^:", "v-.", "s--", "d-.", "o-", "D-"]
for (name, bounds), style in zip(values.items(), styles, strict=True):
    ax.loglog(sizes, bounds, style, markersize=4, label=name)
ax.set(xlabel="examples in all", ylabel="error at most", xticks=sizes, yticks=[0.01, 0.1, 1.0])
ax.xaxis.set_major_formatter("{x:.0f}")
ax.yaxis.set_major_formatter("{x:g}")
ax.xaxis.set_minor_locator(plt.NullLocator())
ax.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
