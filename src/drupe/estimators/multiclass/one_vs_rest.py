"""One against the rest: a machine for each class, and the largest output."""

from typing import Annotated, Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.multiclass.shared_gram import KernelRows, Pieces
from drupe.estimators.multiclass.two_class_ensemble import Codes, ScoredEnsemble
from drupe.estimators.ranges import TRUTH
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.shapes import Reals, Sometimes, Wholes


@declared
class OneVsRest(ScoredEnsemble):
    """argmax over classes c of f_c(x), each trained with class c against all others.

    If exactly one machine claims the example this is its class; if several or none do, the real outputs decide, and
    among equal ones the first class in `classes_`. Two classes need one machine only, since f₁ − f₀ is one function.

    Parameters
    ----------
    normalized
        Whether outputs are divided by the length of their weight vector, so that they are distances in feature space
        and can be compared between classes. (The length of x is the same for all and left out.) Needs machines with
        `coef_`, or with `support_` and `dual_coef_` on kernel values.

    Attributes
    ----------
    norms_
        ‖w‖ of each machine; only if normalized.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], ["a", "b", "c"]
    >>> OneVsRest(SVC(kernel="linear", C=100)).fit(X, y).predict(X).tolist()
    ['a', 'b', 'c']

    References
    ----------
    [Herbrich02]_, section 2.4.4, page 59; [Graepel02]_, sections 1.2 and 9.2.1; [Cristianini00]_, section 2.1.3.
    """

    normalized: bool = parameter(TRUTH, default=False)

    codes_: Annotated[Codes, Wholes("classes", "machines"), Wholes("classes", "scores")] = learned()
    norms_: Annotated[Vector, Reals("machines"), Sometimes()] = learned()

    def _codes(self, k: int) -> Codes:
        if k == 2:
            return np.array([[-1], [1]], dtype=np.int8)
        return np.where(np.eye(k, dtype=bool), 1, -1).astype(np.int8)

    def _scores(self, outputs: Matrix) -> Matrix:
        if self.normalized:
            check_is_fitted(self, "norms_")
        scaled = outputs / self.norms_ if self.normalized else outputs
        return np.hstack([np.zeros_like(scaled), scaled]) if len(self.classes_) == 2 else scaled

    def _look_back(self, pieces: Pieces, counted: Index, classes: Index) -> None:
        self.__dict__.pop("norms_", None)
        if self.normalized:
            machines = zip(self.estimators_, self.examples_, strict=True)
            self.norms_ = np.array([weight_norm(machine, pieces, examples) for machine, examples in machines])


def weight_norm(machine: Any, pieces: Pieces, examples: Index) -> float:
    """‖w‖ of a fitted two-class machine: of `coef_`, or √(βᵀKβ) of its expansion."""
    if hasattr(machine, "coef_"):
        norm = float(np.linalg.norm(np.asarray(machine.coef_)))
    elif isinstance(pieces, KernelRows) and hasattr(machine, "dual_coef_") and hasattr(machine, "support_"):
        support = examples[np.asarray(machine.support_)]
        beta = np.asarray(machine.dual_coef_, dtype=np.float64).reshape(-1)
        norm = max(float(beta @ pieces.piece(support, support) @ beta), 0.0) ** 0.5
    else:
        raise ParameterError(
            f"normalized=True needs the weight vector of {type(machine).__name__}: one with coef_, or a machine with "
            "dual_coef_ and support_ whose kernel is one of drupe's or 'precomputed'."
        )
    return norm if norm > 0 else 1.0
