"""Where not to answer, and what that buys: the error among answers against the share answered."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from drupe import RegularizedClassifier, RejectOption, coverage_risk_curve
from drupe.kernels import Gaussian

X, y = make_moons(1200, noise=0.4, random_state=0)
model = RejectOption(RegularizedClassifier(C=300.0, kernel=Gaussian(width=0.8)), coverage=0.7).fit(X[:200], y[:200])
across, up = np.meshgrid(np.linspace(-2.0, 3.0, 150), np.linspace(-1.7, 2.2, 120))
grid = np.column_stack([across.ravel(), up.ravel()])

_, (plane, curve) = plt.subplots(1, 2)
answers = model.predict(grid).reshape(across.shape)
plane.contourf(across, up, answers, levels=[-1.5, -0.5, 0.5, 1.5], colors=["#7a7a7a", "C1", "C0"], alpha=0.3)
plane.scatter(*X[:200].T, c=np.where(y[:200] == 1, "C0", "C1"), s=6)
plane.set(xticks=[], yticks=[])
plane.set_title("gray: no answer", fontsize=9)
fresh = coverage_risk_curve(
    y[200:], model.estimator_.predict(X[200:]), np.abs(model.estimator_.decision_function(X[200:]))
)
shown = fresh.coverage > 0.1  # fewer answers are too few to count errors among
curve.plot(fresh.coverage[shown], fresh.risk[shown], "C0")
curve.axvline(1.0 - model.rejected(X[200:]).mean(), color="#7a7a7a", linestyle=":")
curve.set(xlabel="share answered", xlim=(0.0, 1.0), ylim=(0.0, None))
curve.set_title("share of wrong answers, on fresh examples", fontsize=9)
