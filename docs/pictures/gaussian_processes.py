"""What a process knows after twelve values, and how its evidence chooses width and noise."""

import matplotlib.pyplot as plt
import numpy as np

from drupe import GaussianProcessRegressor
from drupe.displays import BandDisplay, EvidenceDisplay
from drupe.kernels import Gaussian

generator = np.random.default_rng(2)
x = np.sort(np.concatenate([generator.uniform(0.0, 4.0, 9), generator.uniform(7.0, 9.0, 3)]))[:, None]
y = np.sin(x[:, 0]) + generator.normal(0.0, 0.1, len(x))
process = GaussianProcessRegressor(Gaussian(width=1.0), noise=0.01).fit(x, y)

_, (fit, choice) = plt.subplots(1, 2, gridspec_kw={"width_ratios": [1.6, 1.0]}, layout="constrained")
BandDisplay.from_estimator(process, x, y, limits=(-1.0, 11.0), draws=4, ax=fit)
fit.set_title("mean, two deviations, four draws", fontsize=9)
fit.set_xlabel("x")
EvidenceDisplay.from_estimator(process, reach=20.0, ax=choice)
choice.set_title("ln P(y) below its largest", fontsize=9)
