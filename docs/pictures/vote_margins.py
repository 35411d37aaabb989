"""Left: errors of a vote as it grows. Right: the margins of its training examples after 5, 100 and 1000 rounds."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer

from drupe import AdaBoostClassifier, VoteMarginDisplay

X, y = load_breast_cancer(return_X_y=True)
order = np.random.default_rng(0).permutation(len(X))
known, new = order[:300], order[300:]
machine = AdaBoostClassifier(n_estimators=1000).fit(X[known], y[known])

_, (errors, margins) = plt.subplots(1, 2, layout="constrained")
rounds = np.arange(1, len(machine.estimator_weights_) + 1)
for rows, style, label in ((new, "C3-", "new examples"), (known, "C0--", "training examples")):
    share = [1.0 - score for score in machine.staged_score(X[rows], y[rows])]
    errors.semilogx(rounds, share, style, linewidth=1.4, label=label)
errors.set(xlabel="rounds", ylabel="share of errors", ylim=(-0.004, 0.13))
errors.legend(fontsize=8)
VoteMarginDisplay.from_estimator(machine, X[known], y[known], ax=margins)
margins.set_ylabel("share with at most this margin")
margins.legend(fontsize=8, loc="upper left", frameon=False)
