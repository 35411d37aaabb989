"""Structural risk minimization: of many machines the one with the smallest certificate, which stays valid."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.model_selection import ParameterGrid
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from drupe.bounds.base import checked_delta
from drupe.bounds.subject import Subject
from drupe.certification.certificate import Certificate
from drupe.certification.certify import certify
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.margin.svc import SVC
from drupe.estimators.wrapping_classifier import WrappingClassifier
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ConvergenceError, ParameterError
from drupe.foundation.shapes import Sizes, Trained

WIDTHS = (0.01, 0.1, 1.0)
PRICES = (1.0, 10.0, 100.0)

Grid = Mapping[str, Sequence[Any]]


def _has(name: str) -> Callable[[Any], bool]:
    return lambda search: hasattr(getattr(search, "best_estimator_", search.estimator or SVC()), name)


@declared
class SelfBoundingSearch(WrappingClassifier):
    """argminⱼ bound(candidate j, δ πⱼ), π fixed beforehand: chosen and certified by the same examples.

    No example is held out and nothing is fitted twice. Every candidate pays for the choice with its part πⱼ of δ, so
    that the certificate of the chosen one holds with confidence 1 − δ, whichever it is.

    Parameters
    ----------
    estimator
        The machine; `SVC` with a Gaussian kernel if not given.
    param_grid
        Values of its parameters, as in `GridSearchCV`; three widths by three prices of slack if not given. Numbers
        only: a kernel that depends on the data cannot be certified.
    bound
        Name of a bound on the fitted rule, or the bound.
    delta
        Probability with which the certificate may fail.
    prior
        Weight of each candidate in the order of scikit-learn's `ParameterGrid`, decided before the data are looked at;
        None for equal ones.

    Attributes
    ----------
    certificate_
        The certificate of the machine that was chosen.
    best_estimator_, best_params_, best_index_
        That machine, fitted on all examples.
    certificates_
        One for each candidate.
    n_candidates_
        How many there were.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(300, 2)); y = (X[:, 0] > 0).astype(int)
    >>> search = SelfBoundingSearch(param_grid={"gamma": [0.01, 10.0], "C": [100.0]}).fit(X, y)
    >>> search.best_params_["gamma"], search.certificate_.value < 0.25
    (0.01, True)

    References
    ----------
    [Herbrich02]_, section 4.3 and theorem 4.19; [Cristianini00]_, section 4.2; [Campi23]_, section 5, place not
    checked.
    """

    estimator: Any = parameter(default=None, kw_only=False)
    param_grid: Grid | Sequence[Grid] | None = parameter(default=None, kw_only=False)
    bound: Any = parameter(default="preferent_compression")
    delta: float = parameter(default=0.05)
    prior: Sequence[float] | None = parameter(default=None)

    certificate_: Certificate = learned()
    certificates_: tuple[Certificate, ...] = learned()
    best_index_: int = learned()

    best_estimator_: Annotated[Any, Trained()] = learned()
    best_params_: dict[str, Any] = learned()
    n_candidates_: Annotated[int, Sizes("candidates")] = learned()

    def fit(self, X: Any, y: Any) -> Self:
        """Fit every candidate, and keep the one of which most can be certified."""
        delta = checked_delta(self.delta)
        grid = self.param_grid if self.param_grid is not None else {"gamma": WIDTHS, "C": PRICES}
        settings = list(ParameterGrid(grid))
        shares = self._shares(len(settings))
        best: Any = None
        found: list[Certificate] = []
        for setting, share in zip(settings, shares, strict=True):
            machine = clone(self.estimator if self.estimator is not None else SVC()).set_params(**setting).fit(X, y)
            certificate = certify(machine, X, y, delta=float(share), bounds=[self.bound])[0]
            certificate = certificate.among(delta)
            if certificate.subject is not Subject.FITTED:
                raise ParameterError(f"bound must speak of the fitted rule; {certificate.name} does not.")
            if best is None or _better(certificate, found[self.best_index_]):
                best, self.best_index_ = machine, len(found)
            found.append(certificate)
        if not found[self.best_index_].valid:
            raise ConvergenceError(f"no candidate could be certified: {found[self.best_index_].sentence()}")
        self.best_estimator_, self.best_params_ = best, settings[self.best_index_]
        self.certificate_, self.certificates_ = found[self.best_index_], tuple(found)
        self.n_candidates_, self.classes_ = len(found), best.classes_
        for name in ("n_features_in_", "feature_names_in_"):
            self.__dict__.pop(name, None)
            if hasattr(best, name):
                setattr(self, name, getattr(best, name))
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The labels that the chosen machine gives."""
        check_is_fitted(self)
        return np.asarray(self.best_estimator_.predict(X))

    @available_if(_has("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Vector:
        """The outputs of the chosen machine."""
        check_is_fitted(self)
        return np.asarray(self.best_estimator_.decision_function(X))

    def _shares(self, count: int) -> Vector:
        """δ πⱼ of each candidate."""
        weights = np.ones(count) if self.prior is None else np.asarray(self.prior, dtype=np.float64)
        if weights.shape != (count,) or not np.isfinite(weights).all() or weights.min() <= 0.0:
            raise ParameterError(f"prior must hold a positive weight for each of the {count} candidates.")
        return np.asarray(self.delta * weights / weights.sum())

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = (self.estimator if self.estimator is not None else SVC()).__sklearn_tags__()
        tags.input_tags.sparse = inner.input_tags.sparse
        tags.classifier_tags.multi_class = inner.classifier_tags.multi_class
        return tags


def _better(certificate: Certificate, other: Certificate) -> bool:
    return (not certificate.valid, certificate.value) < (not other.valid, other.value)
