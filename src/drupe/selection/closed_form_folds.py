"""Cross-validated outputs of ridge machines, Gaussian processes and Fisher discriminants, none of them fitted."""

from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.model_selection import check_cv

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError
from drupe.selection.ridge_view import ridge_view
from drupe.solvers.closed_forms.folds import fold_outputs


def closed_form_folds(machine: Any, X: Any, y: Any, cv: Any = 5, sample_weight: Any = None) -> Matrix:
    """What the machine would put out at each example if it were fitted on the other folds, without fitting it.

    `cross_val_predict(machine, X, y, cv=cv, method="decision_function")` of a `KernelFisher` with
    threshold="least squares", `cross_val_predict(machine, X, y, cv=cv)` of a `KernelRidge` or a
    `GaussianProcessRegressor` with optimizer=None, all in the time of three fits.

    Parameters
    ----------
    machine
        A machine of these kinds, fitted or not; its kernel must be fixed, and not taken from the data.
    X, y
        Examples and their targets or classes.
    cv
        A number of folds, a splitter of scikit-learn's, or pairs of positions (seen, held out); each fold holds out
        all that it does not learn from, and every example is held out once.
    sample_weight
        How often each example counts, above zero.

    Examples
    --------
    >>> from drupe import KernelRidge
    >>> machine = KernelRidge(fit_intercept=True)  # of inputs that are all alike: means of the others
    >>> closed_form_folds(machine, [[0.0], [0.0], [0.0]], [1.0, 2.0, 6.0], cv=3).round(9).tolist()
    [4.0, 3.5, 1.5]

    References
    ----------
    [Mika02]_, section 4.4; [Wahba90]_, theorem 4.2.1.
    """
    view = ridge_view(machine, X, y, sample_weight)
    folds = _held_out(cv, view.labels, classifier=is_classifier(machine))
    found = fold_outputs(view.problem, folds)
    if view.centered:
        # Targets of every fit are taken from their own mean: with H1 the outputs for targets of 1, Hy + m(1 − H1).
        means = np.empty((len(view.labels), view.outputs))
        for fold in folds:
            means[fold] = np.delete(view.problem.targets[:, : view.outputs], fold, axis=0).mean(axis=0)
        found = found[:, :-1] + means * (1.0 - found[:, -1:])
    return found[:, 0] if view.flat else found


def _held_out(cv: Any, labels: Any, classifier: bool) -> list[Index]:
    """The folds, each example in one of them."""
    n = len(labels)
    found: list[Index] = []
    for seen, held in check_cv(cv, labels, classifier=classifier).split(np.zeros((n, 1)), labels):
        if len(np.union1d(seen, held)) < n or len(np.intersect1d(seen, held)):
            raise InputError(
                f"fold {len(found)} of cv does not learn from all examples but those that it holds out; closed forms "
                "need that."
            )
        found.append(np.asarray(held, dtype=np.int64))
    if not np.array_equal(np.sort(np.concatenate(found)), np.arange(n)):
        raise InputError("cv must hold out every example once; pass a number such as 5, or a splitter like KFold.")
    return found
