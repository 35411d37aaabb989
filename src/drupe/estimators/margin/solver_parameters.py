"""The parameters of machines that solve a box problem, as a mix-in: when the solver stops, and how exact it is."""

from typing import Any

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.ranges import POSITIVE, SECONDS, TRUTH, OneOf
from drupe.estimators.run_parameters import RunParameters
from drupe.foundation.parameters import Interval


@declared
class SolverParameters(RunParameters):
    """How the solver of box problems runs.

    Parameters
    ----------
    tol
        Largest violation of the optimality conditions at which the solver may stop.
    max_iter
        Limit of the solver's steps; −1 for ten million, or a hundred for each example if that is more.
    max_time
        Limit of the solver's time in seconds; None for none.
    precision
        In which precision kernel rows are held: "auto", "single" or "double".

    Attributes
    ----------
    fit_status_, n_iter_
        As in scikit-learn.
    solver_info_
        Gap, violation, steps, seconds and why the solver stopped.
    """

    tol: float = parameter(POSITIVE, default=1e-3, before="cache_size", last=True)
    max_iter: int = parameter(Interval(-1, whole=True), default=-1, before="n_jobs", last=True)
    max_time: float | None = parameter(SECONDS, default=None, before="n_jobs", last=True)
    precision: str = parameter(OneOf("auto", "single", "double"), default="auto", last=True)


@declared
class StartedSolverParameters(SolverParameters):
    """The same, as the machines have it that take the place of scikit-learn's: they can start where another ended.

    Parameters
    ----------
    shrinking
        Has no effect: the solver sets examples aside as it sees fit.
    start
        Where to begin: a machine fitted on as many examples, or coefficients for each example.
    """

    shrinking: bool = parameter(TRUTH, default=True, before="tol")
    max_time: float | None = parameter(SECONDS, default=None, before="on_interrupt", last=True)
    start: Any = parameter(default=None, last=True)
