"""Machines that are ridge regressions at heart, as the problem that they solve."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import clone

from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.fixed_kernel import loose
from drupe.estimators.gaussian_process.gaussian_process_regressor import GaussianProcessRegressor
from drupe.estimators.largest_output import class_signs
from drupe.estimators.many_targets import as_columns
from drupe.estimators.regularized.kernel_ridge import KernelRidge
from drupe.estimators.sample import Sample
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.grams.lazy import LazyGram
from drupe.kernels.base import Kernel
from drupe.selection.kernel_fisher_cv import KernelFisherCV
from drupe.selection.kernel_ridge_cv import KernelRidgeCV
from drupe.solvers.expansions.norm_system import ridge_problem
from drupe.solvers.expansions.penalties import FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.ridge_problem import RidgeProblem


@dataclass(frozen=True, eq=False)
class RidgeView:
    """A machine on a sample as a ridge problem.

    Parameters
    ----------
    problem
        What is solved, one column of targets for each output; a last one of ones where targets are centered.
    labels
        Targets or classes, as they came.
    outputs
        How many outputs the machine has.
    flat
        Whether outputs are a vector.
    centered
        Whether every fit takes its targets from their own mean.
    prefixed
        Whether machines of the first examples solve the same problem on these.
    """

    problem: RidgeProblem
    labels: npt.NDArray[Any]
    outputs: int
    flat: bool
    centered: bool = False
    prefixed: bool = True


def ridge_view(machine: Any, X: Any, y: Any, sample_weight: Any) -> RidgeView:
    """The problem of a machine, fitted or not, whose parameters are fixed; else an error that says why not."""
    known = isinstance(machine, KernelRidge | KernelFisher | GaussianProcessRegressor)
    if not known or isinstance(machine, KernelFisherCV | KernelRidgeCV):
        raise InputTypeError(
            "closed forms are known of KernelRidge, KernelFisher and GaussianProcessRegressor, got "
            f"{type(machine).__name__}."
        )
    copy = clone(machine)
    _require_fixed(copy)
    came, sample = copy._checked(X, y, sample_weight)
    if len(sample) < len(came):
        raise InputError("examples of weight zero take part in no fold; leave them out.")
    labels, sample = np.asarray(y), sample.in_double()
    if isinstance(copy, KernelRidge):
        problem, _ = copy._problem(sample)
        return RidgeView(problem, labels, problem.targets.shape[1], sample.targets.ndim == 1)
    if isinstance(copy, KernelFisher):
        return _of_fisher(copy, sample, labels)
    return _of_process(copy, sample, labels)


def _of_fisher(machine: KernelFisher, sample: Sample, labels: npt.NDArray[Any]) -> RidgeView:
    signs = class_signs(sample.targets, len(machine.classes_))
    gram = LazyGram(machine._kernel(sample), sample.inputs, machine.n_jobs)
    program = ExpansionProgram(gram, signs, sample.weights, machine._strength, penalty=machine._penalty())
    prefixed = isinstance(program.penalty, FunctionNorm)
    return RidgeView(ridge_problem(program), labels, signs.shape[1], signs.shape[1] == 1, prefixed=prefixed)


def _of_process(machine: GaussianProcessRegressor, sample: Sample, labels: npt.NDArray[Any]) -> RidgeView:
    targets = as_columns(sample.targets)
    count, centered = targets.shape[1], bool(machine.normalize_y)
    columns = np.column_stack([targets, np.ones(len(targets))]) if centered else targets
    strengths = np.full(columns.shape[1], float(machine.noise) + float(machine.alpha))
    gram = LazyGram(machine._kernel(sample), sample.inputs, machine.n_jobs)
    problem = RidgeProblem(gram, columns, strengths, np.ones(len(targets)))
    return RidgeView(problem, labels, count, sample.targets.ndim == 1, centered)


def _require_fixed(machine: Any) -> None:
    """Refuse what every fold would choose anew."""
    reason = loose(machine.get_params(deep=False))
    if isinstance(machine, GaussianProcessRegressor):
        searched = machine.optimizer is not None or isinstance(machine.noise, str)
        if searched or not isinstance(machine.kernel, Kernel):
            reason = "kernel and noise come from the data; give both, and optimizer=None"
        elif np.ndim(machine.alpha):
            reason = "alpha has a number for each example, which folds do not share; give one number"
    elif isinstance(machine, KernelFisher) and machine.centers is not None:
        reason = "its centers are chosen anew in every fit; take centers=None"
    elif isinstance(machine, KernelFisher) and machine.alpha == 0.0:
        reason = "without a penalty there is no system to solve; take an alpha above 0"
    if reason:
        raise ParameterError(f"{type(machine).__name__} has no closed form of its folds: {reason}.")
