"""Certificates from rows read part by part: the numbers of `certify`, whatever the parts, and every premise told."""

import numpy as np
import pytest
from bounds.coverage_of_bounds import allowed
from certification.finite_worlds import NINE, ONE, TWO, FiniteWorld
from scipy.stats import beta
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from drupe import SVC, certify
from drupe.certification.certify_rows import FEWEST, certify_rows
from drupe.estimators.reject.reject_option import RejectOption
from drupe.foundation.engine import Here
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.foundation.position_hash import held_out
from drupe.inputs.rows import Batch, Rows, RowsInMemory
from drupe.inputs.rows.rows import rows as rows_of
from drupe.inputs.vectors import Vectors
from drupe.witness.assumptions import Assumption


class InParts(Rows):
    """Rows in parts and batches of any size, which counts how often a batch is read."""

    def __init__(self, X, y, size: int, batch: int = 64):
        self.X, self.y, self.size, self.batch, self.read = X, y, size, batch, 0

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(min(self.size, len(self.X) - first) for first in range(0, len(self.X), self.size))

    def batches(self, part: int):
        first, last = (int(place) for place in self.starts[part : part + 2])
        for begin in range(first, last, self.batch):
            end = min(begin + self.batch, last)
            self.read += 1
            yield Batch(begin, Vectors.of(self.X[begin:end]), None if self.y is None else self.y[begin:end])

    @property
    def fingerprint(self) -> dict[str, str]:
        return {"rows": str(len(self))}


class FirstColumn(ClassifierMixin, BaseEstimator):
    """A rule that was never fitted on anything: the sign of a column minus an offset."""

    def __init__(self, offset=0.0):
        self.offset = offset
        self.classes_ = np.array([0, 1])

    def fit(self, X, y):
        return self

    def __sklearn_is_fitted__(self):
        return True

    def decision_function(self, X):
        return np.asarray(X)[:, 0] - self.offset

    def predict(self, X):
        return (self.decision_function(X) > 0.0).astype(int)


