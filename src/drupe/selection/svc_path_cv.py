"""The support vector classifier that chooses its C by cross-validation, over one kernel matrix."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.class_weights import class_factors
from drupe.estimators.declaration import constant, declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import CLOSEST_OPPOSITE
from drupe.estimators.margin.svc import SVC
from drupe.estimators.progress_bar import progress_bar
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import ParameterError
from drupe.foundation.progress import Progress, both, rising, share
from drupe.grams.held import held, held_bytes
from drupe.selection.candidates import candidates
from drupe.selection.computed_folds import computed_fold_outputs
from drupe.selection.fold_outputs import FoldOutputs, FoldTask, SampleFolds, held_fold_outputs
from drupe.selection.held_out_answers import HeldOutAnswers, scored
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
    """An SVC whose C is the one that does best on held-out examples, then fitted on all of them.

    What `GridSearchCV(SVC())` over C does, many times faster: the kernel is computed once for all folds and all C, and
    every C starts from the solution of the last. Everything that an SVC has, this has too.

    Parameters
    ----------
    Cs
        Values of C to try, or how many of them between 10⁻² and 10³.
    cv
        A number of stratified folds, a splitter of scikit-learn's, or pairs of positions (seen, held out).
    scoring
        None for accuracy, a name of scikit-learn's such as "f1", or a scorer. A scorer is not given the examples but
        their places.
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
    path_
        The scores of every C on every fold, a `PathScores`.
    cv_results_
        The same as a dictionary of columns, as in scikit-learn.
    best_score_
        Mean score of the chosen C.
    n_candidates_, n_splits_
        How many values of C were tried, and on how many folds: what a bound has to pay for the choice.

    Notes
    -----
    With gamma="scale" the variance is that of all examples, where GridSearchCV takes it anew in every fold.

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

    C: float = learned()  # under the name C_
    shrinking: bool = constant(True)
    random_state: Any = constant(None)
    max_time: float | None = constant(None)
    on_interrupt: str = constant("raise")
    start: Any = constant(None)

    C_: float = learned()
    path_: PathScores = learned()
    n_candidates_: int = learned()
    n_splits_: int = learned()

    @property
    def cv_results_(self) -> dict[str, Any]:
        """The columns of scikit-learn's table of the same name, times excepted."""
        return self.path_.table()

    @property
    def best_score_(self) -> float:
        """Mean score of the chosen C."""
        return float(self.path_.mean.max())

    def _costs(self, weights: Vector, factors: Vector) -> Vector:
        return self.C_ * weights * factors

    def scores(self, X: Any, y: Any, sample_weight: Any = None, *, progress: Progress | None = None) -> PathScores:
        """How well each C does on the examples held out: all of `fit` but the machine that is learned at the end.

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
        Cs, machines = candidates(self.Cs, type(self).__name__), [clone(self) for _ in folds]
        samples = [machine._prepared(fold) for machine, fold in zip(machines, folds, strict=True)]
        return [
            np.array([machine.classes_[machine._codes(said.of(i))] for i in range(len(Cs))])
            for machine, said in zip(machines, self._fold_outputs(samples, Cs, progress), strict=True)
        ]

    def _learn(self, sample: Sample) -> Fitted:
        path = self._path(sample, None)
        self.C_ = path.best
        fitted = super()._learn(sample)
        chosen = {"path_": path, "n_candidates_": len(path), "n_splits_": path.folds.shape[1]}
        return replace(fitted, attributes={**fitted.attributes, **chosen})

    def _path(self, sample: Sample, progress: Progress | None) -> PathScores:
        """One row for each C, one column for each fold."""
        Cs = candidates(self.Cs, type(self).__name__)
        folds = splits(self.cv, sample, self.classes_[sample.targets])
        order = side_by_side(folds, sample.targets)
        folds, sample = [fold.within(order) for fold in folds], sample.take(order)
        labels = self.classes_[sample.targets]
        columns = [
            self._scores(said, len(Cs), labels[fold.held], sample.weights[fold.held])
            for fold, said in zip(folds, self._fold_outputs([self._folds_of(sample, folds)], Cs, progress), strict=True)
        ]
        return PathScores(Cs, np.column_stack(columns))

    def _folds_of(self, sample: Sample, folds: Sequence[Split]) -> SampleFolds:
        """What is learned in each fold of one sample, whose kernel is that of all its examples."""
        if isinstance(self.gamma, str) and self.gamma == CLOSEST_OPPOSITE:
            raise ParameterError(
                f"gamma={CLOSEST_OPPOSITE!r} would let the labels held out choose the kernel of every fold; use "
                "GridSearchCV over SVC, which takes the width anew in each."
            )
        kernel = self._kernel_choice().on(sample.inputs, sample.weights, sample.came)
        tasks = (FoldTask(sample.targets, fold, self._fold_costs(sample, fold)) for fold in folds)
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
        with progress_bar(type(self).__name__, bool(self.verbose)) as progress:
            told = rising(both(progress, heard))
            for options in self._attempts(self._options().but(progress=told), n, largest):
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

    def _scores(self, said: FoldOutputs, count: int, labels: npt.NDArray[Any], weights: Vector) -> list[float]:
        """One score for each C; an example of weight 3 counts as three."""
        classes, scores = self.classes_[said.classes], []
        for i in range(count):
            pairs = said.of(i)
            machine = HeldOutAnswers(classes, classes[self._codes(pairs)], pairs)
            scores.append(scored(machine, self.scoring, labels, weights))
        return scores

    def _twin(self) -> SVC:
        wanted, own = SVC().get_params(), self.get_params()
        return SVC(**{**{name: own[name] for name in own if name in wanted}, "C": self.C_})
