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
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

from drupe import GaussianProcessRegressor, KernelRidge
from drupe.displays import BandDisplay, EvidenceDisplay
from drupe.kernels import Gaussian

rng = np.random.default_rng(0)
x = np.sort(np.concatenate([rng.uniform(-5.0, -0.5, 25), rng.uniform(1.5, 5.0, 20)]))[:, None]
y = np.sin(x[:, 0]) + 0.15 * rng.standard_normal(len(x))

process = GaussianProcessRegressor(1.0 * Gaussian(1.0), noise=0.1).fit(x, y)
print(f"width {process.kernel_.kernel.width:.2f}, noise {process.noise_**0.5:.2f} (drawn with 0.15)")
print(f"log evidence {process.log_evidence_:.1f} after {process.solution_.evaluations} evaluations")

# %%
# Before it has seen anything, the process is its kernel: functions drawn from the prior. After the measurements, only
# those functions are left that pass near them, and where there are none the band is wide.

start = GaussianProcessRegressor(1.0 * Gaussian(1.0))
_, (before, after) = plt.subplots(1, 2, figsize=(9.0, 3.2), layout="constrained", sharey=True)
BandDisplay.from_estimator(start, x, limits=(-7.0, 7.0), draws=5, ax=before)
BandDisplay.from_estimator(process, x, y, limits=(-7.0, 7.0), draws=5, ax=after)
before.set_title("before")
after.set_title("after")

# %%
# The evidence over width and noise has one summit here. Of six values it has two, for they are either a quick wave
# without noise, left, or noise around a slow trend, right: then several starts are worth their time. The cross is where
# a process with fixed parameters stands.

x_six, y_six = np.array([0.5, 1.8, 3.1, 4.3, 5.7, 7.2])[:, None], np.array([0.9, -0.4, 1.1, 0.2, 1.6, 0.4])
six = GaussianProcessRegressor(Gaussian(1.0), noise=0.1, n_restarts_optimizer=5, random_state=0).fit(x_six, y_six)
_, (one, two) = plt.subplots(1, 2, figsize=(9.0, 3.6), layout="constrained")
EvidenceDisplay.from_estimator(process, ("kernel.width", "noise"), reach=10.0, resolution=30, ax=one)
between = GaussianProcessRegressor(Gaussian(1.0), noise=0.1, optimizer=None).fit(x_six, y_six)
EvidenceDisplay.from_estimator(between, reach=100.0, ax=two)
print("summits that were reached:", np.round(np.unique(np.round(six.solution_.summits, 3)), 2))

grid = np.linspace(-7.0, 7.0, 300)[:, None]
mean = process.predict(grid)

# %%
# Kernels of scikit-learn are taken as they are, tuned within their bounds, and given back.

theirs = GaussianProcessRegressor(ConstantKernel() * RBF() + WhiteKernel(0.1)).fit(x, y)
print(f"{theirs.kernel_}, log evidence {theirs.log_evidence_:.1f}")

# %%
# The mean is kernel ridge regression with the noise variance as `alpha`. That machine says, at no cost of further fits,
# how it would have done on each example had it not seen it.

ridge = KernelRidge(process.noise_, kernel=process.kernel_, leave_one_out=True).fit(x, y)
print(f"largest difference of the two: {np.abs(ridge.predict(grid) - mean).max():.1e}")
print(f"mean squared error on examples left out: {ridge.leave_one_out_.mean_squared_error:.3f}")