def noisy(n: int, flips=0.1, seed: int = 0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, ((X[:, 0] > 0.0) ^ (rng.random(n) < flips)).astype(int)


def test_the_count_is_that_of_all_rows_at_once_whatever_the_parts() -> None:
    X, y = noisy(3000)
    model = SVC(kernel="linear").fit(X[:200], y[:200])
    whole = certify(model, X_held_out=X[200:], y_held_out=y[200:], bounds="hold_out").best
    for size, batch in ((1000, 64), (37, 64), (5000, 700), (1, 1)):
        found = certify_rows(model, InParts(X[200:], y[200:], size, batch))
        assert found.best.value == whole.value
        assert found.best.recheck()
        assert len(found.counts.by_part) == -(-2800 // size)


def test_certify_takes_rows_too() -> None:
    X, y = noisy(500)
    rows = RowsInMemory(Vectors.of(X), y)
    assert certify(FirstColumn(), rows).best.value == certify(FirstColumn(), X_held_out=rows).best.value
    for more in ({"y": y}, {"bounds": "hold_out"}, {"X_held_out": rows}, {"n_candidates": 2}):
        with pytest.raises(InputError, match="takes the held-out ones and delta"):
            certify(FirstColumn(), rows, **more)


def test_rows_are_held_out_by_a_hash_of_their_position() -> None:
    X, y = noisy(4000)
    chosen = held_out(0, 4000, share=0.3, seed=5)
    found = certify_rows(FirstColumn(), InParts(X, y, 700), share=0.3, seed=5)
    assert found.counts.n == chosen.sum()
    assert found.counts.errors[0] == ((X[chosen, 0] > 0.0) != y[chosen]).sum()
    known = {check.assumption: check.holds for check in found.best.checks}
    assert known == {Assumption.BY_POSITION: True, Assumption.FRESH: None, Assumption.INDEPENDENT: None}
    everything = certify_rows(FirstColumn(), InParts(X, y, 700))
    assert {check.assumption for check in everything.best.trusted} == set(known)


def test_rows_know_on_which_side_they_are() -> None:
    X, y = noisy(200)

    class Divided(InParts):
        held_out_by_position = True

    class Learned(InParts):
        held_out_by_position = False

    found = certify_rows(FirstColumn(), Divided(X, y, 50))
    assert {check.assumption: check.holds for check in found.best.checks}[Assumption.BY_POSITION] is True
    with pytest.raises(ParameterError, match="held out already"):
        certify_rows(FirstColumn(), Divided(X, y, 50), share=0.5)
    with pytest.raises(InputError, match="rows to learn from"):
        certify_rows(FirstColumn(), Learned(X, y, 50))


def test_positions_that_moved_are_refused_and_so_are_other_shares() -> None:
    """One row less moves all behind it: nine in ten that a share would choose were learned from."""
    rng = np.random.default_rng(0)
    table = {"a": rng.normal(size=900), "b": rng.normal(size=900), "t": rng.choice(["yes", "no"], 900).astype(object)}
    full = rows_of(table, target="t")
    gap = rows_of({**table, "t": np.r_[[None], table["t"][1:]]}, target="t", untold="drop")
    learned = [(batch.inputs.dense(), batch.targets) for batch in gap.batches(0)]
    tree = DecisionTreeClassifier().fit(*(np.concatenate(column) for column in zip(*learned, strict=True)))
    assert certify_rows(tree, gap.held_out).best.value > 0.5
    with pytest.raises(InputError, match="1 rows without a target were left out"):
        certify_rows(tree, gap.whole, share=0.1)
    assert certify_rows(tree, full.whole, share=0.1).counts.n == len(full.held_out)
    assert certify_rows(tree, full.whole, share=0.05).counts.n < len(full.held_out)
    for share, seed in ((0.2, 0), (0.1, 1)):
        with pytest.raises(ParameterError, match="rows that were learned from"):
            certify_rows(tree, full.whole, share=share, seed=seed)


@pytest.mark.parametrize("world", [ONE, TWO, NINE], ids=lambda world: world.name)
@pytest.mark.parametrize("delta", [0.5, 0.05])
def test_it_holds_on_few_inputs(world: FiniteWorld, delta: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that learned from the rows that were left in, tested on those that were held out."""
    monkeypatch.setattr("drupe.certification.drift.DRAWS", 9)
    rng, failures, trials = np.random.default_rng(0), 0, 120
    for trial in range(trials):
        X, y = world.draw(80, rng)
        tested = held_out(0, 80, 0.4, trial)
        if len(np.unique(y[~tested])) < 2:
            continue
        model = KNeighborsClassifier(1).fit(X[~tested] + 1e-3, y[~tested])
        found = certify_rows(model, InParts(X, y, 20), share=0.4, seed=trial, delta=delta)
        risk, _ = world.risk(model.predict)
        failures += found[0].valid and found[0].value < risk
    assert failures <= allowed(trials, delta)


@pytest.mark.slow
@pytest.mark.parametrize("delta", [0.5, 0.05])
def test_it_holds_for_one_who_stops_when_it_looks_good(delta: float) -> None:
    """The target lies below the truth: to reach it is to lie, and that happens with probability delta at most."""
    trials, lies = 150, 0
    for seed in range(trials):
        X, y = noisy(400, flips=0.3, seed=seed)
        lies += certify_rows(FirstColumn(), InParts(X, y, 40, 8), target=0.2999, delta=delta)[0].value <= 0.2999
    assert lies <= allowed(trials, delta)


def test_it_stops_as_soon_as_the_target_is_reached() -> None:
    X, y = noisy(40_000, flips=0.02)
    rows = InParts(X, y, 400, 50)
    found = certify_rows(FirstColumn(), rows, target=0.05)
    assert found.best.name == "any_time_hold_out"
    assert 0.02 < found.best.value <= 0.05
    assert (FEWEST - 1) * 400 < found.counts.n < 10_000
    assert rows.read < 1.3 * found.counts.n / 50 + 1
    out_of_reach = certify_rows(FirstColumn(), InParts(X[:4000], y[:4000], 400), target=0.01)
    assert (out_of_reach.counts.n, out_of_reach.best.value > 0.01) == (4000, True)


def test_sorted_files_do_not_fool_one_who_stops_early() -> None:
    X, y = noisy(20_000, flips=0.02)
    order = np.argsort(y, kind="stable")
    found = certify_rows(FirstColumn(), InParts(X[order], y[order], 200), target=0.05)
    assert not found.valid
    assert "classes" in found[0].reason
    constant = DummyClassifier(strategy="constant", constant=0).fit(X, y)
    lucky = certify_rows(constant, InParts(X[order], y[order], 200), target=0.3)
    assert lucky.counts.rows_by_class[:2].all()
    assert not lucky.valid or lucky.best.value > 0.3


def test_the_best_of_several_pays_for_the_choice() -> None:
    X, y = noisy(5000)
    models = [FirstColumn(offset) for offset in (1.0, 0.3, 0.02, -0.8)]
    found = certify_rows(models, InParts(X, y, 900))
    assert (found.chosen, found.candidates, found.best.name) == (2, 4, "best_of_several")
    errors = found.counts.errors
    assert errors.argmin() == 2
    assert found.best.value == pytest.approx(beta.isf(0.05 / 4, errors[2] + 1, 5000 - errors[2]), rel=1e-9)
    with pytest.raises(ParameterError, match="watched for one model"):
        certify_rows(models, InParts(X, y, 900), target=0.2)


def test_drift_is_told_with_its_parts_and_the_average_stays_certified() -> None:
    X, y = noisy(20_000, flips=0.05)
    late = np.arange(20_000) >= 15_000
    y = np.where(late & (np.random.default_rng(9).random(20_000) < 0.1), 1 - y, y)
    found = certify_rows(FirstColumn(), InParts(X, y, 1000))
    assert found.drift.found
    assert found.best.valid
    assert "errors" in found.best.sentence()
    assert "average over these rows" in found.best.sentence()
    assert any(
        f"part {number}" in found.best.doubts[0] or f"{number}," in found.best.doubts[0] for number in range(14, 20)
    )
    assert found.to_dict()["drift"]["found"] is True
    assert len(found.to_dict()["parts"]) == 20
    steady = certify_rows(FirstColumn(), InParts(*noisy(20_000, flips=0.05), 1000))
    assert not steady.drift.found
    assert not steady.best.doubts


def test_labels_that_come_late_are_wrong_answers_of_a_class_of_their_own() -> None:
    X, y = noisy(600)
    names = np.where(y == 1, "yes", "no").astype(object)
    names[::50] = "perhaps"
    model = LogisticRegression().fit(X[:100] + 9.0, np.where(y[:100] == 1, "yes", "no"))
    found = certify_rows(model, InParts(X, names, 100), delta=0.3)
    assert found.counts.rows_by_class.tolist() == [(names == "no").sum(), (names == "yes").sum(), 12]
    assert found.counts.errors_by_class[0, -1] == 12


def test_one_row_is_enough_to_say_nothing_much() -> None:
    X, y = np.array([[1.0, 0.0]]), np.array([1])
    found = certify_rows(FirstColumn(), InParts(X, y, 10), delta=0.5)
    assert found.best.value == pytest.approx(0.5)
    assert found.drift.p_value == 1.0


def test_rows_that_the_model_was_fitted_on_are_refused() -> None:
    X, y = noisy(900)
    model = SVC(kernel="linear").fit(X, y)
    with pytest.raises(InputError, match="certif"):
        certify_rows(model, InParts(X, y, 300))


def test_rows_that_were_written_down_twice_are_refused() -> None:
    X, y = noisy(400)
    found = certify_rows(FirstColumn(), InParts(np.repeat(X, 2, axis=0), np.repeat(y, 2), 800, 800))
    assert not found.valid
    assert "independently" in found[0].reason


def test_a_rule_that_may_be_silent_says_so() -> None:
    X, y = noisy(600)
    model = RejectOption(LogisticRegression(), threshold=0.7).fit(X[:200], y[:200])
    assert "or none" in certify_rows(model, InParts(X[200:], y[200:], 100)).best.sentence()


def test_confidences_give_the_curve_of_answers() -> None:
    X, y = noisy(20_000, flips=0.0)
    y = np.where(np.abs(X[:, 0]) < 0.3, np.random.default_rng(1).integers(2, size=20_000), y)
    found = certify_rows(FirstColumn(), InParts(X, y, 3000, 1000), confidences=True)
    rule = found.answers(delta=0.05).rule(FirstColumn(), error=0.03)
    answered = rule.answers(X)
    assert rule.coverage == pytest.approx(answered.mean())
    assert ((rule.predict(X)[answered]) != y[answered]).mean() <= rule.certificate.value <= 0.03
    assert rule.coverage > 0.7
    without = certify_rows(FirstColumn(), InParts(X, y, 3000, 1000))
    with pytest.raises(InputError, match="confidences=True"):
        without.answers(delta=0.05)


def test_progress_is_told_and_any_engine_serves() -> None:
    X, y = noisy(500)
    heard: list[float] = []

    class Listening(Here):
        def sum(self, *args, **more):
            heard.append(-1.0)
            return super().sum(*args, **more)

    certify_rows(FirstColumn(), InParts(X, y, 100), engine=Listening(), progress=heard.append)
    assert heard == [-1.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    heard.clear()
    certify_rows(FirstColumn(), InParts(X, y, 100), target=1e-9, progress=heard.append)
    assert heard == [0.2, 0.4, 0.6, 0.8, 1.0]


def test_what_cannot_be_certified_is_refused_with_what_would_do() -> None:
    X, y = noisy(100)
    rows = InParts(X, y, 50)
    with pytest.raises(InputError, match="no rows to test on"):
        certify_rows(FirstColumn(), InParts(X[:0], y[:0], 50))
    with pytest.raises(InputError, match="no targets"):
        certify_rows(FirstColumn(), InParts(X, None, 50))
    with pytest.raises(InputError, match="hold out more"):
        certify_rows(FirstColumn(), rows, share=0.0)
    with pytest.raises(ParameterError, match="share must lie in"):
        certify_rows(FirstColumn(), rows, share=1.5)
    with pytest.raises(InputError, match="does not know a label"):
        certify_rows(FirstColumn(), InParts(X, y + 7, 50))
    with pytest.raises(InputTypeError, match="fitted classifiers"):
        certify_rows(object(), rows)
    with pytest.raises(InputError, match="no model"):
        certify_rows([], rows)
    with pytest.raises(ParameterError, match="target"):
        certify_rows(FirstColumn(), rows, target=0.0)
    with pytest.raises(ParameterError, match="delta"):
        certify_rows(FirstColumn(), rows, delta=0.0)
