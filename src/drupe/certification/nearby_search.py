"""A learner that chooses its price of slack and the width of its kernel on the examples it is given, and no others."""

import warnings
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Annotated, Any, Self, cast

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from drupe.certification.fresh import indexable
from drupe.certification.schemes.learned import Examples, taught
from drupe.certification.schemes.learned import errors as mistaken
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.margin.svc import SVC
from drupe.estimators.progress_bar import progress_bar
from drupe.estimators.warnings import FitWarning
from drupe.estimators.wrapping_classifier import WrappingClassifier
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.shapes import Trained, Wholes
from drupe.kernels.gaussian import Gaussian

PRICES = (1.0, 1.0 / 3.0, 0.1)
WIDTHS = (1.0, 2.0**0.5)
"""Factors for a machine whose parameters suited more examples: fewer want a cheaper slack and a wider kernel."""

MOST = 1000
"""Examples that the choice looks at: with more of them it would hardly change, and take long."""

STEPS = 20_000
"""After so many the solver stops in a fold: a machine that needs more is rarely the best, and never quick."""

FEWEST = 1
"""Examples below which there is nothing to learn."""

SEED = 0
"""Of the folds; it must not depend on the data."""

FACTORS = Interval(0.0, closed_low=False)
AS_IT_IS = (1.0, 1.0)


def _has_outputs(search: Any) -> bool:
    return hasattr(getattr(search, "machine_", search._given()), "decision_function")


