"""What all decompositions share: a code matrix says which classes each two-class machine tells apart."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator, clone
from sklearn.utils import get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from drupe.estimators.base import one_column
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.multiclass.shared_gram import Pieces, Source, source_of
from drupe.estimators.ranges import check_parameters
from drupe.estimators.sample_weights import checked_weights
from drupe.estimators.wrapping_classifier import WrappingClassifier
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.shapes import BrokenPromise, Each, Trained, Wholes

Codes = npt.NDArray[np.int8]


@declared
class TwoClassEnsemble(WrappingClassifier, ABC):
    """Many two-class machines, one for each column of a code matrix with a row for each class.

    A class takes part in a problem on the side of its sign, or not at all where the code is 0. An author writes the
    codes and what becomes of the outputs.

    Parameters
    ----------
    estimator
        A two-class machine with `decision_function`. If its `kernel` is one of drupe's, the kernel is evaluated once
        for all machines.
    n_jobs
        Machines that are trained at the same time, as in scikit-learn.
    budget
        Bytes that the shared Gram matrix may take; None for 4 GiB.

    Attributes
    ----------
    classes_, codes_, estimators_
        The classes, the code matrix, and the machines in the order of its columns.
    examples_
        Positions of the training examples of each machine.
    source_
        Where the machines take their examples from: a shared Gram matrix, or the data themselves.
    """

    estimator: BaseEstimator = parameter(kw_only=False)
    n_jobs: int | None = parameter(default=None, last=True)
    budget: int | None = parameter(default=None, last=True)

    codes_: Annotated[Codes, Wholes("classes", "machines")] = learned()
    source_: Source = learned()
    estimators_: Annotated[list[BaseEstimator], Each(Trained(2, None), "machines")] = learned()
    examples_: Annotated[list[Index], Each(Wholes(None), "machines")] = learned()

    @abstractmethod
    def _codes(self, k: int) -> Codes:
        """The code matrix for k classes: −1, 0 or +1, both signs in every column."""

    @abstractmethod
    def _decided(self, pieces: Pieces) -> Index:
        """Codes of the classes of new examples."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train every two-class machine on the examples of its classes."""
        check_parameters(self)
        if not hasattr(self.estimator, "decision_function"):
            raise ParameterError(
                f"{type(self).__name__} combines real outputs, but {type(self.estimator).__name__} has no "
                "decision_function; use a machine that has one, such as SVC."
            )
        source = source_of(self.estimator, X, DEFAULT_BYTES if self.budget is None else self.budget)
        pieces = source.training(self, X)
        labels = one_column(y, len(pieces))
        check_classification_targets(labels)
        weights = checked_weights(sample_weight, len(pieces))
        counted = np.flatnonzero(weights)
        self.classes_, classes = self._classes(labels[counted])
        self.codes_ = self._codes(len(self.classes_))
        self.source_ = source
        self._train(pieces, counted, classes, weights if sample_weight is not None else None)
        self._look_back(pieces, counted, classes)
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each new example."""
        decided = np.concatenate([self._decided(part) for part in self._new(X)])
        return np.asarray(self.classes_[decided])

    def _classes(self, labels: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], Index]:
        classes, codes = np.unique(labels, return_inverse=True)
        if len(classes) < 2:
            raise InputError(
                f"{type(self).__name__} tells classes apart and needs two or more; got {len(classes)} class, "
                f"{classes.tolist()}, among the examples of positive weight."
            )
        return classes, codes.reshape(-1)

    def _train(self, pieces: Pieces, counted: Index, classes: Index, weights: Vector | None) -> None:
        if weights is not None and not has_fit_parameter(self.estimator, "sample_weight"):
            raise ParameterError(f"{type(self.estimator).__name__} cannot be fitted with sample_weight.")
        sides = [column[classes] for column in self.codes_.T]
        self.examples_ = [counted[one != 0] for one in sides]
        signs = [(one[one != 0] > 0).astype(np.int64) for one in sides]
        more = [{} if weights is None else {"sample_weight": weights[examples]} for examples in self.examples_]
        machines = zip(self.examples_, signs, more, strict=True)
        # A piece is cut out when its machine comes up, so that only those at work are held.
        self.estimators_ = Parallel(n_jobs=self.n_jobs, pre_dispatch="n_jobs")(
            delayed(_trained)(self.source_.machine, pieces.piece(examples, examples), codes, said)
            for examples, codes, said in machines
        )

    def _look_back(self, pieces: Pieces, counted: Index, classes: Index) -> None:
        """Learns from the trained machines what the combination of their outputs needs; nothing, for most."""

    def _new(self, X: Any) -> Iterator[Pieces]:
        check_is_fitted(self)
        return self.source_.new(self, X)

    def _output(self, column: int, pieces: Pieces, rows: Index | None = None) -> Vector:
        """The real output of one machine: above zero for the side with code +1."""
        chosen = np.arange(len(pieces)) if rows is None else rows
        part = pieces.piece(chosen, self.examples_[column])
        return np.asarray(self.estimators_[column].decision_function(part), dtype=np.float64).reshape(len(chosen))

    def _outputs(self, pieces: Pieces) -> Matrix:
        """The real outputs of all machines, one column each."""
        return np.column_stack([self._output(column, pieces) for column in range(len(self.estimators_))])

    def _check_learned(self) -> None:
        """Raise a BrokenPromise if a machine was trained on examples that there are none of."""
        known = self.source_.known(self)
        if known is not None and any(examples.max(initial=-1) >= known for examples in self.examples_):
            raise BrokenPromise(f"examples_ point beyond the {known} examples")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator).input_tags
        tags.input_tags.pairwise = inner.pairwise
        tags.input_tags.sparse = inner.sparse
        tags.input_tags.allow_nan = inner.allow_nan
        return tags


class ScoredEnsemble(TwoClassEnsemble):
    """An ensemble that gives every class a score and decides for the largest, among equals for the first class."""

    @abstractmethod
    def _scores(self, outputs: Matrix) -> Matrix:
        """One column for each class."""

    def decision_function(self, X: Any) -> Matrix:
        """Scores of the classes, one column each; for two classes one number, above zero for the second class."""
        scores = np.vstack([self._scores(self._outputs(part)) for part in self._new(X)])
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def _decided(self, pieces: Pieces) -> Index:
        return np.asarray(self._scores(self._outputs(pieces)).argmax(axis=1))


def _trained(machine: BaseEstimator, piece: Any, codes: Index, more: Mapping[str, Vector]) -> Any:
    return clone(machine).fit(piece, codes, **more)


def pair_codes(k: int) -> Codes:
    """One column for each pair of classes, (0,1), (0,2), ..., (1,2), ...: −1 for the first, +1 for the second.

    >>> pair_codes(3).tolist()
    [[-1, -1, 0], [1, 0, -1], [0, 1, 1]]
    """
    first, second = np.triu_indices(k, 1)
    codes = np.zeros((k, len(first)), dtype=np.int8)
    codes[first, np.arange(len(first))] = -1
    codes[second, np.arange(len(first))] = 1
    return codes


def pair_column(low: Index, high: Index, k: int) -> Index:
    """The columns of `pair_codes(k)` that tell classes `low` from classes `high`.

    >>> pair_column(np.array([0, 0, 1]), np.array([1, 2, 2]), 3).tolist()
    [0, 1, 2]
    """
    return np.asarray(low * k - low * (low + 1) // 2 + high - low - 1)


def agreements(outputs: Matrix, codes: Codes) -> Matrix:
    """How many machines vote for the side of each class; an output of exactly zero votes for code −1."""
    signs = np.where(outputs > 0, 1, -1)
    return np.asarray((signs[:, None, :] == codes[None]).sum(axis=2), dtype=np.float64)


def tie_breaker(outputs: Matrix, codes: Codes) -> Matrix:
    """The outputs summed towards each class, squashed into (−1/6, 1/6): less than any difference of votes."""
    towards = outputs @ codes.T.astype(np.float64)
    return np.asarray(towards / (6.0 * (np.abs(towards) + 1.0)))
