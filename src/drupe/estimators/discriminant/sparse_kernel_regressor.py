"""Sparse kernel regression: least squares with few centers."""

from typing import Annotated

from drupe.estimators.declaration import declared, learned
from drupe.estimators.discriminant.expansion_regressor import ExpansionRegressor
from drupe.estimators.discriminant.sparse_program import SparseProgram
from drupe.foundation.arrays import Vector
from drupe.foundation.shapes import Reals


@declared
class SparseKernelRegressor(SparseProgram, ExpansionRegressor):
    """min ½ Σᵢ wᵢ (f(xᵢ) + b − yᵢ)² + alpha ‖a‖₁, f = Σⱼ aⱼ k(xⱼ, ·): the LASSO over a kernel's columns.

    Solved exactly for this alpha, on the way through all larger ones, which `path` gives.

    Notes
    -----
    Of examples with identical inputs the first has the coefficient and the others none.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(-10.0, 10.0, 100)
    >>> machine = SparseKernelRegressor("rbf", gamma=0.25, alpha=0.01).fit(x[:, None], np.sinc(x / np.pi))
    >>> len(machine.support_) <= 20, bool(np.abs(machine.predict(x[:, None]) - np.sinc(x / np.pi)).max() < 0.02)
    (True, True)

    References
    ----------
    [Mika02]_, section 3.6.3 and figure 5.5; [Osborne00]_, section 4.
    """

    alpha_: Annotated[Vector, Reals("functions")] = learned()
