"""The warning after a fit whose solver stopped before it converged."""

import warnings

from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.solver_info import SolverInfo
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import ConvergenceError
from drupe.solvers.solution import Stop


def report(owner: str, info: SolverInfo, tol: float) -> None:
    """Warn with the gap that was reached if the run did not converge; raise if there is nothing to converge to."""
    if info.converged:
        return
    if info.stop is Stop.UNBOUNDED:
        raise ConvergenceError(
            f"{owner} {info.stop.value}: no finite α is best, as where C is infinite and the classes overlap, or none "
            "that float64 can hold; choose a smaller C, scale the data, or take another kernel."
        )
    warnings.warn(
        f"{owner} {info.stop.value} after {info.iterations} steps; the duality gap is {info.gap:.2e}, the objective "
        f"{info.objective:.6g}, the largest violation {info.violation:.2e} where tol = {tol:g}. Consider scaling the "
        "features (sklearn.preprocessing.StandardScaler), a smaller C, or more steps or time.",
        ConvergenceWarning,
        stacklevel=stacklevel_outside(),
    )
