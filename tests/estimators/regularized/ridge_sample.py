"""Examples with three targets: a curve, a product and noise."""

import numpy as np

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 4))
Y = np.column_stack([np.sin(X[:, 0]), X[:, 1] * X[:, 2], RNG.normal(size=60)])
y = Y[:, 0]
NEW = RNG.normal(size=(9, 4))
WEIGHTS = RNG.uniform(0.1, 2.0, size=60)
