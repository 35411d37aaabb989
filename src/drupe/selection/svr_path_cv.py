"""The support vector regressor that chooses C, tube and kernel by cross-validation, over one matrix for each kernel."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.declaration import constant, declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.margin.svr import SVR
from drupe.estimators.progress_bar import progress_bar
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import Progress, both, rising, share
from drupe.foundation.shapes import Sometimes
from drupe.grams.base import Gram
from drupe.grams.held import held, held_bytes
from drupe.kernels.base import Kernel
from drupe.selection.candidates import candidates
from drupe.selection.grid_scores import GridScores
from drupe.selection.held_out_numbers import scored_numbers
from drupe.selection.kernel_axis import kernel_axis, listed_kernels, loose_search
from drupe.selection.splits import Split, side_by_side, splits
from drupe.selection.svc_path_cv import HELD_SHARE
from drupe.selection.tube_folds import TubeOutputs, TubeTask, computed_tube_outputs, held_tube_outputs
from drupe.solvers.balance import Balance, Balanced, Free
from drupe.solvers.builders.eps_svr import eps_svr
from drupe.solvers.options import Options, Precision
from drupe.solvers.problem import BoxProblem
from drupe.solvers.refinement import further, refines

DECADES = (-2.0, 0.0)
"""Powers of ten, in units of the deviation of y, between which epsilon is sought if only their number is given."""


@declared
class SVRPathCV(SVR):
    """An SVR whose C, and tube and kernel if asked, are those that do best on held-out examples, then fitted on all.

    What `GridSearchCV(SVR())` over C, epsilon and gamma does, faster: each kernel is computed once for all folds, tubes
    and C, and every C starts from the solution of the last. Everything that an SVR has, this has too.

    Parameters
    ----------
    Cs
        Values of C to try, or how many of them between 10⁻² and 10³.
    epsilons
        Values of epsilon to try with each C; a number for as many between 1/100 and 1 times the standard deviation of
        y; None for `epsilon` alone.
    cv
        A number of folds, a splitter of scikit-learn's, or pairs of positions (seen, held out).
    scoring
        None for R², a name of scikit-learn's such as "neg_mean_absolute_error", or a scorer. A scorer is not given the
        examples but their places.
    gammas
        Values of gamma to try with each C; a number for as many between 1/100 and 100 times gamma="scale"; None for
        `gamma` alone.
    kernels
        Kernels of drupe to try with each C instead.
    cache_size
        Memory for kernel values in MB. If half of it holds the kernel matrix, no value is computed twice.
    max_iter
        Limit of the solver's steps for each C; −1 for none.

    Attributes
    ----------
    C_, epsilon_
        What was chosen; of equally good ones the smallest C, then the narrowest tube, then the widest kernel.
    best_kernel_
        The kernel, if there was a choice.
    best_params_
        What was chosen, by the names of parameters.
    path_
        The scores of all candidates on every fold, a `GridScores`.
    cv_results_
        The same as a dictionary of columns, as in scikit-learn.
    best_score_
        Mean score of the chosen candidate.
    n_candidates_, n_splits_
        How many candidates there were, and on how many folds they were tried: what a bound has to pay for the choice.

    Notes
    -----
    With gamma="scale" the variance is that of all examples, where GridSearchCV takes it anew in every fold.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    >>> machine = SVRPathCV(Cs=[0.01, 100.0], epsilons=[0.0, 1.0], kernel="linear", cv=3).fit(X, y)
    >>> machine.best_params_, round(machine.best_score_, 6)  # a line without noise
    ({'C': 100.0, 'epsilon': 0.0}, 1.0)

    References
    ----------
    [Cristianini00]_, section 6.2.2; [Chang11]_, sections 2.4 and 4.
    """

    Cs: int | Sequence[float] | Vector = parameter(default=10, before="kernel")
    epsilons: int | Sequence[float] | Vector | None = parameter(default=None, before="kernel")
    cv: Any = parameter(default=5, before="kernel")
    scoring: str | Callable[..., float] | None = parameter(default=None, before="kernel")
    gammas: int | Sequence[float] | Vector | None = parameter(default=None, before="kernel")
    kernels: Sequence[Kernel[Any]] | None = parameter(default=None, before="kernel")

    C: float = learned()  # under the name C_
    shrinking: bool = constant(True)
    max_time: float | None = constant(None)
    on_interrupt: str = constant("raise")
    start: Any = constant(None)

    C_: float = learned()
    epsilon_: float = learned()
    path_: GridScores = learned()
    best_kernel_: Annotated[Kernel[Any], Sometimes()] = learned()
    n_candidates_: int = learned()
    n_splits_: int = learned()

    @property
    def cv_results_(self) -> dict[str, Any]:
        """The columns of scikit-learn's table of the same name, times excepted."""
        return self.path_.table()

    @property
    def best_score_(self) -> float:
        """Mean score of the chosen candidate."""
        return float(self.path_.mean[self.path_.best_place])

    @property
    def best_params_(self) -> dict[str, Any]:
        """What was chosen, by the names of parameters."""
        return dict(self.path_.best)

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Choose, and learn with what was chosen."""
        self.__dict__.pop("best_kernel_", None)
        return super().fit(X, y, sample_weight)

    def scores(self, X: Any, y: Any, sample_weight: Any = None, *, progress: Progress | None = None) -> GridScores:
        """How well each candidate does on the examples held out: all of `fit` but the machine at the end.

        `progress` is told how far the folds are; Ctrl-C ends them.
        """
        asked: SVRPathCV = clone(self)
        _, sample = asked._checked(X, y, sample_weight)
        return asked._path(sample, progress)[0]

    def _kernel_choice(self) -> KernelChoice:
        """The kernel that was chosen, once one is; before that whichever may be."""
        if "best_kernel_" in self.__dict__:
            return KernelChoice(self.best_kernel_)
        return KernelChoice(listed_kernels(self.kernels)[0]) if self.kernels is not None else super()._kernel_choice()

    def _loose(self) -> str:
        return loose_search(self)

    def _balance(self) -> Balance:
        return Balanced() if self.fit_intercept else Free()

    def _problem(self, gram: Gram, sample: Sample, start: Vector | None) -> BoxProblem:
        return eps_svr(gram, sample.targets, self.epsilon_, self.C_ * sample.weights, start, self._balance())

    def _learn(self, sample: Sample) -> Fitted:
        path, kernels = self._path(sample, None)
        if path.judged.max() < path.folds.shape[1]:
            raise InputError(
                "no candidate has a score in every fold; R² needs folds that hold out two examples: use fewer folds, "
                "or another scoring."
            )
        self.C_, self.epsilon_ = path.best["C"], path.best.get("epsilon", float(self.epsilon))
        if self.gammas is not None or self.kernels is not None:
            self.best_kernel_ = kernels[path.best_place % len(kernels)]
        fitted = super()._learn(sample)
        chosen = {"path_": path, "n_candidates_": len(path), "n_splits_": path.folds.shape[1]}
        return replace(fitted, attributes={**fitted.attributes, **chosen})

    def _path(self, sample: Sample, progress: Progress | None) -> tuple[GridScores, tuple[Kernel[Any], ...]]:
        """One row for each candidate, one column for each fold; and the kernels that were tried."""
        owner = type(self).__name__
        Cs, epsilons = candidates(self.Cs, owner), self._tubes(sample)
        choice = KernelChoice(self.kernel, self.degree, self.gamma, self.coef0)
        axis = kernel_axis(choice, self.gammas, self.kernels, sample, owner)
        folds = splits(self.cv, sample, sample.targets, classifier=False)
        order = side_by_side(folds, np.zeros(len(sample), dtype=np.int64))
        folds, sample = [fold.within(order) for fold in folds], sample.take(order).in_double()
        with progress_bar(owner, bool(self.verbose)) as bar:
            table = self._judged(sample, folds, axis.kernels, Cs, epsilons, rising(both(bar, progress)))
        tried = {"C": tuple(Cs.tolist())}
        if self.epsilons is not None:
            tried["epsilon"] = tuple(epsilons.tolist())
        if axis.name:
            tried[axis.name] = axis.values
        return GridScores(tuple(tried), tuple(tried.values()), table.reshape(-1, len(folds))), axis.kernels

    def _tubes(self, sample: Sample) -> Vector:
        """The widths that are tried."""
        if self.epsilons is None:
            return np.array([float(self.epsilon)])
        found = candidates(self.epsilons, type(self).__name__, "epsilon", DECADES, Interval(0.0))
        if np.ndim(self.epsilons):
            return found
        mean = np.average(sample.targets, weights=sample.weights)
        return np.asarray(found * np.sqrt(np.average((sample.targets - mean) ** 2, weights=sample.weights)))

    def _judged(
        self,
        sample: Sample,
        folds: Sequence[Split],
        kernels: Sequence[Kernel[Any]],
        Cs: Vector,
        epsilons: Vector,
        heard: Progress | None,
    ) -> npt.NDArray[np.float64]:
        """The scores by C, epsilon, kernel and fold."""
        table = np.empty((len(Cs), len(epsilons), len(kernels), len(folds)))
        tasks = [TubeTask(fold, epsilon) for epsilon in epsilons.tolist() for fold in folds]
        for j, kernel in enumerate(kernels):
            said = self._said(kernel, sample, tasks, Cs, share(heard, j, len(kernels)))
            for place, (task, one) in enumerate(zip(tasks, said, strict=True)):
                targets, weights = sample.targets[task.split.held], sample.weights[task.split.held]
                width, f = divmod(place, len(folds))
                table[:, width, j, f] = [scored_numbers(row, self.scoring, targets, weights) for row in one.outputs]
        return table

    def _said(
        self, kernel: Kernel[Any], sample: Sample, tasks: Sequence[TubeTask], Cs: Vector, heard: Progress | None
    ) -> list[TubeOutputs]:
        """The first attempt that meets the tolerance, else the last one and a warning."""
        gram = self._gram(kernel, sample.inputs)
        options = self._options().but(progress=rising(heard))
        double = options.precision is not Precision.SINGLE
        dtype: np.dtype[Any] = np.dtype(np.float64 if double else np.float32)
        size = held_bytes(gram, dtype)
        kept = held(gram, dtype) if size <= HELD_SHARE * self.cache_size * MEGABYTE else None
        for attempt in _attempts(options, len(sample)):
            if kept is not None:
                rest = replace(attempt, cache_bytes=options.cache_bytes - size)
                found = held_tube_outputs(kept, sample, tasks, Cs, rest, self._balance())
            else:
                found = computed_tube_outputs(kernel, sample, tasks, Cs, attempt, self._balance())
            worst = max(one.worst for one in found)
            if worst <= self.tol:
                return found
        warnings.warn(
            f"{type(self).__name__}: in some folds the solver stopped short of tol = {self.tol:g}; the largest "
            f"violation is {worst:.2e}. Consider scaling features and targets, smaller Cs, or a larger max_iter.",
            ConvergenceWarning,
            stacklevel=stacklevel_outside(),
        )
        return found


def _attempts(options: Options, n: int) -> list[Options]:
    """As an SVR: small samples far beyond the tolerance first; residuals are small differences of large outputs."""
    plain = replace(options, refine=False)
    if plain.precision is Precision.AUTO:
        plain = replace(plain, precision=Precision.DOUBLE)
    return [further(plain, 2 * n), plain] if refines(options, n) else [plain]
