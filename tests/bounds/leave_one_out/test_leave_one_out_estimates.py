"""Leave-one-out errors and their limits on fitted machines: counted, ordered, and no certificates."""

import numpy as np
import pytest

from drupe import HardMarginSVC
from drupe.bounds.base import Bound
from drupe.bounds.leave_one_out.exact import LeaveOneOutError
from drupe.bounds.leave_one_out.jaakkola_haussler import JaakkolaHaussler
from drupe.bounds.leave_one_out.radius_margin import RadiusMarginShare
from drupe.bounds.leave_one_out.span import Span, squared_spans, squared_spans_with_offset
from drupe.bounds.leave_one_out.support_vectors import SupportVectorShare
from drupe.bounds.subject import Subject
from drupe.foundation.errors import InputError
from drupe.witness.leave_one_out import DualMargins, LeaveOneOut, RadiusMargin, Spans


def hinge_coefficients(K: np.ndarray, signs: np.ndarray, upper: float) -> np.ndarray:
    """α ≥ 0 of max Σα − ½ αᵀQα, 0 ≤ α ≤ upper, by coordinate ascent."""
    Q = signs[:, None] * K * signs
    alpha = np.zeros(len(signs))
    for _ in range(5000):
        before = alpha.copy()
        for i in range(len(alpha)):
            alpha[i] = np.clip(alpha[i] + (1.0 - Q[i] @ alpha) / Q[i, i], 0.0, upper)
        if np.abs(alpha - before).max() < 1e-12:
            break
    return alpha


@pytest.fixture(scope="module")
def noisy() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(40, 2))
    K = np.exp(-np.square(x[:, None] - x[None]).sum(axis=2))
    return K, np.where(rng.random(40) < 0.2, -1.0, 1.0) * np.sign(x[:, 0])


@pytest.mark.spec("H.T01", "H.T03", "H.T04", "C.C23")
@pytest.mark.parametrize("upper", [0.3, 1.0, 2.0])
def test_order_of_the_limits_on_machines_without_offset(noisy: tuple[np.ndarray, np.ndarray], upper: float) -> None:
    K, signs = noisy
    n = len(signs)
    alpha = hinge_coefficients(K, signs, upper)
    margins = signs * (K @ (signs * alpha))
    alpha[alpha < 1e-9] = 0.0
    seen = DualMargins(margins, alpha * np.diag(K))
    errors = 0
    for i in range(n):
        others = np.delete(np.arange(n), i)
        left = hinge_coefficients(K[np.ix_(others, others)], signs[others], upper)
        errors += signs[i] * (K[i, others] @ (signs[others] * left)) <= 0.0
    exact = LeaveOneOutError().value(LeaveOneOut(int(errors), n))
    limit, support = JaakkolaHaussler().value(seen), SupportVectorShare().value(seen)
    assert 0.0 < exact <= limit <= support
    assert support == (alpha > 0).mean()


@pytest.fixture(scope="module")
def separated() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(60, 3))
    x = x[np.abs(x[:, 0]) > 0.3]
    return x, np.sign(x[:, 0])


def test_hard_margin_machine_with_offset(separated: tuple[np.ndarray, np.ndarray]) -> None:
    x, signs = separated
    n = len(signs)
    machine = HardMarginSVC(kernel="linear", tol=1e-9).fit(x, signs)
    errors = 0
    for i in range(n):
        others = np.delete(np.arange(n), i)
        left = HardMarginSVC(kernel="linear", tol=1e-9).fit(x[others], signs[others])
        errors += signs[i] * left.decision_function(x[[i]])[0] <= 0.0
    exact = LeaveOneOutError().value(LeaveOneOut(int(errors), n))
    center = x.mean(axis=0)
    radius = float(np.linalg.norm(x - center, axis=1).max())
    assert exact <= len(machine.support_) / n
    assert exact <= RadiusMarginShare().value(RadiusMargin(2.0 * radius, machine.margin_, n))


def test_with_an_offset_the_radius_is_not_enough() -> None:
    """Corners of a simplex: each is wrong without itself, more than R²/γ² of them; the diameter pays for all."""
    x, signs = np.eye(4), np.array([1.0, 1.0, -1.0, -1.0])
    margin = HardMarginSVC(kernel="linear", tol=1e-9).fit(x, signs).margin_
    outputs = []
    for i in range(4):
        others = np.delete(np.arange(4), i)
        left = HardMarginSVC(kernel="linear", tol=1e-9).fit(x[others], signs[others])
        outputs.append(signs[i] * left.decision_function(x[[i]])[0])
    assert outputs == pytest.approx([-1.0 / 3.0] * 4, abs=1e-6)
    radius = float(np.linalg.norm(x[0] - x.mean(axis=0)))
    assert RadiusMarginShare().value(RadiusMargin(radius, margin, 4)) == pytest.approx(0.75, abs=1e-6)
    assert RadiusMarginShare().value(RadiusMargin(2.0 * radius, margin, 4)) == 1.0
    # Without offset the distance from the origin is enough.
    assert RadiusMarginShare().value(RadiusMargin(1.0, 0.5, 4)) == 1.0


def test_span_counts_exactly_where_support_vectors_stay(separated: tuple[np.ndarray, np.ndarray]) -> None:
    x, signs = separated
    n = len(signs)
    K = x @ x.T
    alpha = hinge_coefficients(K, signs, 1e9)
    support = np.flatnonzero(alpha > 1e-8)
    margins = signs * (K @ (signs * alpha))
    spans = squared_spans(K[np.ix_(support, support)])
    contributions = np.zeros(n)
    contributions[support] = alpha[support] * spans
    for position, i in enumerate(support):
        others = np.delete(np.arange(n), i)
        left = hinge_coefficients(K[np.ix_(others, others)], signs[others], 1e9)
        kept = others[left > 1e-8]
        if set(kept) == set(support) - {i}:
            output = signs[i] * (K[i, others] @ (signs[others] * left))
            assert margins[i] - alpha[i] * spans[position] == pytest.approx(output, abs=1e-5)
    value = Span().value(Spans(margins, contributions))
    assert value <= JaakkolaHaussler().value(DualMargins(margins, alpha * np.diag(K)))


def test_spans_are_distances() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(3, 5))
    free, affine = squared_spans(x @ x.T), squared_spans_with_offset(x @ x.T)
    for i in range(3):
        others = np.delete(x, i, axis=0)
        residual = x[i] - np.linalg.lstsq(others.T, x[i], rcond=None)[0] @ others
        assert free[i] == pytest.approx(residual @ residual)
        edge = others[1] - others[0]
        offset = x[i] - others[0]
        residual = offset - (offset @ edge) / (edge @ edge) * edge
        assert affine[i] == pytest.approx(residual @ residual)


def test_estimates_never_pass_for_bounds() -> None:
    for estimate in (LeaveOneOutError(), JaakkolaHaussler(), SupportVectorShare(), Span(), RadiusMarginShare()):
        assert not isinstance(estimate, Bound)
        assert estimate.subject is Subject.AVERAGE
    assert LeaveOneOutError.unbiased
    assert RadiusMarginShare().value(RadiusMargin(10.0, 0.1, 5)) == 1.0
    with pytest.raises(InputError, match="margins but"):
        DualMargins([1.0], [0.5, 0.5])
    with pytest.raises(InputError, match="no more errors"):
        LeaveOneOut(5, 4)
