"""certify_rows: certificates from held-out rows that are read part by part, whatever their number."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from drupe.bounds.base import Bound, checked_delta
from drupe.bounds.held_out.any_time import AnyTimeHoldOut
from drupe.bounds.held_out.best_of_several import BestOfSeveral
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.certification.certificate import Certificate
from drupe.certification.check import Check
from drupe.certification.drift import Drift, drift_test
from drupe.certification.held_out_pass import HeldOutPass
from drupe.certification.independence import check_fresh
from drupe.certification.row_certificates import RowCertificates
from drupe.certification.silence import may_be_silent
from drupe.certification.upstream import NOTHING_SEEN, Sight, look_upstream
from drupe.foundation.engine import Engine, Here
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.position_hash import seed_for, uniforms
from drupe.foundation.progress import Progress
from drupe.inputs.rows import EncodedRows, Rows
from drupe.witness.assumptions import Assumption
from drupe.witness.best_held_out import BestHeldOut
from drupe.witness.held_out import HeldOut
from drupe.witness.held_out_counts import HeldOutCounts
from drupe.witness.watched import Watched

FEWEST = 8
"""Parts that are read, if there are as many, before one may stop: fewer would not tell whether parts are alike."""


def certify_rows(
    model: Any,
    rows: Rows,
    *,
    delta: float = 0.05,
    share: float | None = None,
    seed: int = 0,
    target: float | None = None,
    confidences: bool = False,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> RowCertificates:
    """With probability at least 1 − δ over the held-out rows, P[wrong answer] is at most `best.value`.

    One pass; what is held are counts, so that memory grows with the number of parts alone. Rows that change from part
    to part are noticed: the certificate then says so, names the parts, and speaks of their average.

    Parameters
    ----------
    model
        A fitted classifier with scikit-learn's interface; or several, of which the one with the fewest errors is
        certified, at the price of the choice.
    rows
        The rows to test on, with targets.
    delta
        Probability with which the statement may fail.
    share
        Of rows that are not divided yet, those are tested on that `drupe.foundation.position_hash.held_out` names: the
        ones that the fit left out by the same rule. None for all of them.
    seed
        Of that choice.
    target
        Parts are read, in a random order, only until the certificate is as small as this, which the bound that may be
        watched allows; None to read all.
    confidences
        Whether to count how sure the answers were, too, for `RowCertificates.answers`; takes a second look at each row.
    engine
        Where the parts are read and counted; here unless said otherwise.
    progress
        Told the share of the parts that were read.

    Examples
    --------
    >>> from drupe import SVC
    >>> from drupe.inputs.rows import RowsInMemory
    >>> from drupe.inputs.vectors import Vectors
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(20_000, 2)); y = (X[:, 0] + 0.2 * rng.normal(size=20_000) > 0).astype(int)
    >>> model = SVC(kernel="linear").fit(X[:500], y[:500])
    >>> found = certify_rows(model, RowsInMemory(Vectors.of(X[500:]), y[500:]))
    >>> errors = found.counts.tested().rate
    >>> 1.0 < found.best.value / errors < 1.1, found.drift.found
    (True, False)

    References
    ----------
    [Langford05]_, theorem 3.3, place not checked; [Robbins70]_, pages 1397-1409 (with a target).
    """
    delta = checked_delta(delta)
    models = tuple(model) if isinstance(model, Sequence) else (model,)
    _check_models(models)
    _check_rows(rows, share)
    if share is not None and isinstance(rows, EncodedRows):
        _check_positions(rows, share, seed)
    work = HeldOutPass(models, rows, share, seed, confidences)
    sight = _sight(work)
    if target is None:
        counts = (engine or Here()).sum(work, range(len(rows.counts)), progress=progress)
    else:
        counts = _until(target, work, delta, progress)
    _check_counts(counts, work)
    chosen = int(counts.errors.argmin())
    drift = _drift(counts, chosen)
    bound, witness = _statement(counts, chosen, watched=target is not None)
    everything = sum(stretch.last - stretch.first for stretch in counts.stretches) == len(rows)
    checks = _premises(bound, share is not None or rows.held_out_by_position is True, sight, drift, everything)
    certificate = replace(Certificate.of(bound, witness, delta, checks), silent=may_be_silent(models[chosen]))
    return RowCertificates([certificate], delta, counts, drift, chosen)


def _statement(counts: HeldOutCounts, chosen: int, *, watched: bool) -> tuple[Bound[Any], HeldOut]:
    """The theorem that speaks of the chosen rule, and what it looks at."""
    errors, n, candidates = int(counts.errors[chosen]), counts.n, len(counts.errors)
    if watched:
        return AnyTimeHoldOut(), Watched(errors, n)
    return (HoldOut(), HeldOut(errors, n)) if candidates == 1 else (BestOfSeveral(), BestHeldOut(errors, n, candidates))


def _drift(counts: HeldOutCounts, chosen: int) -> Drift:
    numbers = np.array([stretch.part for stretch in counts.by_part])
    errors = drift_test("errors", counts.outcomes_by_part(chosen), numbers)
    return Drift((errors, drift_test("classes", counts.classes_by_part(), numbers)))


def _premises(bound: Bound[Any], by_position: bool, sight: Sight, drift: Drift, everything: bool) -> tuple[Check, ...]:
    """What is known of each premise; that the rows are alike was tested, and is no more than not refuted."""
    order = sorted({*bound.assumptions, Assumption.BY_POSITION}, key=lambda assumption: assumption.name)
    known = {Assumption.BY_POSITION: True if by_position else None}
    checks = sight.checked([Check(assumption, known.get(assumption)) for assumption in order])
    return tuple(_drifting(one, drift, everything) for one in checks) if drift.found else checks


def _drifting(one: Check, drift: Drift, everything: bool) -> Check:
    if one.assumption is not Assumption.INDEPENDENT or one.holds is False:
        return one
    if everything:
        return one.doubted(f"{drift.sentence}, so that this speaks of the average over these rows")
    # Of rows that were not read nothing is known unless they are like those that were.
    return replace(one, holds=False, doubt=drift.sentence)


def _until(target: float, work: HeldOutPass, delta: float, progress: Progress | None) -> HeldOutCounts:
    """The counts up to the batch after which the certificate is small enough and every class was met."""
    check("certify_rows", "target", target, Interval(0.0, 1.0, closed_low=False, closed_high=True))
    if len(work.models) > 1:
        raise ParameterError("a target is watched for one model; certify several on all rows, or choose one before.")
    parts = len(work.rows.counts)
    # Files are often sorted: which part comes next must not follow from those before.
    order = np.argsort(uniforms(0, parts, seed_for("order of parts", work.seed)))
    total: HeldOutCounts | None = None
    for place, part in enumerate(order.tolist()):
        for counts in work.by_batch(part):
            total = counts if total is None else total + counts
            if place + 1 >= min(FEWEST, parts) and _enough(total, target, delta):
                return total
        if progress is not None:
            progress((place + 1) / parts)
    assert total is not None, "there are rows"
    return total


def _enough(counts: HeldOutCounts, target: float, delta: float) -> bool:
    if not counts.rows_by_class[:-1].all() or counts.errors[0] >= target * counts.n:
        return False
    return AnyTimeHoldOut().risk(Watched(int(counts.errors[0]), counts.n), delta) <= target


def _sight(work: HeldOutPass) -> Sight:
    """What the first held-out rows give away: those that a model was fitted on are refused, other copies doubted."""
    for part in range(len(work.rows.counts)):
        for batch in work.rows.batches(part):
            inputs, _ = work.chosen(batch)
            if len(inputs):
                for model in work.models:
                    check_fresh(model, None, inputs.raw(), "held-out rows")
                return look_upstream(inputs.raw())
    return NOTHING_SEEN


def _check_rows(rows: Rows, share: float | None) -> None:
    if not len(rows):
        raise InputError("there are no rows to test on.")
    if rows.held_out_by_position is False:
        raise InputError("these are the rows to learn from, whose errors certify nothing; pass those held out.")
    if share is not None and rows.held_out_by_position:
        raise ParameterError("the rows were held out already; share is for rows that are not divided yet.")


def _check_positions(rows: EncodedRows, share: float, seed: int) -> None:
    """Refuse to choose by positions that are not those of the fit, or others than those that it left out."""
    if len(rows) < len(rows.source):
        raise InputError(
            f"{len(rows.source) - len(rows)} rows without a target were left out, which moves positions behind them: "
            "a share would choose rows that were learned from; pass rows.held_out."
        )
    own = rows.division
    if own.share and (seed != own.seed or share > own.share):
        raise ParameterError(
            f"a share of {share} by seed {seed} has rows that were learned from, where {own.share} by seed {own.seed} "
            "is held out; pass rows.held_out."
        )


def _check_models(models: tuple[Any, ...]) -> None:
    if not models:
        raise InputError("there is no model to certify.")
    for model in models:
        if isinstance(model, type) or not hasattr(model, "__sklearn_tags__") or not is_classifier(model):
            raise InputTypeError(f"fitted classifiers can be certified, got {type(model).__name__}.")
        check_is_fitted(model)
        if not isinstance(getattr(model, "classes_", None), np.ndarray):
            raise InputError(f"{type(model).__name__} does not tell its classes as one array: one label for each row.")


def _check_counts(counts: HeldOutCounts, work: HeldOutPass) -> None:
    if not counts.n:
        raise InputError(f"none of {len(work.rows)} rows is held out by a share of {work.share}; hold out more.")
    if counts.rows_by_class[-1] == counts.n:
        raise InputError(
            f"the model does not know a label of all {counts.n} held-out rows; it knows {work.classes.tolist()}."
        )
