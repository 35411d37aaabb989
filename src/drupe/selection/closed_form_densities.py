"""How probable each target is to the machine fitted on all others, of ridge machines and Gaussian processes."""

from typing import Any

import numpy as np

from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.selection.ridge_view import ridge_view
from drupe.solvers.closed_forms.bordered_inverse import BorderedInverse, by_strength


def closed_form_densities(machine: Any, X: Any, y: Any, sample_weight: Any = None) -> Matrix:
    """ln p(yᵢ | all others) = −½ ln(2π σᵢ²) − rᵢ² / (2 σᵢ²), where rᵢ = αᵢ/Gᵢᵢ is missed and σᵢ² = 1/Gᵢᵢ; none fitted.

    G is the inverse of K + λW⁻¹, bordered where there is an offset. The mean over all examples compares kernels, widths
    and strengths as evidence does, but asks how well targets are foretold, not how well the prior fits: it suffers less
    where the prior is wrong. A ridge machine is taken for the Gaussian process with the noise variance `alpha`, so that
    the scale of the targets counts.

    Parameters
    ----------
    machine
        A `KernelRidge`, or a `GaussianProcessRegressor` with optimizer=None, fitted or not; its kernel must be fixed.
    X, y
        Examples and their targets.
    sample_weight
        How often each example counts, above zero; its noise is alpha over its weight.

    Notes
    -----
    Complexity: O(n³), as long as three fits.

    Examples
    --------
    A single other example of another place says nothing: y ~ N(0, 1 + 1).

    >>> from drupe import KernelRidge
    >>> from drupe.kernels import Gaussian
    >>> machine = KernelRidge(1.0, kernel=Gaussian(1.0))
    >>> found = closed_form_densities(machine, [[0.0], [100.0]], [0.0, 2.0])
    >>> found.round(6).tolist()  # -ln(4π)/2, and 1 less
    [-1.265512, -2.265512]

    References
    ----------
    [Rasmussen06]_, section 5.4.2, eq. 5.10 to 5.12.
    """
    if isinstance(machine, KernelFisher):
        raise InputTypeError("classes have no density; ask a KernelRidge or a GaussianProcessRegressor.")
    view = ridge_view(machine, X, y, sample_weight)
    if view.centered:
        raise ParameterError("normalize_y takes the unit of the targets from each fit; center and scale y beforehand.")
    found = np.empty(view.problem.targets.shape)
    for outputs, part in by_strength(view.problem):
        inverse = BorderedInverse.of(part)
        precisions = np.diagonal(inverse.matrix)[:, None]
        squares = inverse.coefficients**2 / precisions
        found[:, outputs] = 0.5 * (np.log(precisions / (2.0 * np.pi)) - squares)
    return found[:, 0] if view.flat else found
