"""Weights of the columns over C where absolute values are the penalty: few of them, then all."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer

from drupe import LinearSVC, linear_path

X, y = load_breast_cancer(return_X_y=True)
X = (X - X.mean(axis=0)) / X.std(axis=0)
prices = np.geomspace(1e-3, 0.1, 30)
path = linear_path(LinearSVC(penalty="l1"), X, y, prices)

_, ax = plt.subplots()
ax.semilogx(prices, [machine.coef_[0] for machine in path], linewidth=1.0)
ax.axhline(0.0, color="0.6", linewidth=0.8)
ax.set_xlabel("C")
ax.set_ylabel("weights")
