"""Left: three lines through overlapping classes. Right: mistakes against Novikoff's bound as the margin grows."""

import matplotlib.pyplot as plt
import numpy as np

from drupe import AveragedPerceptron, HardMarginSVC, KernelPerceptron

generator = np.random.default_rng(4)
signs = np.repeat([-1, 1], 60)
X = generator.normal(size=(120, 2)) + 1.1 * signs[:, None] * np.array([1.0, 0.5])
across = np.array([-3.8, 3.8])

_, (plane, counts) = plt.subplots(1, 2)
plane.scatter(*X.T, c=np.where(signs > 0, "C0", "C1"), s=9)
for machine, style, name in (
    (KernelPerceptron("linear", C=10), ":", "last hypothesis"),
    (AveragedPerceptron("linear"), "-", "average of all"),
):
    machine.fit(X, signs)
    (w,) = machine.coef_
    plane.plot(across, -(machine.intercept_[0] + w[0] * across) / w[1], style, color="#7a7a7a", label=name)
plane.set(xlim=(-3.8, 3.8), ylim=(-5.0, 3.4), xticks=[], yticks=[])
plane.legend(fontsize=8, loc="lower left")

margins, mistakes, bounds = [], [], []
cloud = generator.normal(size=(400, 10))
for gap in np.linspace(0.05, 0.8, 20):
    points = cloud[np.abs(cloud[:, 0]) > gap]
    labels = np.sign(points[:, 0])
    widest = HardMarginSVC("linear", fit_intercept=False).fit(points, labels)
    run = KernelPerceptron("linear", fit_intercept=False).fit(points, labels)
    margins.append(widest.margin_)
    mistakes.append(run.n_mistakes_[0])
    bounds.append((run.radius_ / widest.margin_) ** 2)
counts.semilogy(margins, bounds, "--", color="#7a7a7a", label="(R/γ)²")
counts.semilogy(margins, mistakes, "o", color="C0", markersize=4, label="mistakes")
counts.set(xlabel="largest margin γ")
counts.legend(fontsize=8)
