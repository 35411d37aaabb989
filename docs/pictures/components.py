"""The first component of points in the plane: as it is, blind to turns around the origin, blind to shifts along x."""

import matplotlib.pyplot as plt
import numpy as np

from drupe import OrientedKernelPCA
from drupe.estimators.components.noise import Tangents
from drupe.estimators.components.transformations import PlaneRotation, Translation
from drupe.kernels import Gaussian

X = np.random.default_rng(5).uniform(-2.0, 2.0, size=(150, 2))
across, up = np.meshgrid(np.linspace(-2.0, 2.0, 80), np.linspace(-2.0, 2.0, 80))
grid = np.column_stack([across.ravel(), up.ravel()])
noises = {
    "variance alone": None,
    "blind to rotation": Tangents([PlaneRotation(10.0)]),
    "blind to shifts along x": Tangents([Translation([0.2, 0.0])]),
}

_, axes = plt.subplots(1, 3, figsize=(7.0, 2.6), sharex=True, sharey=True)
for ax, (title, noise) in zip(axes, noises.items(), strict=True):
    machine = OrientedKernelPCA(Gaussian(width=1.0), n_components=1, noise=noise, alpha=1e-6).fit(X)
    heights = machine.transform(grid).reshape(across.shape)
    ax.contourf(across, up, heights, levels=12, cmap="RdBu_r", alpha=0.6)
    ax.contour(across, up, heights, levels=12, colors="C0", linewidths=0.6)
    ax.scatter(*X.T, s=4, color="black")
    ax.set_title(title, fontsize=8)
    ax.set(xticks=[], yticks=[], aspect="equal")