@declared
class NearbySearch(WrappingClassifier):
    """argmin of the errors in cross-validation over C · prices and width · widths, around the machine that is given.

    Parameters that were good for n examples are too daring for a part of them. Where this learner gets such a part, and
    is certified by the rest, the choice is free of charge: nothing outside the part has a say in it.

    Parameters
    ----------
    estimator
        An `SVC`; with default parameters if not given.
    prices
        Factors of its C.
    widths
        Factors of the width of its kernel if that is Gaussian; of other kernels only C is chosen.
    folds
        Of the cross-validation.
    least
        Up to so many examples are too few to choose by, and the machine stays as it is.

    Attributes
    ----------
    machine_
        The chosen machine, fitted on all examples; the constant rule if they show one class only.
    errors_
        Mistakes in the cross-validation, one row for each width, one column for each price; None if there was none.

    Notes
    -----
    Of equally good candidates the first is taken, in the order of widths and prices. The folds are dealt out class
    by class with a fixed seed. Of more than 1000 examples the choice sees 1000; the machine that is chosen learns from
    all. With `verbose` the machine shows its bar, and the search another one. Ctrl-C ends the search; what it does to
    a fit of the machine, `on_interrupt` says.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 2)); y = (X[:, 0] + rng.normal(size=200) > 0).astype(int)
    >>> search = NearbySearch(SVC(C=100.0, gamma=1.0)).fit(X, y)
    >>> round(search.machine_.C, 1), search.errors_.tolist()
    (33.3, [[62, 58, 61], [59, 58, 60]])

    References
    ----------
    [Cristianini00]_, section 6.1.2 (choice by cross-validation).
    """

    estimator: Any = parameter(default=None, kw_only=False)
    prices: Sequence[float] = parameter(default=PRICES)
    widths: Sequence[float] = parameter(default=WIDTHS)
    folds: int = parameter(default=5)
    least: int = parameter(default=100)

    machine_: Annotated[Any, Trained()] = learned()
    errors_: Annotated[npt.NDArray[Any] | None, Wholes(None, None)] = learned()

    def fit(self, X: Any, y: Any) -> Self:
        """Fit the machine as it is, look whether another one does better, and fit that."""
        self._check()
        sample = Examples.checked(self, X, y, FEWEST)
        machine: Any = taught(self._given(), sample)
        errors = None
        if isinstance(machine, SVC) and len(sample) > self.least:
            factors, candidates = zip(*self._candidates(machine), strict=True)
            errors = _mistakes(candidates, sample, self.folds)
            best = int(np.argmin(errors))
            machine = machine if factors[best] == AS_IT_IS else taught(candidates[best], sample)
            errors = errors.reshape(-1, len(self.prices))
        self.machine_, self.errors_, self.classes_ = machine, errors, machine.classes_
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The labels that the chosen machine gives."""
        check_is_fitted(self)
        return np.asarray(self.machine_.predict(indexable(X)))

    @available_if(_has_outputs)  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Vector:
        """The outputs of the chosen machine."""
        check_is_fitted(self)
        return np.asarray(self.machine_.decision_function(indexable(X)))

    def _given(self) -> Any:
        return SVC() if self.estimator is None else self.estimator

    def _check(self) -> None:
        machine = self._given()
        if not isinstance(machine, SVC) or "C" not in machine.get_params():
            raise ParameterError(f"NearbySearch chooses the C of an SVC; got {type(machine).__name__}.")
        for name in ("prices", "widths"):
            factors = getattr(self, name)
            if not len(factors):
                raise ParameterError(f"NearbySearch.{name} is empty; 1 leaves the machine as it is.")
            for factor in factors:
                check("NearbySearch", name, factor, FACTORS)
        check("NearbySearch", "folds", self.folds, Interval(2, whole=True))
        check("NearbySearch", "least", self.least, Interval(0, whole=True))

    def _candidates(self, machine: SVC) -> Iterator[tuple[tuple[float, float], SVC]]:
        """Factors and a machine not yet fitted: for each width all prices, in their order."""
        kernel = machine.predictor_.kernel
        widths = self.widths if isinstance(kernel, Gaussian) else (1.0,)
        for width, price in product(widths, self.prices):
            wider = Gaussian(kernel.width * width) if isinstance(kernel, Gaussian) else machine.kernel
            yield (width, price), clone(machine).set_params(C=machine.C * price, kernel=wider)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = self._given().__sklearn_tags__()
        tags.input_tags.sparse, tags.input_tags.pairwise = inner.input_tags.sparse, inner.input_tags.pairwise
        return tags


def _mistakes(candidates: Sequence[SVC], sample: Examples, folds: int) -> Index:
    """Of each candidate, how many held-out examples it gets wrong over all folds."""
    places, fold = dealt(sample.labels, folds)
    found = np.zeros(len(candidates), dtype=np.int64)
    with progress_bar("NearbySearch", bool(candidates[0].verbose)) as progress, warnings.catch_warnings():
        # What does not converge in a fold shows it by its errors; the machine that is chosen is fitted with warnings.
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.simplefilter("ignore", FitWarning)
        for i in range(folds):
            seen, held = sample.take(places[fold != i]), sample.take(places[fold == i])
            for j, candidate in enumerate(candidates):
                found[j] += np.count_nonzero(mistaken(taught(_brief(candidate), seen), held))
                if progress is not None:
                    progress((i + (j + 1) / len(candidates)) / folds)
    return found


def _brief(candidate: SVC) -> SVC:
    """A copy for one fold: it shows no bar, ends on Ctrl-C, and gives up where it takes too long."""
    limit = STEPS if candidate.max_iter == -1 else min(STEPS, candidate.max_iter)
    return cast(SVC, clone(candidate).set_params(verbose=False, on_interrupt="raise", max_iter=limit, start=None))


def dealt(labels: npt.NDArray[Any], folds: int) -> tuple[Index, Index]:
    """Places of at most MOST examples, and the fold that each is held out in: every class spread over all folds.

    >>> places, fold = dealt(np.array([0, 0, 0, 1, 1, 1]), 3)
    >>> sorted(fold[:3].tolist()), sorted(fold[3:].tolist())
    ([0, 1, 2], [0, 1, 2])
    """
    rng = np.random.default_rng(SEED)
    places = np.sort(rng.permutation(len(labels))[:MOST])
    codes = np.unique(labels[places], return_inverse=True)[1]
    fold = np.empty(len(places), dtype=np.int64)
    fold[np.lexsort((rng.permutation(len(places)), codes))] = np.arange(len(places)) % folds
    return places, fold
