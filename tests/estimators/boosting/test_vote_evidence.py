"""What votes witness: their margins, what is known of their class, and reasons for all that is not."""

import math

import numpy as np
import pytest
from estimators.boosting.boosting_stub import StumpVote, line

from drupe import certify
from drupe.certification.derived import with_derived
from drupe.estimators.boosting.vote_evidence import (
    many_class_evidence,
    vote_evidence,
    vote_margins,
    weight_divergence,
)
from drupe.foundation.errors import InputError
from drupe.witness.assumptions import Assumption
from drupe.witness.committee import divergence_from_equal
from drupe.witness.hyperplane import Hyperplane
from drupe.witness.kept import Kept
from drupe.witness.margins import Margins
from drupe.witness.posterior import Posterior
from drupe.witness.rule_classes import Cuts, FiniteRules, Unknown
from drupe.witness.training import Training
from drupe.witness.votes import FiniteVote, GrowthVote, PatternVote

RNG = np.random.default_rng(0)
ANSWERS = RNG.choice([-1.0, 1.0], size=(3, 40))
SIGNS = RNG.choice([-1.0, 1.0], size=40)
WEIGHTS = np.array([2.0, 0.5, 1.5])


def evidence(rules, **options):
    return vote_evidence(WEIGHTS @ ANSWERS, SIGNS, WEIGHTS, rules, **options)


@pytest.mark.spec("S.V11")
def test_margins_are_shares_of_the_weight() -> None:
    right = np.where(ANSWERS * SIGNS > 0.0, WEIGHTS[:, None], -WEIGHTS[:, None]).sum(axis=0) / 4.0
    margins = evidence(FiniteRules(8)).witnesses[FiniteVote]().margins
    np.testing.assert_allclose(margins, right, atol=1e-13)
    assert (margins <= right).all() or (margins[margins > right] == -1.0).all()
    assert evidence(FiniteRules(8)).witnesses[Training]().errors == (right <= 0.0).sum()


def test_a_drawn_rule_errs_as_often_as_its_weight_says() -> None:
    seen = evidence(FiniteRules(8), which=np.array([0, 1, 2]))
    drawn = seen.witnesses[Posterior]()
    shares = WEIGHTS / WEIGHTS.sum()
    assert drawn.rate == pytest.approx(shares @ (ANSWERS != SIGNS).mean(axis=1))
    assert drawn.divergence == pytest.approx(divergence_from_equal(np.append(shares, np.zeros(5))))


def test_equal_rules_are_one_rule() -> None:
    """Ten weights of one rule look like a broad posterior and are the narrowest one."""
    many = np.full(10, 0.1)
    assert weight_divergence(many, np.zeros(10, dtype=np.int64), 10) == pytest.approx(math.log(10))
    assert weight_divergence(many, np.arange(10), 10) == pytest.approx(0.0, abs=1e-12)
    assert weight_divergence(many, None, 10) == math.log(10)
    with pytest.raises(InputError, match="rules 0 to 3"):
        weight_divergence(many, np.arange(10), 4)


def test_cuts_have_patterns_but_no_prior() -> None:
    seen = evidence(Cuts(100, 158))
    assert (seen.witnesses[PatternVote]().patterns, seen.witnesses[GrowthVote]().patterns) == (100, 158)
    for kind in (FiniteVote, Posterior):
        assert not seen.has(kind)
        assert "thresholds were found in the training examples" in seen.why_not(kind)


def test_what_is_unknown_is_refused_with_its_reason() -> None:
    seen = evidence(Unknown("its rules are networks"))
    assert seen.has(Training)
    for kind in (FiniteVote, PatternVote, GrowthVote, Posterior):
        assert seen.why_not(kind) == "its rules are networks"


def test_no_plane_and_no_compression() -> None:
    seen = with_derived(evidence(FiniteRules(8)))
    assert "hyperplane of a kernel" in seen.why_not(Hyperplane)
    assert "hyperplane of a kernel" in seen.why_not(Margins)
    assert "every example weighs" in seen.why_not(Kept)
    assert seen.checks(Assumption.CONSISTENT) is False
    assert seen.checks(Assumption.INDEPENDENT) is None


