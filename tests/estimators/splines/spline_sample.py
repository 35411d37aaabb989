"""Noisy measurements of a wave, on the line and in the plane, with weights."""

import numpy as np

RNG = np.random.default_rng(7)
LINE = RNG.uniform(-2.0, 5.0, size=(70, 1))
WAVE = np.sin(LINE[:, 0]) + 0.2 * RNG.standard_normal(70)
WEIGHTS = RNG.uniform(0.3, 2.0, size=70)
GRID = np.linspace(-4.0, 7.0, 150)[:, None]
PLANE = RNG.uniform(-2.0, 2.0, size=(60, 2))
SHEET = np.sin(PLANE[:, 0]) * PLANE[:, 1] + 0.1 * RNG.standard_normal(60)
NEW = RNG.uniform(-2.5, 2.5, size=(40, 2))
SPACE = RNG.uniform(-1.0, 1.0, size=(50, 3))
