"""A linear machine for many values of C, each from where the last ended."""

from collections.abc import Sequence
from typing import Any

from sklearn.base import clone

from drupe.estimators.linear.linear_machine import LinearMachine
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError
from drupe.selection.candidates import candidates


def linear_path(
    machine: Any, X: Any, y: Any, Cs: int | Sequence[float] | Vector = 10, *, sample_weight: Any = None
) -> tuple[Any, ...]:
    """min P(w) + C Σᵢ L(yᵢ, ⟨w, xᵢ⟩ + b) for every C: a fitted machine for each, from the smallest C to the largest.

    What one fit learned of the data serves the next: the weights, and where squared losses have few columns also the
    products of columns, so that twenty values take little more time than a few. Each machine is what its own `fit`
    finds, within its gap.

    Parameters
    ----------
    machine
        A `LinearSVC`, `LinearSVR` or `LogisticRegression`; its C is not looked at, and it is not fitted itself.
    X, y
        The examples and their classes or targets.
    Cs
        Positive numbers, taken in rising order and each once, or how many between 10⁻² and 10³.
    sample_weight
        How often each example counts.

    Examples
    --------
    >>> from drupe import LinearSVC
    >>> path = linear_path(LinearSVC(fit_intercept=False), [[1.0], [-1.0]], [1, 0], [0.25, 1.0])
    >>> [machine.coef_.round(6).item() for machine in path]  # w = 4C / (1 + 4C)
    [0.5, 0.8]

    References
    ----------
    [Friedman10]_, section 2.5; [Fan08]_, section 2.
    """
    if not isinstance(machine, LinearMachine):
        raise ParameterError(f"linear_path takes LinearSVC, LinearSVR or LogisticRegression, got {machine!r}.")
    values = candidates(Cs, "linear_path")
    first = clone(machine).set_params(C=1.0)
    inputs, sample = first._checked(X, y, sample_weight)
    with first._watch() as watch:
        fits = first._path(sample, values, watch)
    found = []
    for C, fit in zip(values.tolist(), fits, strict=True):
        one = clone(machine).set_params(C=C)
        if hasattr(first, "classes_"):
            one.classes_ = first.classes_
        found.append(one._become(inputs, fit))
    return tuple(found)
