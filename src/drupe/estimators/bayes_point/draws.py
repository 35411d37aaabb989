"""How a sampling machine came to what it knows: the classifiers of every problem, and their errors in training."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.shapes import Each, Reals


@dataclass(frozen=True, eq=False)
class Draws:
    """N classifiers of length one for each problem, all over the same examples.

    Parameters
    ----------
    coefficients
        For each problem α, one row for each classifier, one column for each training example.
    training_errors
        Share of the examples that each classifier gets wrong: one row for each problem.
    noise
        The probability of flipped labels that was assumed in each problem.
    complete
        Whether all classifiers that were asked for are there.
    seconds
        Wall time of the drawing.
    """

    coefficients: Annotated[tuple[sp.csr_array, ...], Each(Reals("members", "examples"), "problems")] = field(
        repr=False
    )
    training_errors: Annotated[Matrix, Reals("problems", "members")] = field(repr=False)
    noise: Annotated[Vector, Reals("problems")]
    complete: bool
    seconds: float

    @property
    def members(self) -> int:
        """N: how many classifiers there are for each problem."""
        return int(self.training_errors.shape[1])

    @property
    def gibbs_error(self) -> float:
        """Mean share of training examples that a classifier gets wrong: the training error of the Gibbs strategy."""
        return float(self.training_errors.mean())

    def uses(self) -> Index:
        """In how many classifiers, over all problems, each training example has a coefficient that is not zero.

        References
        ----------
        [Graepel02]_, section 9.2.1, figure 9.5.
        """
        counts = sum(np.bincount(part.indices[part.data != 0], minlength=part.shape[1]) for part in self.coefficients)
        return np.asarray(counts, dtype=np.int64)

    def most_used(self, count: int = 25) -> Index:
        """The examples that most classifiers rest on, most used first: hard ones, and those with wrong labels."""
        return np.argsort(-self.uses(), kind="stable")[:count]

    def support(self) -> Index:
        """The examples that any classifier rests on."""
        return np.flatnonzero(self.uses())

    def columns(self, support: Index) -> Matrix:
        """Coefficients at these examples: a row for each, a column for each classifier, problem after problem."""
        return np.hstack([part[:, support].toarray().T for part in self.coefficients])
