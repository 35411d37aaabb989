"""How many examples are enough: a bound read backwards."""

from collections.abc import Callable
from typing import TypeVar

from drupe.bounds.base import Bound
from drupe.foundation.errors import ParameterError

W = TypeVar("W")

LIMIT = 10**15
"""Beyond, the answer is that no sample is large enough."""


def examples_needed(bound: Bound[W], seen: Callable[[int], W], error: float, delta: float) -> int:
    """The smallest n from which on the bound stays at or below `error` with confidence 1 − δ.

    Parameters
    ----------
    bound
        What certifies.
    seen
        The witness that one expects from n examples, such as no error among n.
    error
        The risk that one can live with.
    delta
        The probability with which it may be exceeded.

    Notes
    -----
    Bounds fall with n but for their first few examples and for steps of rounding; the search doubles n until the bound
    is small enough and then halves the interval.

    Examples
    --------
    >>> from drupe.bounds.capacity.finite_class import FiniteClassConsistent
    >>> from drupe.witness.training import Training
    >>> examples_needed(FiniteClassConsistent(1024), lambda n: Training(errors=0, n=n), error=0.01, delta=0.05)
    993

    References
    ----------
    [Herbrich02]_, section 1.3.
    """
    if not 0.0 < error < bound.most:
        raise ParameterError(f"error must lie between 0 and {bound.most}, got {error!r}.")
    enough = 1
    while bound.risk(seen(enough), delta) > error:
        enough *= 2
        if enough > LIMIT:
            raise ParameterError(f"{type(bound).__name__} does not reach {error} with {LIMIT:.0e} examples.")
    short = enough // 2
    while enough - short > 1:
        middle = (short + enough) // 2
        short, enough = (short, middle) if bound.risk(seen(middle), delta) <= error else (middle, enough)
    return enough
