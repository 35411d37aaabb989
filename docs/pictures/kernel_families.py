"""Four kernels as functions of distance, and what functions of their spaces look like."""

import matplotlib.pyplot as plt
import numpy as np

from drupe.kernels import Cauchy, Gaussian, Matern12, Matern32, Periodic

line = np.linspace(0.0, 10.0, 400)[:, None]
kernels = {
    "Matern12": Matern12(width=1.0),
    "Matern32": Matern32(width=1.0),
    "Gaussian": Gaussian(width=1.0),
    "Cauchy": Cauchy(width=1.0),
    "Periodic": Periodic(coefficients=(0.0, 0.6, 0.3, 0.1)),
}

_, (shapes, draws) = plt.subplots(1, 2)
normal = np.random.default_rng(3).normal(size=len(line))
for i, (name, kernel) in enumerate(kernels.items()):
    shapes.plot(line, kernel([[0.0]], line)[0], f"C{i}", label=name)
    values, vectors = np.linalg.eigh(kernel(line))
    draw = vectors @ (np.sqrt(np.maximum(values, 0.0)) * normal)
    draws.plot(line, draw / np.abs(draw).max() - 2.3 * i, f"C{i}", linewidth=1)
shapes.set(xlabel="‖x − z‖", xlim=(0.0, 7.0))
shapes.set_title("k(x, z)", fontsize=9)
shapes.legend(fontsize=8)
draws.set(xlabel="x", yticks=[])
draws.set_title("a random function of each", fontsize=9)
