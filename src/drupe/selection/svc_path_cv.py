"""The support vector classifier that chooses C and kernel by cross-validation, over one matrix for each kernel."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.class_weights import class_factors
from drupe.estimators.declaration import constant, declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import CLOSEST_OPPOSITE, KernelChoice
from drupe.estimators.margin.svc import SVC
from drupe.estimators.progress_bar import progress_bar
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import Progress, both, rising, share
from drupe.foundation.shapes import Sometimes
from drupe.grams.held import held, held_bytes
from drupe.kernels.base import Kernel
from drupe.selection.candidates import candidates
from drupe.selection.computed_folds import computed_fold_outputs
from drupe.selection.fold_outputs import FoldOutputs, FoldTask, SampleFolds, held_fold_outputs
from drupe.selection.grid_scores import GridScores
from drupe.selection.held_out_answers import HeldOutAnswers, scored
from drupe.selection.hopeless import hopeless
from drupe.selection.kernel_axis import KernelAxis, kernel_axis, listed_kernels, loose_search
from drupe.selection.path_scores import PathScores
from drupe.selection.prepared_fold import PreparedFold, batches
from drupe.selection.splits import Split, side_by_side, splits
from drupe.solvers.native import SINGLE_SCALE, SINGLE_TOLERANCE
from drupe.solvers.options import Options, Precision
from drupe.solvers.refinement import further, refines

HELD_SHARE = 0.5
"""The part of the memory for kernel values that one matrix for all folds may take; solvers need the rest."""


@declared
class SVCPathCV(SVC):
    """An SVC whose C, and kernel if asked, are those that do best on held-out examples, then fitted on all of them.

    What `GridSearchCV(SVC())` over C and gamma does, many times faster: each kernel is computed once for all folds and
    all C, every C starts from the solution of the last, and the first C from that of the kernel before. Everything that
    an SVC has, this has too.

    Parameters
    ----------
    Cs
        Values of C to try, or how many of them between 10⁻² and 10³.
    gammas
        Values of gamma to try with each C; a number for as many between 1/100 and 100 times gamma="scale"; None for
        `gamma` alone.
    kernels
        Kernels of drupe to try with each C instead.
    cv
        A number of stratified folds, a splitter of scikit-learn's, or pairs of positions (seen, held out).
    scoring
        None for accuracy, a name of scikit-learn's such as "f1", or a scorer. A scorer is not given the examples but
        their places.
    risk
        With what probability the best candidate may be dropped before all folds have judged it; 0 for never. After
        every fold, who is hopeless by a sign test against another is dropped: see Notes.
    cache_size
        Memory for kernel values in MB. If half of it holds the kernel matrix, no value is computed twice.
    class_weight
        Factors of C by class, or "balanced" for n / (k nᶜ), counted anew in every fold.
    max_iter
        Limit of the solver's steps for each C and pair of classes; −1 for none.

    Attributes
    ----------
    C_
        The C that was chosen; of equally good ones the smallest.
    best_params_
        It and the gamma or kernel that was chosen with it; of equally good ones the widest, or the first listed.
    best_kernel_
        The kernel, if there was a choice.
    path_
        The scores of every C on every fold, a `PathScores`; with gammas or kernels, of all pairs, a `GridScores`.
    cv_results_
        The same as a dictionary of columns, as in scikit-learn.
    best_score_
        Mean score of the chosen C.
    n_candidates_, n_splits_
        How many candidates there were, and on how many folds they were tried: what a bound has to pay for the choice.

    Notes
    -----
    With gamma="scale" the variance is that of all examples, where GridSearchCV takes it anew in every fold.

    The promise behind `risk`: if the answers to held-out examples were independent of each other, the candidate that is
    right most often on new examples would be dropped with this probability at most, however the folds came out. Folds
    share examples that they learn from, so that it holds to the extent that this makes no difference.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> machine = SVCPathCV(Cs=[0.01, 1.0, 100.0], gamma=0.5).fit(*load_iris(return_X_y=True))
    >>> machine.C_, machine.n_candidates_, round(machine.best_score_, 3)
    (1.0, 3, 0.98)

    References
    ----------
    [Cristianini00]_, section 6.1.2; [Chang11]_, sections 4 and 7.
    """

    Cs: int | Sequence[float] | Vector = parameter(default=10, before="kernel")
    cv: Any = parameter(default=5, before="kernel")
    scoring: str | Callable[..., float] | None = parameter(default=None, before="kernel")
    gammas: int | Sequence[float] | Vector | None = parameter(default=None, before="kernel")
    kernels: Sequence[Kernel[Any]] | None = parameter(default=None, before="kernel")
    risk: float = parameter(Interval(0.0, 1.0, closed_high=False), default=0.0, before="kernel")

    C: float = learned()  # under the name C_
    shrinking: bool = constant(True)
    random_state: Any = constant(None)
    max_time: float | None = constant(None)
    on_interrupt: str = constant("raise")
    start: Any = constant(None)

    C_: float = learned()
    path_: PathScores | GridScores = learned()
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
        return dict(self.path_.best) if isinstance(self.path_, GridScores) else {"C": self.C_}

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Choose, and learn with what was chosen."""
        self.__dict__.pop("best_kernel_", None)
        return super().fit(X, y, sample_weight)

    def _kernel_choice(self) -> KernelChoice:
        """The kernel that was chosen, once one is; before that whichever may be."""
        if "best_kernel_" in self.__dict__:
            return KernelChoice(self.best_kernel_)
        return KernelChoice(listed_kernels(self.kernels)[0]) if self.kernels is not None else super()._kernel_choice()

    def _loose(self) -> str:
        return loose_search(self)

    def _costs(self, weights: Vector, factors: Vector) -> Vector:
        return self.C_ * weights * factors

    def scores(
        self, X: Any, y: Any, sample_weight: Any = None, *, progress: Progress | None = None
    ) -> PathScores | GridScores:
        """How well each candidate does on the examples held out: all of `fit` but the machine at the end.

        `progress` is told how far the folds are; Ctrl-C ends them.
        """
        asked: SVCPathCV = clone(self)
        _, sample = asked._checked(X, y, sample_weight)
        return asked._path(sample, progress)

    def answers(self, folds: Sequence[PreparedFold], *, progress: Progress | None = None) -> list[npt.NDArray[Any]]:
        """What is said of the examples held out: for each fold one row for each C, one column for each example.

        The folds come with their examples instead of by `cv`, so that each may have been prepared in its own way.

        >>> from drupe.inputs import Vectors
        >>> fold = PreparedFold(Vectors.of([[0.0], [1.0]]), np.array(["no", "yes"]), Vectors.of([[0.2], [3.0]]))
        >>> SVCPathCV(Cs=[1.0, 10.0], kernel="linear").answers([fold])[0].tolist()
        [['no', 'yes'], ['no', 'yes']]
        """
        if self.gammas is not None or self.kernels is not None:
            raise ParameterError("answers are those of one kernel; leave gammas and kernels out, and give kernel.")
        Cs, machines = candidates(self.Cs, type(self).__name__), [clone(self) for _ in folds]
        samples = [machine._prepared(fold) for machine, fold in zip(machines, folds, strict=True)]
        return [
            np.array([machine.classes_[machine._codes(said.of(i))] for i in range(len(Cs))])
            for machine, said in zip(machines, self._fold_outputs(samples, Cs, progress), strict=True)
        ]

    def _learn(self, sample: Sample) -> Fitted:
        path = self._path(sample, None)
        self.C_ = path.best["C"] if isinstance(path, GridScores) else path.best
        if isinstance(path, GridScores) and len(path.axes) > 1:
            self.best_kernel_ = self._axis(sample).kernels[path.best_place % len(path.axes[1])]
        fitted = super()._learn(sample)
        chosen = {"path_": path, "n_candidates_": len(path), "n_splits_": path.folds.shape[1]}
        return replace(fitted, attributes={**fitted.attributes, **chosen})

    def _axis(self, sample: Sample) -> KernelAxis:
        """What is tried, on all examples."""
        named = self.kernels is None and self.gammas is None
        if named and isinstance(self.gamma, str) and self.gamma == CLOSEST_OPPOSITE:
            raise ParameterError(
                f"gamma={CLOSEST_OPPOSITE!r} would let the labels held out choose the kernel of every fold; use "
                "GridSearchCV over SVC, which takes the width anew in each."
            )
        choice = KernelChoice(self.kernel, self.degree, self.gamma, self.coef0)
        return kernel_axis(choice, self.gammas, self.kernels, sample, type(self).__name__)

    def _path(self, sample: Sample, progress: Progress | None) -> PathScores | GridScores:
        """One row for each candidate, one column for each fold."""
        Cs = candidates(self.Cs, type(self).__name__)
        folds = splits(self.cv, sample, self.classes_[sample.targets])
        axis = self._axis(sample)
        order = side_by_side(folds, sample.targets)
        folds, sample = [fold.within(order) for fold in folds], sample.take(order)
        with progress_bar(type(self).__name__, bool(self.verbose)) as bar:
            heard = rising(both(bar, progress))
            if self.risk > 0.0:
                table = self._raced(sample, folds, axis.kernels, Cs, heard)
            else:
                table = self._judged(sample, folds, axis.kernels, Cs, heard)
        if not axis.name and not self.risk:
            return PathScores(Cs, table[:, 0])
        names, axes = (
            (("C", axis.name), (tuple(Cs.tolist()), axis.values)) if axis.name else (("C",), (tuple(Cs.tolist()),))
        )
        return GridScores(names, axes, table.reshape(-1, len(folds)))

    def _judged(
        self, sample: Sample, folds: Sequence[Split], kernels: Sequence[Kernel[Any]], Cs: Vector, heard: Progress | None
    ) -> npt.NDArray[np.float64]:
        """The scores by C, kernel and fold; each kernel starts from the solutions with the one before."""
        table, starts = np.empty((len(Cs), len(kernels), len(folds))), None
        for j, kernel in enumerate(kernels):
            part = self._folds_of(sample, folds, kernel, starts)
            said = self._fold_outputs([part], Cs, share(heard, j, len(kernels)))
            starts = [fold.starts for fold in said]
            for f, (fold, outputs) in enumerate(zip(folds, said, strict=True)):
                table[:, j, f] = self._scores(outputs, len(Cs), sample, fold)
        return table

    def _raced(
        self, sample: Sample, folds: Sequence[Split], kernels: Sequence[Kernel[Any]], Cs: Vector, heard: Progress | None
    ) -> npt.NDArray[np.float64]:
        """The same fold by fold, without the candidates that have become hopeless."""
        if self.scoring is not None or np.any(sample.weights != sample.weights[0]):
            raise ParameterError("risk counts right answers: it goes with scoring=None and examples of equal weight.")
        table = np.full((len(Cs), len(kernels), len(folds)), np.nan)
        alive, past = np.ones(table.shape[:2], dtype=bool), 0
        right = np.zeros((*table.shape[:2], sum(len(fold.held) for fold in folds)), dtype=bool)
        for f, fold in enumerate(folds):
            for j in np.flatnonzero(alive.any(axis=0)).tolist():
                rows, told = np.flatnonzero(alive[:, j]), share(heard, f * len(kernels) + j, len(folds) * len(kernels))
                (said,) = self._fold_outputs([self._folds_of(sample, [fold], kernels[j])], Cs[rows], told)
                hits = self._answered(said, len(rows)) == self.classes_[sample.targets[fold.held]]
                table[rows, j, f] = self._scores(said, len(rows), sample, fold)
                right[rows, j, past : past + len(fold.held)] = hits
            past += len(fold.held)
            if f + 1 < len(folds):
                alive[alive] = ~hopeless(right[alive, :past], alive.size - 1, len(folds) - 1, float(self.risk))
        return table

    def _folds_of(
        self,
        sample: Sample,
        folds: Sequence[Split],
        kernel: Kernel[Any],
        starts: Sequence[tuple[Vector, ...]] | None = None,
    ) -> SampleFolds:
        """What is learned in each fold of one sample, whose kernel is that of all its examples."""
        starts = starts or [()] * len(folds)
        tasks = (
            FoldTask(sample.targets, fold, self._fold_costs(sample, fold), start)
            for fold, start in zip(folds, starts, strict=True)
        )
        return SampleFolds(kernel, sample, tuple(tasks))

    def _prepared(self, fold: PreparedFold) -> SampleFolds:
        """A fold as a sample of its own: the seen examples, class by class, then those held out."""
        _, seen = self._checked(fold.seen, fold.targets, None)
        seen = seen.take(np.argsort(seen.targets, kind="stable"))
        kernel = self._kernel_choice().on(seen.inputs, seen.weights, seen.came, seen.targets)
        inputs = seen.inputs.joined(fold.held)
        places = np.arange(len(inputs))
        split = Split(places[: len(seen)], places[len(seen) :])
        codes = np.concatenate([seen.targets, np.zeros(len(fold.held), dtype=np.int64)])
        task = FoldTask(codes, split, self._fold_costs(seen, split))
        return SampleFolds(kernel, Sample(inputs, codes, np.ones(len(inputs)), places, inputs), (task,))

    def _fold_outputs(self, samples: Sequence[SampleFolds], Cs: Vector, heard: Progress | None) -> list[FoldOutputs]:
        """The first attempt that meets the tolerance, else the last one and a warning."""
        largest = Cs[-1] * max(folds.largest for folds in samples)
        n = max(len(folds.sample) for folds in samples)
        for options in self._attempts(self._options().but(progress=rising(heard)), n, largest):
            found = self._learned(samples, Cs, options)
            worst = max(fold.worst for fold in found)
            if worst <= self.tol:
                return found
        warnings.warn(
            f"{type(self).__name__}: in some folds the solver stopped short of tol = {self.tol:g}; the largest "
            f"violation is {worst:.2e}. Consider scaling the features, smaller Cs, or a larger max_iter.",
            ConvergenceWarning,
            stacklevel=stacklevel_outside(),
        )
        return found

    def _attempts(self, options: Options, n: int, largest: float) -> list[Options]:
        """As an SVC: small samples far beyond the tolerance, large ones in single precision where it serves."""
        small = refines(options, n)
        options = replace(options, refine=False)
        if options.precision is not Precision.AUTO:
            return [options]
        double = replace(options, precision=Precision.DOUBLE)
        if small:
            return [further(options, n), double]
        serves = options.tolerance >= SINGLE_TOLERANCE and largest <= SINGLE_SCALE
        return [replace(options, precision=Precision.SINGLE), double] if serves else [double]

    def _learned(self, samples: Sequence[SampleFolds], Cs: Vector, options: Options) -> list[FoldOutputs]:
        """Over matrices that are held, as many at a time as there is room for; else computed for every fold."""
        dtype: np.dtype[Any] = np.dtype(np.float32 if options.precision is Precision.SINGLE else np.float64)
        grams = [self._gram(folds.kernel, folds.sample.inputs) for folds in samples]
        sizes, room = [held_bytes(gram, dtype) for gram in grams], HELD_SHARE * self.cache_size * MEGABYTE
        stretches, found = list(batches(sizes, room)), []
        for number, places in enumerate(stretches):
            told = replace(options, progress=share(options.progress, number, len(stretches)))
            if sizes[places[0]] > room:
                found += computed_fold_outputs(samples[places[0]], Cs, told, self._balance())
                continue
            rest = replace(told, cache_bytes=options.cache_bytes - sum(sizes[i] for i in places))
            kept = [(held(grams[i], dtype), samples[i].tasks) for i in places]
            matrices = [gram for gram, tasks in kept for _ in tasks]
            found += held_fold_outputs(
                matrices, [task for _, tasks in kept for task in tasks], Cs, rest, self._balance()
            )
        return found

    def _fold_costs(self, sample: Sample, fold: Split) -> Vector:
        """The box of each seen example for C = 1; classes are counted among the seen ones."""
        codes, weights = sample.targets[fold.seen], sample.weights[fold.seen]
        present, places = np.unique(codes, return_inverse=True)
        counts: Vector = np.bincount(places, weights=weights).astype(np.float64)
        factors = class_factors(self.class_weight, self.classes_[present], counts)
        return np.asarray(weights * factors[places])

    def _answered(self, said: FoldOutputs, count: int) -> npt.NDArray[Any]:
        """The class of each example held out, one row for each C."""
        columns = np.column_stack([pair.ravel() for pair in said.pairs])
        return np.asarray(self.classes_[said.classes][self._codes(columns)].reshape(count, -1))

    def _scores(self, said: FoldOutputs, count: int, sample: Sample, fold: Split) -> list[float]:
        """One score for each C; an example of weight 3 counts as three."""
        labels, weights = self.classes_[sample.targets[fold.held]], sample.weights[fold.held]
        answers = self._answered(said, count)
        if self.scoring is None:
            right: Matrix = (answers == labels) * weights
            return list((right.sum(axis=1) / weights.sum()).tolist())
        classes = self.classes_[said.classes]
        machines = (HeldOutAnswers(classes, answers[i], said.of(i)) for i in range(count))
        return [scored(machine, self.scoring, labels, weights) for machine in machines]

    def _twin(self) -> SVC:
        wanted, own = SVC().get_params(), self.get_params()
        kept = {name: own[name] for name in own if name in wanted}
        chosen = {"kernel": self.best_kernel_} if "best_kernel_" in self.__dict__ else {}
        return SVC(**{**kept, **chosen, "C": self.C_})
