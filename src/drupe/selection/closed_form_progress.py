"""Outputs of the machines of the examples before each, in the order of the sample, none of them fitted."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import ParameterError
from drupe.selection.ridge_view import ridge_view
from drupe.solvers.closed_forms.prefixes import progressive_outputs


def closed_form_progress(machine: Any, X: Any, y: Any, sample_weight: Any = None) -> Matrix:
    """What the machine of the examples before it would put out at each example, in the order of the sample.

    For the machines of `closed_form_folds`; NaN at the first where there is an offset, else 0.

    Examples
    --------
    >>> from drupe import KernelRidge
    >>> closed_form_progress(KernelRidge(fit_intercept=True), [[0.0], [0.0], [0.0]], [1.0, 2.0, 6.0]).round(9).tolist()
    [nan, 1.0, 1.5]

    References
    ----------
    [Mika02]_, eq. 3.63.
    """
    view = ridge_view(machine, X, y, sample_weight)
    if not view.prefixed:
        raise ParameterError('with penalty="coefficients" machines of the first examples have other centers.')
    found = progressive_outputs(view.problem)
    if view.centered:
        before = np.arange(len(found))[:, None]
        sums = np.cumsum(view.problem.targets[:, : view.outputs], axis=0) - view.problem.targets[:, : view.outputs]
        found = found[:, :-1] + sums / np.maximum(before, 1) * (1.0 - found[:, -1:])
        found[0] = np.nan
    return found[:, 0] if view.flat else found
