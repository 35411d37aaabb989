"""The learner that chooses inside its part: by hand, in corner cases, interrupted, and as part of a certificate."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from certification.certified_samples import noisy
from scipy.stats import binom
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SVC, CertifiedClassifier, SVCPathCV, certify, load, save
from drupe.certification import nearby_search
from drupe.certification.nearby_search import NearbySearch, dealt
from drupe.kernels import Gaussian

X, y = noisy(200)


@parametrize_with_checks([NearbySearch(SVC(gamma=0.1)), CertifiedClassifier()])
def test_scikit_learns_contract(estimator, check) -> None:
    check(estimator)


def errors_by_hand(C, gamma, places, fold) -> int:
    wrong = 0
    for i in range(5):
        seen, held = places[fold != i], places[fold == i]
        wrong += (SVC(C=C, gamma=gamma).fit(X[seen], y[seen]).predict(X[held]) != y[held]).sum()
    return int(wrong)


def test_chooses_the_fewest_mistakes_in_five_folds() -> None:
    search = NearbySearch(SVC(C=300.0, gamma=0.6)).fit(X, y)
    places, fold = dealt(y, 5)
    table = [[errors_by_hand(C, gamma, places, fold) for C in (300.0, 100.0, 30.0)] for gamma in (0.6, 0.3)]
    np.testing.assert_array_equal(search.errors_, table)
    row, column = np.unravel_index(np.argmin(table), (2, 3))
    chosen = SVC(C=(300.0, 100.0, 30.0)[column], gamma=(0.6, 0.3)[row]).fit(X, y)
    assert (row, column) != (0, 0), "nothing was to be chosen here."
    np.testing.assert_allclose(search.decision_function(X), chosen.decision_function(X), atol=1e-6)


def test_folds_hold_every_example_out_once_and_spread_the_classes() -> None:
    labels = np.repeat([0, 1], [83, 20])
    places, fold = dealt(labels, 5)
    np.testing.assert_array_equal(places, np.arange(103))
    assert set(np.bincount(fold)) <= {20, 21}
    assert np.bincount(fold[labels == 1]).tolist() == [4] * 5


def test_of_many_examples_it_looks_at_some_and_learns_from_all() -> None:
    many = noisy(nearby_search.MOST + 300)
    search = NearbySearch(SVC(gamma=0.3), prices=(1.0, 0.1), widths=(1.0,)).fit(*many)
    assert search.machine_.shape_fit_[0] == nearby_search.MOST + 300
    assert len(dealt(many[1], 5)[0]) == nearby_search.MOST


def test_few_examples_are_not_chosen_by() -> None:
    search = NearbySearch(SVC(C=300.0, gamma=0.6)).fit(X[:100], y[:100])
    assert search.errors_ is None
    assert search.machine_.C == 300.0
    assert NearbySearch(SVC(C=300.0, gamma=0.6)).fit(X[:101], y[:101]).errors_ is not None


def test_other_kernels_keep_theirs_and_ties_keep_the_machine() -> None:
    search = NearbySearch(SVC(kernel="linear")).fit(X, y)
    assert search.errors_.shape == (1, 3)
    assert search.machine_.kernel == "linear"
    rule = NearbySearch(SVC(kernel=Gaussian(2.0)), prices=(1.0, 1.0)).fit(X, np.arange(200) < 100)
    assert rule.machine_.kernel.width in (2.0, 2.0 * 2.0**0.5)
    same = NearbySearch(SVC(gamma=1e-12), prices=(1.0, 0.5)).fit(X, np.arange(200) < 150)  # says one class always
    assert np.ptp(same.errors_) == 0
    assert same.machine_.gamma == 1e-12
    assert same.machine_.C == 1.0


def test_rare_classes_words_frames_and_sparse_rows() -> None:
    labels = np.where(y == 1, "much", "little").astype(object)
    labels[3] = "once"  # held out by one fold, unknown to it
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    search = NearbySearch(SVC(gamma=0.3)).fit(frame, labels)
    assert search.feature_names_in_.tolist() == ["a", "b", "c"]
    assert set(search.classes_) == {"little", "much", "once"}
    sparse = NearbySearch(SVC(gamma=0.3)).fit(sp.csr_matrix(X), labels)
    np.testing.assert_array_equal(sparse.errors_, search.errors_)
    one = NearbySearch().fit(X, np.zeros(200))
    assert not hasattr(one, "decision_function")
    assert set(one.predict(X)) == {0.0}


def test_same_data_same_choice() -> None:
    fits = [NearbySearch(SVC(gamma=0.3)).fit(X, y) for _ in range(2)]
    np.testing.assert_array_equal(fits[0].errors_, fits[1].errors_)
    assert fits[0].machine_.get_params() == fits[1].machine_.get_params()


@pytest.mark.parametrize("answer", ["raise", "keep"])
def test_ctrl_c_ends_the_search_and_leaves_no_half_of_it(answer, monkeypatch) -> None:
    fits = []

    def interrupted(learner, sample):
        fits.append(learner)
        if len(fits) == 8:
            raise KeyboardInterrupt
        return clone(learner).fit(sample.X, sample.labels)

    monkeypatch.setattr(nearby_search, "taught", interrupted)
    search = NearbySearch(SVC(gamma=0.3, on_interrupt=answer))
    with pytest.raises(KeyboardInterrupt):
        search.fit(X, y)
    assert not hasattr(search, "machine_")
    assert fits[0].on_interrupt == answer
    assert {learner.on_interrupt for learner in fits[1:]} == {"raise"}


def test_one_bar_shows_how_far_it_is(monkeypatch) -> None:
    heard: list[float] = []

    class Bar:
        def __enter__(self):
            return heard.append

        def __exit__(self, *error):
            return None

    monkeypatch.setattr(nearby_search, "progress_bar", lambda title, shown: Bar())
    NearbySearch(SVC(gamma=0.3)).fit(X, y)
    assert len(heard) == 30
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_goes_into_a_file(tmp_path) -> None:
    model = CertifiedClassifier().fit(*noisy(300))
    save(model, tmp_path / "model.drupe")
    np.testing.assert_array_equal(load(tmp_path / "model.drupe").predict(X), model.predict(X))


def test_choice_is_part_of_the_twin_and_says_nothing_of_training_examples() -> None:
    search = NearbySearch(SVC(gamma=0.3)).fit(X, y)
    table = certify(search, X, y, X_unlabeled=noisy(300, seed=1)[0])
    assert [one.name for one in table.valid] == ["hold_out_and_disagreement"]
    assert table.candidates == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"estimator": LogisticRegression()}, "the C of an SVC; got LogisticRegression"),
        ({"estimator": SVCPathCV()}, "the C of an SVC; got SVCPathCV"),
        ({"prices": ()}, "prices is empty"),
        ({"widths": (0.0,)}, "widths must lie in"),
        ({"folds": 1}, "folds must lie in"),
        ({"least": -1}, "least must lie in"),
    ],
)
def test_bad_parameters(options, message) -> None:
    with pytest.raises(ValueError, match=message):
        NearbySearch(**options).fit(X, y)


@pytest.mark.slow
@pytest.mark.parametrize("distinct", [1, 2, 9])
def test_the_default_learner_keeps_the_promise(distinct) -> None:
    rates, delta, draws, broken = np.linspace(0.8, 0.3, distinct), 0.5, 40, 0
    rng = np.random.default_rng(distinct)
    for _ in range(draws):
        inputs = rng.integers(distinct, size=220)
        labels = (rng.random(220) < rates[inputs]).astype(int)
        model = CertifiedClassifier(delta=delta, random_state=rng).fit(inputs[:, None].astype(float), labels)
        said = model.predict(np.arange(distinct, dtype=float)[:, None])
        seen = model.certificate_
        broken += np.where(said == 1, 1.0 - rates, rates).mean() > seen.bound.risk(seen.witness, delta)
    assert broken <= binom.isf(1e-6, draws, delta)
