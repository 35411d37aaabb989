"""A rule that answers only where it is confident enough, certified on what it answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_is_fitted

from drupe.bounds.base import checked_delta
from drupe.bounds.held_out.selective import Selective
from drupe.certification.certificate import Certificate
from drupe.certification.check import Check
from drupe.certification.fresh import held_out_labels
from drupe.certification.independence import check_fresh
from drupe.certification.upstream import look_upstream
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.witness.answered import Answered

SHARES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3)
"""Shares of the held-out examples that may be answered; fixed beforehand."""


@dataclass(frozen=True, eq=False)
class SelectiveRule:
    """Answers where the model's confidence exceeds a threshold.

    Parameters
    ----------
    model
        The fitted classifier.
    threshold
        Confidence that has to be exceeded.
    certificate
        Of P[wrong | answered].
    coverage
        Share of the held-out examples that is answered.
    """

    model: Any
    threshold: float
    certificate: Certificate
    coverage: float

    def answers(self, X: Any) -> npt.NDArray[np.bool_]:
        """Whether each example is answered."""
        return confidence(self.model, X) > self.threshold

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The label of each example that is answered, None for the others."""
        labels = np.asarray(self.model.predict(X)).astype(object)
        labels[~self.answers(X)] = None
        return labels


def certify_answers(
    model: Any,
    X_held_out: Any,
    y_held_out: Any,
    *,
    target: float | None = None,
    shares: Sequence[float] = SHARES,
    delta: float = 0.05,
) -> SelectiveRule:
    """The rule with the most answers whose P[wrong | answered] is certified to be at most `target`.

    Parameters
    ----------
    model
        A fitted classifier with `decision_function` or `predict_proba`.
    X_held_out, y_held_out
        Examples that took no part in fitting or choosing it.
    target
        Largest error among answers that one would accept; None for the share with the smallest certificate.
    shares
        Shares of answers to consider; each costs a part of δ.
    delta
        Probability with which the certificate may fail.

    Examples
    --------
    >>> from drupe import SVC
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(900, 1)); y = (X[:, 0] + rng.normal(size=900) > 0).astype(int)
    >>> rule = certify_answers(SVC(kernel="linear").fit(X[:300], y[:300]), X[300:], y[300:], target=0.2)
    >>> rule.certificate.value <= 0.2, 0.3 < rule.coverage < 0.9
    (True, True)

    References
    ----------
    [Geifman17]_, algorithm 1; [Geifman17]_, theorem 3.2, place not checked.
    """
    delta = checked_delta(delta)
    check_is_fitted(model)
    if target is not None:
        check("certify_answers", "target", target, Interval(0.0, 1.0, closed_low=False, closed_high=True))
    check_fresh(model, None, X_held_out, "held-out examples")
    confident = confidence(model, X_held_out)
    wrong = np.asarray(model.predict(X_held_out) != held_out_labels(model, y_held_out, len(confident)))
    order = sorted(Selective.assumptions, key=lambda assumption: assumption.name)
    checks = look_upstream(X_held_out).checked([Check(assumption, None) for assumption in order])
    rules = [_rule(model, confident, wrong, share, len(shares), delta, checks) for share in shares]
    able = [rule for rule in rules if rule is not None]
    if not able:
        raise InputError(f"{len(confident)} held-out examples are too few for any of the shares {list(shares)}.")
    good = [rule for rule in able if target is not None and rule.certificate.value <= target]
    if good:
        return max(good, key=lambda rule: rule.coverage)
    return min(able, key=lambda rule: rule.certificate.value)


def _rule(
    model: Any,
    confident: Vector,
    wrong: npt.NDArray[np.bool_],
    share: float,
    choices: int,
    delta: float,
    checks: tuple[Check, ...],
) -> SelectiveRule | None:
    check("certify_answers", "shares", share, Interval(0.0, 1.0, closed_low=False, closed_high=True))
    n = len(confident)
    rank = int(np.floor(share * n))
    # All are answered, or those above the confidence of the one that comes next.
    threshold = -np.inf if rank >= n else float(np.sort(confident)[::-1][rank])
    answered = confident > threshold
    if not answered.any():
        return None
    witness = Answered(int(wrong[answered].sum()), int(answered.sum()), n, choices)
    certificate = Certificate.of(Selective(), witness, delta, checks)
    return SelectiveRule(model, threshold, certificate, witness.coverage)


def confidence(model: Any, X: Any) -> Vector:
    """How far the model's output for the winner is ahead: |f(x)|, or the lead of the best class over the next."""
    method = next((name for name in ("decision_function", "predict_proba") if hasattr(model, name)), None)
    if method is None:
        raise ParameterError(f"{type(model).__name__} has neither decision_function nor predict_proba.")
    outputs = np.asarray(getattr(model, method)(X), dtype=np.float64)
    if outputs.ndim == 1:
        return np.abs(outputs)
    ordered = np.sort(outputs, axis=1)
    return np.asarray(ordered[:, -1] - ordered[:, -2])
