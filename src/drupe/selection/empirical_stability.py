"""How far losses move if an example is left out: the stability of a machine as a sample shows it."""

from typing import Any

import numpy as np

from drupe.foundation.errors import ParameterError
from drupe.losses.base import Loss
from drupe.selection.ridge_view import ridge_view
from drupe.solvers.closed_forms.stability import outputs_without_each
from drupe.solvers.direct_ridge import DirectRidge


def empirical_stability(machine: Any, X: Any, y: Any, loss: Loss) -> float:
    """max over examples i and x of |ℓ(f(x), y) − ℓ(f₋ᵢ(x), y)|, f₋ᵢ fitted without example i: how stable it was here.

    An estimate of the uniform stability of bounds, and never more than it. For the machines of `closed_form_folds`, of
    hundreds of examples; `loss` is of `drupe.losses`, of outputs and targets (±1 for classes).

    Examples
    --------
    >>> from drupe import KernelRidge
    >>> from drupe.losses import Absolute
    >>> empirical_stability(KernelRidge(fit_intercept=True), [[0.0], [0.0], [0.0]], [1.0, 2.0, 6.0], Absolute())
    1.5

    References
    ----------
    [Mika02]_, definition 4.1.
    """
    view = ridge_view(machine, X, y, None)
    if view.centered:
        raise ParameterError("with normalize_y every fit has targets of its own; pass targets that are normalized.")
    if len(np.unique(view.problem.strengths)) > 1:
        raise ParameterError("one alpha for all targets is needed to compare the functions of all examples but one.")
    left_out, targets = outputs_without_each(view.problem), view.problem.targets
    dual = DirectRidge().solve(view.problem).coefficients
    whole = targets - view.problem.strengths * dual / view.problem.weights[:, None]
    changed = loss.value(left_out, np.broadcast_to(targets, left_out.shape)) - loss.value(whole, targets)
    return float(np.abs(changed).max())
