"""
A path over C
=============

Which price of slack? Try many: one kernel matrix for all folds and all values, each fit from where the last one ended.
"""

# %%
# `SVCPathCV` is an `SVC` that chooses its C by cross-validation, as `GridSearchCV` would, and is then fitted on all
# examples.

import time

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import GridSearchCV, train_test_split

from drupe import SVC, SVCPathCV, certify

X, y = load_digits(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)

Cs = np.logspace(-2, 3, 10)
began = time.perf_counter()
path = SVCPathCV(Cs=Cs, gamma=0.0005, cv=5).fit(X_train, y_train)
took = time.perf_counter() - began
print(f"C = {path.C_:.3g}, {path.score(X_test, y_test):.3f} right on test examples, {took:.1f} s")

# %%
# The same by a grid search, which fits every C on every fold from nothing.

began = time.perf_counter()
grid = GridSearchCV(SVC(gamma=0.0005), {"C": Cs}, cv=5).fit(X_train, y_train)
print(f"C = {grid.best_params_['C']:.3g}, {time.perf_counter() - began:.1f} s")
difference = np.abs(path.cv_results_["mean_test_score"] - grid.cv_results_["mean_test_score"]).max()
print(f"largest difference between the two mean scores of one C: {difference:.1e}")

# %%
# All scores are kept.

mean, spread = path.path_.mean, path.path_.std
figure, ax = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
ax.errorbar(path.path_.Cs, mean, yerr=spread, fmt="o-", capsize=3)
ax.axvline(path.C_, color="gray", linestyle=":")
ax.set(xscale="log", xlabel="C", ylabel="right on held-out folds")

# %%
# Choosing costs. The machine knows how many values it tried, and a certificate from the training examples pays for
# each of them with a share of δ. Here 3 against 8, for which there are bounds.

two = np.isin(y, (3, 8))
chosen = SVCPathCV(Cs=Cs, gamma=0.0005).fit(X[two], y[two])
alone = SVC(C=chosen.C_, gamma=0.0005).fit(X[two], y[two])
for model in (chosen, alone):
    best = certify(model, X[two], y[two], bounds="preferent_compression").best
    print(f"{type(model).__name__:10} at most {best.value:.3f}, delta {best.delta:.3g}")

# %%
# The second certificate would hold only if somebody had known this C beforehand.
