"""Labels for working points: marginal and joint ones and how sure they are."""

import numpy as np
import pytest

from drupe.estimators.voting.labelling import Labelling

# Patterns (+,+) with share 0.4, (−,+) and (−,−) with 0.3 each.
ANSWERS = np.array([[1] * 4 + [0] * 6, [1] * 7 + [0] * 3])
SIGNS = np.array([-1, 1])


@pytest.mark.spec("G.A-30", "G.A-31")
def test_joint_and_marginal_labels_may_differ():
    labelling = Labelling(SIGNS, ANSWERS)
    assert labelling.labels.tolist() == [-1, 1]
    assert labelling.joint_labels.tolist() == [1, 1]
    np.testing.assert_allclose(labelling.confidence, [0.2, 0.4])
    assert labelling.joint_probability == pytest.approx(0.4)
    assert labelling.joint_risk == pytest.approx(0.6)
    assert labelling.marginal_risk == pytest.approx(1 - (0.6 + 0.7) / 2)


@pytest.mark.spec("G.A-31", "G.L-06", "G.L-07")
def test_risks_by_brute_force():
    rng = np.random.default_rng(0)
    answers = rng.integers(3, size=(4, 60)) * (rng.random((4, 60)) < 0.4)
    labelling = Labelling(np.arange(3), answers)
    candidates = np.stack(np.meshgrid(*[np.arange(3)] * 4), axis=-1).reshape(-1, 4)
    wrong = candidates[:, :, None] != answers[None]
    assert labelling.joint_risk == pytest.approx(wrong.any(axis=1).mean(axis=1).min())
    assert labelling.marginal_risk == pytest.approx(wrong.mean(axis=(1, 2)).min())
    assert labelling.marginal_risk <= labelling.joint_risk


def test_one_working_point_has_one_risk():
    one = Labelling(SIGNS, ANSWERS[:1])
    assert one.joint_risk == pytest.approx(one.marginal_risk)
    assert one.joint_labels.tolist() == one.labels.tolist()


def test_noise_lowers_confidence_and_keeps_labels():
    noisy = Labelling(SIGNS, ANSWERS, noise=0.1)
    np.testing.assert_allclose(noisy.confidence, 0.8 * Labelling(SIGNS, ANSWERS).confidence)
    assert noisy.labels.tolist() == [-1, 1]
