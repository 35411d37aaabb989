"""certify_labels: certificates of a machine of many labels, one table for each label, and all of them together."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sklearn.utils.validation import check_is_fitted

from drupe.bounds.base import checked_delta
from drupe.certification.certificates import Certificates
from drupe.certification.certify import certify
from drupe.estimators.multiclass.label_sets import LabelSets
from drupe.estimators.multiclass.many_labels import ManyLabels
from drupe.foundation.errors import InputTypeError


@dataclass(frozen=True, eq=False)
class LabelCertificates:
    """What is known of the error on each label, that is the probability to give or to withhold it wrongly.

    Parameters
    ----------
    tables
        For each label that has a machine, its certificates.
    constant
        Labels whose answer is always the same; nothing is said of them.
    delta
        Probability that any statement of any table fails.
    """

    tables: dict[Any, Certificates]
    constant: tuple[Any, ...]
    delta: float

    def __getitem__(self, label: Any) -> Certificates:
        return self.tables[label]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)


def certify_labels(
    model: ManyLabels,
    X: Any = None,
    y: Any = None,
    *,
    delta: float = 0.05,
    X_held_out: Any = None,
    y_held_out: Any = None,
    **more: Any,
) -> LabelCertificates:
    """With probability at least 1 − δ, all valid certificates of all labels hold together: each label has δ / labels.

    Parameters
    ----------
    model
        A fitted ManyLabels.
    X, y
        The examples that it was fitted on, and their labels, as sets or as a table.
    delta
        Probability that any of the statements fails. It is shared by all labels, those with a constant answer too:
        which these are, the data say.
    X_held_out, y_held_out
        Examples that took no part in fitting or choosing the model.
    more
        What else `certify` takes: `bounds`, `X_unlabeled`, `n_candidates`.

    Examples
    --------
    >>> import numpy as np
    >>> from drupe import SVC, ManyLabels
    >>> X = np.random.default_rng(0).normal(size=(400, 2))
    >>> y = X > 0.0
    >>> model = ManyLabels(SVC(kernel="linear", C=10.0)).fit(X, y)
    >>> found = certify_labels(model, X, y, bounds="preferent_compression")
    >>> [found[label].best.value < 0.3 for label in found]
    [True, True]

    References
    ----------
    [Langford05]_, section 2, place not checked (what a bound may be used for); the union bound over labels.
    """
    if not isinstance(model, ManyLabels):
        raise InputTypeError(f"certify_labels takes a fitted ManyLabels, got {type(model).__name__}; use certify.")
    check_is_fitted(model)
    share = checked_delta(delta) / len(model.classes_)
    known = None if y is None else LabelSets.like(model.classes_, y).indicators
    tested = None if y_held_out is None else LabelSets.like(model.classes_, y_held_out).indicators
    tables, constant = {}, []
    for column, (label, machine) in enumerate(zip(model.classes_.tolist(), model.estimators_, strict=True)):
        if machine is None:
            constant.append(label)
            continue
        tables[label] = certify(
            machine,
            X,
            None if known is None else known[:, column],
            delta=share,
            X_held_out=X_held_out,
            y_held_out=None if tested is None else tested[:, column],
            **more,
        )
    return LabelCertificates(tables, tuple(constant), delta)
