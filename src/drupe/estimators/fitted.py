"""What learning hands back: the function, how it was found, and what scikit-learn's users look for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from drupe.predictors.predictor import Predictor


@dataclass(frozen=True, eq=False)
class Fitted:
    """The outcome of one fit.

    Parameters
    ----------
    predictor
        The function that was learned; becomes `predictor_`.
    solution
        How it was found; becomes `solution_`.
    attributes
        Further learned attributes by name, such as `support_`.
    """

    predictor: Predictor
    solution: Any
    attributes: Mapping[str, Any] = field(default_factory=dict)
