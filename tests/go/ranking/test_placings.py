"""Places, silence and certificates of rankings."""

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.stats import beta

from drupe.foundation.errors import InputError
from drupe.go.ranking import Lessons, LinearScores, MoveRanking, placings

IDENTITY = LinearScores(np.ones(1))


def ranked(values: list[float], good: list[int]) -> tuple[sp.csr_matrix, np.ndarray]:
    return sp.csr_matrix(np.array(values)[:, None]), np.isin(np.arange(len(values)), good)


def test_places_count_from_the_best_good_move() -> None:
    told = Lessons.of(
        [
            ranked([5.0, 1.0, 3.0], [0]),
            ranked([5.0, 1.0, 3.0], [1, 2]),
            ranked([2.0, 2.0, 2.0], [0]),  # in the middle of equals, rounded up: no move is first by accident
            ranked([4.0, 1.0], []),
            ranked([7.0], [0]),
        ]
    )
    found = placings(IDENTITY, told)
    assert found.places.tolist() == [1, 2, 2, 3, 1]
    assert found.leads.tolist() == [2.0, 2.0, 0.0, 3.0, np.inf]
    assert found.top(1) == 0.4
    assert found.chance == pytest.approx(np.mean([1 / 3, 2 / 3, 1 / 3, 0.0, 1.0]))


@pytest.mark.spec("G.G-06")
def test_the_certificate_is_the_exact_limit_of_clopper_and_pearson() -> None:
    told = Lessons.of([ranked([1.0, 0.0], [int(wrong)]) for wrong in [True] * 30 + [False] * 70])
    certificate = placings(IDENTITY, told).certificate(0.05)
    assert certificate.value == pytest.approx(beta.ppf(0.95, 31, 70))
    assert "drawn independently" in certificate.sentence()


def test_certificates_hold_as_often_as_they_promise() -> None:
    rng, failures = np.random.default_rng(0), 0
    for _ in range(200):
        wrong = rng.random(40) < 0.3
        told = Lessons.of([ranked([1.0, 0.0], [int(one)]) for one in wrong])
        failures += placings(IDENTITY, told).certificate(0.1).value < 0.3
    assert failures <= 33  # 20 expected at most, three deviations above


def test_silence_pays_where_leads_tell() -> None:
    rng = np.random.default_rng(1)
    leads = rng.random(400)
    told = Lessons.of(
        [ranked([lead, 0.0], [int(rng.random() > lead)]) for lead in leads]  # right with probability lead
    )
    curve = placings(IDENTITY, told).curve
    assert curve.risk_at(0.1) < 0.15 < 0.4 < curve.risk_at(1.0)


def test_a_ranking_answers_questions() -> None:
    ranking = MoveRanking.of(9, np.array([3, 7, 20]), np.array([0.0, np.log(3.0), 0.0]))
    assert ranking.best == 7
    assert ranking.shares.tolist() == pytest.approx([0.6, 0.2, 0.2])
    assert ranking.place(20) == 3
    with pytest.raises(InputError, match="not among the 3 ranked moves"):
        ranking.place(4)
    with pytest.raises(InputError, match="no move to rank"):
        _ = MoveRanking.of(9, np.array([], dtype=int), np.array([])).best
