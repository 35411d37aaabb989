"""The experiment on certificates in a stream: it runs, its truths are true, and its claims can fail."""

import numpy as np
import pytest

from drupe.experiments import stream_certificates as study


def test_it_runs(capsys: pytest.CaptureFixture[str]) -> None:
    study.main(["--rows", "8000", "--examples", "200", "--trials", "2"])
    printed = " ".join(capsys.readouterr().out.split())
    for words in ("2% flipped: true error 0.0200", "SVC of 200 rows", "watched, at its lowest", "n = 4,000"):
        assert words in printed
    assert "holds: checker" in printed
    assert "cannot be judged: checker, best rule, 2% flipped: within 1.05" in printed


@pytest.fixture(scope="module")
def drawn() -> study.Drawn:
    return study.Drawn.of(study.best_rule(0.02, size=2000), chunks=60)


def test_what_was_seen_is_near_the_truth(drawn: study.Drawn) -> None:
    """Every column within five standard deviations of its own risk; that of the rule is the share of flips."""
    assert drawn.risks[-1] == pytest.approx(0.02, rel=1e-9)
    deviations = np.sqrt(drawn.risks * (1.0 - drawn.risks) / len(drawn))
    assert (np.abs(drawn.wrong.mean(axis=0) - drawn.risks) < 5.0 * deviations).all()
    assert (drawn.risks[:-1] >= 0.02 - 1e-12).all()
    assert drawn.by_chunk.sum(axis=0).tolist() == [120_000 - drawn.wrong[:, -1].sum(), drawn.wrong[:, -1].sum()]


def test_sound_ways_hold_and_the_other_does_not(drawn: study.Drawn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "LOOKS", 60)
    found = {way: study.kept(drawn, way, 2000, 20) for way in study.WAYS}
    assert all(one.holds for way, one in found.items() if way != study.UNSOUND)
    assert found[study.UNSOUND].failures > 0.05 * 20
    assert found["exact"].ratio < found["best of 20"].ratio
    assert found["watched, at its lowest"].ratio <= found["watched"].ratio


def test_claims_fail_where_they_should() -> None:
    lax = [study.Kept("exact", study.MANY, 1.06, 0, 2), study.Kept("watched", study.MANY, 1.04, 0, 2)]
    assert study.tightness("a rule", lax).startswith("FAILS")
    assert study.tightness("a rule", lax[1:]).startswith("holds")
    assert not study.Kept("exact", 10, 1.1, 30, 200).holds
