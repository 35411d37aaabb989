"""What scikit-learn's `penalty`, `l1_ratio` and `C` mean together, in the spelling of any of its versions."""

import math
from dataclasses import dataclass

from drupe.foundation.errors import ParameterError
from drupe.solvers.linear_problem import LinearPenalty

UNPENALIZED = 1e10
"""Price of the loss at which the penalty counts for nothing: what is left of it is as good as lost in rounding."""


@dataclass(frozen=True)
class LogisticPenalty:
    """A penalty, and what the loss costs beside it.

    Parameters
    ----------
    kind
        Squares or absolute values.
    price
        C.
    """

    kind: LinearPenalty
    price: float


def logistic_penalty(penalty: str | None, l1_ratio: float | None, C: float) -> LogisticPenalty:
    """The penalty that was meant; an InputError's sibling says what would do where none is solved.

    >>> logistic_penalty("deprecated", 1.0, 2.0).kind.name, logistic_penalty(None, 0.0, 1.0).price
    ('ABSOLUTES', 10000000000.0)
    """
    if penalty is None or (math.isinf(C) and penalty in ("deprecated", "l2")):
        return LogisticPenalty(LinearPenalty.SQUARES, UNPENALIZED)
    if math.isinf(C):
        raise ParameterError(f"C = inf means no penalty; with penalty={penalty!r} it must be finite.")
    ratio = 0.0 if l1_ratio is None else float(l1_ratio)
    if penalty == "l2" or (penalty != "l1" and ratio == 0.0):
        return LogisticPenalty(LinearPenalty.SQUARES, float(C))
    if penalty == "l1" or ratio == 1.0:
        return LogisticPenalty(LinearPenalty.ABSOLUTES, float(C))
    raise ParameterError(
        f"l1_ratio={ratio:g} mixes squares and absolute values, an elastic net, which is not solved here; take "
        "l1_ratio=0 or 1, or scikit-learn's LogisticRegression with solver='saga'."
    )
