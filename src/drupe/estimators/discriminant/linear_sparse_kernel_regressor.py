"""Linear sparse kernel regression: least absolute deviations with few centers."""

from drupe.estimators.declaration import declared
from drupe.estimators.discriminant.expansion_regressor import ExpansionRegressor
from drupe.estimators.discriminant.linear_sparse_program import LinearSparseProgram


@declared
class LinearSparseKernelRegressor(LinearSparseProgram, ExpansionRegressor):
    """min Σᵢ wᵢ |f(xᵢ) + b − yᵢ| + alpha ‖a‖₁, f = Σⱼ aⱼ k(xⱼ, ·): the conditional median, by few centers.

    A linear program, solved exactly at a vertex; outliers of the targets have no more than their weight.

    Notes
    -----
    As many examples are met exactly as there are coefficients, and one more. Of examples with identical inputs one has
    the coefficient.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(-10.0, 10.0, 100)
    >>> y = np.sinc(x / np.pi)
    >>> y[::10] += 5.0  # outliers
    >>> machine = LinearSparseKernelRegressor("rbf", gamma=0.25, alpha=0.01).fit(x[:, None], y)
    >>> bool(np.abs(machine.predict(x[:, None]) - np.sinc(x / np.pi)).max() < 0.05), len(machine.support_) < 40
    (True, True)

    References
    ----------
    [Mika02]_, section 3.6.3 and eq. 3.55.
    """
