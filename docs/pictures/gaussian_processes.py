"""What a process knows after twelve values, and how its evidence chooses a width."""

import matplotlib.pyplot as plt
import numpy as np

from drupe import GaussianProcessRegressor
from drupe.kernels import Gaussian

generator = np.random.default_rng(2)
x = np.sort(np.concatenate([generator.uniform(0.0, 4.0, 9), generator.uniform(7.0, 9.0, 3)]))
y = np.sin(x) + generator.normal(0.0, 0.1, len(x))
line = np.linspace(-1.0, 11.0, 200)
process = GaussianProcessRegressor(Gaussian(width=1.0), noise=0.01).fit(x[:, None], y)
mean, deviation = process.predict(line[:, None], return_std=True)

_, (fit, choice) = plt.subplots(1, 2, gridspec_kw={"width_ratios": [1.6, 1.0]})
fit.fill_between(line, mean - 2 * deviation, mean + 2 * deviation, color="C0", alpha=0.2, linewidth=0)
fit.plot(line, process.sample_y(line[:, None], 4, random_state=0), color="#7a7a7a", linewidth=0.6, alpha=0.8)
fit.plot(line, mean, "C0", linewidth=2)
fit.plot(x, y, "o", color="C1", markersize=4)
fit.set_title("mean, two deviations, four draws", fontsize=9)

widths = np.geomspace(0.1, 10.0, 60)
evidence = [
    GaussianProcessRegressor(Gaussian(width=width), noise=0.01, optimizer=None).fit(x[:, None], y).log_evidence_
    for width in widths
]
choice.semilogx(widths, evidence, "C0")
choice.axvline(process.kernel_.width, color="#7a7a7a", linestyle=":")
choice.set(xlabel="width", ylim=(-25, 5))
choice.set_title("ln P(y)", fontsize=9)
