"""
Adding a kernel
===============

A kernel is one frozen dataclass with a formula. Everything else follows: machines, algebra, Gram matrices, checks.
"""

# %%
# **With a form.** If the formula is a comparison of two vectors (dot product, squared distance, sum of absolute
# differences) followed by maps of numbers, say so in `form`: the native core then evaluates it, as fast as the
# kernels that come with the library. Here a bell whose tail falls with a power of the distance.

from dataclasses import dataclass

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

from drupe import SVC
from drupe.displays import GramDisplay
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import length, positive
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Kernel, check_kernel
from drupe.kernels.forms import Affine, Form, Power, squared_distance


@dataclass(frozen=True)
class Tail(Kernel[Vectors]):
    """k(x, z) = (1 + |x - z|^2 / width^2)^(-power)."""

    width: float = length(1.0)
    power: float = positive(1.0)

    def form(self) -> Form:
        rate = self.width**-2
        return squared_distance(rate).map(Affine(rate, 1.0)).map(Power(-self.power))


print(Tail(width=2.0, power=3.0)([[0.0]], [[2.0]]))  # one half to the third

# %%
# Ranges are part of the fields, so nonsense is refused where it is said.

try:
    Tail(width=-1.0)
except ParameterError as error:
    print(error)

# %%
# **With a matrix.** Any other formula writes `matrix`. The overlap of two histograms is one; the counts of ink in the
# digits serve as histograms.


@dataclass(frozen=True)
class Overlap(Kernel[Vectors]):
    """k(x, z) = sum over j of min(x_j, z_j), for entries that are not negative."""

    def matrix(self, left: Vectors, right: Vectors) -> Matrix:
        return np.minimum(left.array[:, None, :], right.array[None, :, :]).sum(axis=2)


X, y = load_digits(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X[:600], y[:600], random_state=0)
for kernel in (
    Tail(width=30.0, power=2.0),
    Overlap(),
    Overlap().normalized() + Tail(width=30.0) * Gaussian(width=30.0),
):
    model = SVC(kernel=kernel, C=10.0).fit(X_train, y_train)
    print(f"{model.score(X_test, y_test):.3f}", kernel)

# %%
# **Is it one?** `check_kernel` compares all ways to evaluate a kernel with each other and looks for a violation of what
# it promises, on examples of yours.

print(check_kernel(Tail(width=30.0), X[:40]))

# %%
# A formula that only looks like a kernel is found out. The verdict names the smallest eigenvalue that it saw.


@dataclass(frozen=True)
class Near(Kernel[Vectors]):
    """1 where two examples are nearer than a given distance, else 0: not positive semi-definite."""

    distance: float = length(1.0)

    def matrix(self, left: Vectors, right: Vectors) -> Matrix:
        gaps = np.linalg.norm(left.array[:, None, :] - right.array[None, :, :], axis=2)
        return (gaps < self.distance).astype(float)


report = check_kernel(Near(distance=30.0), X[:40])
print(*(f"{finding.name}: {finding.detail}" for finding in report.failures))

# %%
# **What does it see?** The Gram matrix of some digits, in the order of their classes.

order = np.argsort(y[:200], kind="stable")
GramDisplay.from_kernel(Overlap().normalized(), X[:200][order])

# %%
# To add it to the library itself: one file, one line, one test, see :doc:`/contributing`.