def test_several_classes_are_refused() -> None:
    seen = many_class_evidence(3, 30)
    assert seen.witnesses[Training]().errors == 3
    assert "two classes" in seen.why_not(GrowthVote)
    assert "two classes" in seen.why_not(Hyperplane)


def test_a_vote_of_nothing_has_spent_its_share() -> None:
    """Whether any rule gets weight is up to the data, so that it must not change how δ is split."""
    seen = vote_evidence(np.zeros(3), np.ones(3), np.zeros(0), FiniteRules(4))
    assert "nothing votes" in seen.failed[FiniteVote]
    assert not seen.has(FiniteVote)


@pytest.mark.parametrize("weights", [[1.0, -0.5], [1.0, np.nan], [np.inf, 1.0]])
def test_weights_have_to_be_weights(weights) -> None:
    with pytest.raises(InputError, match="not negative"):
        vote_margins(np.ones(2), np.ones(2), np.array(weights))


def test_rules_that_shout_are_refused() -> None:
    with pytest.raises(InputError, match="more than the sum"):
        vote_margins(np.array([2.0]), np.ones(1), np.ones(1))


def test_other_examples_than_those_of_the_fit_are_noticed() -> None:
    margins = SIGNS * (WEIGHTS @ ANSWERS) / 4.0
    assert evidence(FiniteRules(8), remembered=margins).has(FiniteVote)
    with pytest.raises(InputError, match="other margins"):
        evidence(FiniteRules(8), remembered=np.abs(margins))
    with pytest.raises(InputError, match="other margins"):
        evidence(FiniteRules(8), remembered=margins[:-1])


class TestAMachine:
    """From fit to table, by a machine that boosts cuts in a few lines."""

    def test_cuts_found_here_are_certified_by_patterns_alone(self) -> None:
        X, y = line()
        table = certify(StumpVote(rounds=5).fit(X, y), X, y)
        assert {one.name for one in table.valid} == {"vote_growth", "vote_rademacher"}
        assert "thresholds were found" in table["vote_draws"].reason
        assert "thresholds were found" in table["pac_bayes_seeger"].reason
        assert table.recheck()
        assert sum(one.delta for one in table) <= 0.05 * (1.0 + 1e-9)

    def test_cuts_from_elsewhere_are_certified_by_their_number(self) -> None:
        X, y = line()
        model = StumpVote(rounds=5, thresholds=(-1.0, 0.0, 1.0)).fit(X, y)
        table = certify(model, X, y)
        assert {"vote_draws", "vote_growth", "vote_margin", "pac_bayes_seeger"} <= {one.name for one in table.valid}
        best = table.best_for_fitted
        fresh = line(5000, seed=1)
        assert best.name == "vote_draws"
        assert np.mean(model.predict(fresh[0]) != fresh[1]) < best.value < 0.5
        assert table["pac_bayes_seeger"].subject.name == "GIBBS"
        assert [check.assumption.name for check in best.trusted] == ["INDEPENDENT", "PRIOR"]

    def test_vacuous_values_are_called_so(self) -> None:
        X, y = line(60)
        table = certify(StumpVote(rounds=20).fit(X, y), X, y)
        assert table["vote_growth"].valid
        assert table["vote_growth"].vacuous
        assert table["vote_growth"].value == 1.0

    def test_labels_made_to_agree_are_refused(self) -> None:
        X, y = line()
        model = StumpVote(rounds=5).fit(X, y)
        with pytest.raises(ValueError, match="not what the model was fitted on"):
            certify(model, X, model.predict(X))

    def test_candidates_cost(self) -> None:
        X, y = line(4000)
        model = StumpVote(rounds=5, thresholds=(-1.0, 0.0, 1.0)).fit(X, y)
        one, many = (certify(model, X, y, bounds="vote_draws", n_candidates=k).best for k in (1, 20))
        assert many.delta == pytest.approx(one.delta / 20.0)
        assert one.value < many.value
