"""
Error bars and evidence
=======================

A Gaussian process says with each prediction how sure it is of it, and chooses the parameters of its kernel by asking
how probable the targets were before they were seen.
"""

# %%
# Few noisy measurements of a wave. The kernel has a width and a factor, and the noise has a variance; all three are
# found by climbing the evidence, without a validation set.

import matplotlib.pyplot as plt
import numpy as np

from drupe import GaussianProcessRegressor, KernelRidge
from drupe.kernels import Gaussian

rng = np.random.default_rng(0)
x = np.sort(np.concatenate([rng.uniform(-5.0, -0.5, 25), rng.uniform(1.5, 5.0, 20)]))[:, None]
y = np.sin(x[:, 0]) + 0.15 * rng.standard_normal(len(x))

process = GaussianProcessRegressor(1.0 * Gaussian(1.0), noise=0.1).fit(x, y)
print(f"width {process.kernel_.kernel.width:.2f}, noise {process.noise_**0.5:.2f} (drawn with 0.15)")
print(f"log evidence {process.log_evidence_:.1f} after {process.solution_.evaluations} evaluations")

# %%
# Where there are no measurements the bars are wide. `sample_y` draws functions that are all possible after what was
# seen.

grid = np.linspace(-7.0, 7.0, 300)[:, None]
mean, deviation = process.predict(grid, return_std=True)

figure, ax = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
ax.fill_between(grid[:, 0], mean - 2 * deviation, mean + 2 * deviation, alpha=0.2, label="mean ± 2 deviations")
ax.plot(grid, process.sample_y(grid, 3, random_state=1), linewidth=0.8, color="gray")
ax.plot(grid, mean)
ax.plot(x, y, "k.", label="measured")
ax.set(xlabel="x", ylabel="f(x)")
ax.legend(loc="lower left")

# %%
# The mean is kernel ridge regression with the noise variance as `alpha`. That machine says, at no cost of further fits,
# how it would have done on each example had it not seen it.

ridge = KernelRidge(process.noise_, kernel=process.kernel_, leave_one_out=True).fit(x, y)
print(f"largest difference of the two: {np.abs(ridge.predict(grid) - mean).max():.1e}")
print(f"mean squared error on examples left out: {ridge.leave_one_out_.mean_squared_error:.3f}")
