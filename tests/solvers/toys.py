"""Small samples with known answers."""

import numpy as np

from drupe.grams import DenseGram

FOUR = np.array([[2.0, 2.0], [1.0, 3.0], [0.0, 0.0], [1.0, 0.0]])
FOUR_SIGNS = np.array([1.0, 1.0, -1.0, -1.0])

LINE = np.array([[0.0], [1.0], [2.0], [3.0]])
LINE_SIGNS = np.array([-1.0, 1.0, -1.0, 1.0])

PAIR = np.array([[1.0, 1.0], [-1.0, -1.0]])
PAIR_SIGNS = np.array([1.0, -1.0])


def linear_gram(x):
    """The Gram of the linear kernel."""
    return DenseGram(x @ x.T)


def gaussian_gram(x, width=1.0):
    """The Gram of the Gaussian kernel."""
    squared = ((x[:, None] - x) ** 2).sum(axis=2)
    return DenseGram(np.exp(-squared / (2.0 * width**2)))


def clouds(n, apart, seed, d=2):
    """Two Gaussian clouds of n/2 examples each, their means 2 `apart` from each other."""
    rng = np.random.default_rng(seed)
    signs = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    x = rng.normal(size=(n, d))
    x[:, 0] += apart * signs
    return x, signs
