"""Left: three strengths of regularization. Right: what an outlier does under two losses."""

import matplotlib.pyplot as plt
import numpy as np

from drupe import KernelRidge, RegularizedRegressor
from drupe.kernels import Gaussian
from drupe.losses import Huber, Squared

generator = np.random.default_rng(5)
x = np.sort(generator.uniform(0.0, 6.0, 40))
y = np.sin(x) + generator.normal(0.0, 0.2, 40)
line = np.linspace(0.0, 6.0, 200)[:, None]

_, (strengths, losses) = plt.subplots(1, 2)
strengths.plot(x, y, "o", color="#7a7a7a", markersize=3)
for strength, style in ((1e-6, "C3:"), (0.1, "C0-"), (30.0, "C2--")):
    machine = KernelRidge(strength, kernel=Gaussian(width=0.6)).fit(x[:, None], y)
    strengths.plot(line, machine.predict(line), style, label=f"alpha = {strength:g}")
strengths.set_ylim(-2.2, 2.2)
strengths.legend(fontsize=8, loc="lower left")

spoilt = np.where(np.arange(40) % 13 == 6, 4.0, y)
losses.plot(x, spoilt, "o", color="#7a7a7a", markersize=3)
for loss, style in ((Squared(), "C3--"), (Huber(0.2), "C0-")):
    machine = RegularizedRegressor(loss, C=400.0, kernel=Gaussian(width=1.0)).fit(x[:, None], spoilt)
    losses.plot(line, machine.predict(line), style, label=type(loss).__name__)
losses.legend(fontsize=8, loc="upper right", bbox_to_anchor=(1.0, 0.85))
