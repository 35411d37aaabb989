"""Hidden Markov models against sums over paths, against another library, and in their limits."""

from itertools import product

import numpy as np
import pytest
from models.model_samples import markov

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Origin, Sequences
from drupe.models import Categorical, Ergodic, HiddenMarkov, LeftToRight, Profile, SoftMax, Unconstrained

LETTERS = "abcd"


def words(count: int, longest: int, seed: int, letters: str = LETTERS) -> list[str]:
    rng = np.random.default_rng(seed)
    return ["".join(rng.choice(list(letters), size=rng.integers(1, longest + 1))) for _ in range(count)]


def test_viterbi_finds_the_best_of_all_paths() -> None:
    model = markov(3, 3, SoftMax())
    for x, path in zip(found := ["abcab", "b", "", "c?a"], model.viterbi(found), strict=True):
        worth = {
            states: np.prod(
                [
                    (model.start[i] if t == 0 else model.transitions[states[t - 1], i])
                    * (1.0 if x[t] == "?" else model.emissions[i, "abc".index(x[t])])
                    for t, i in enumerate(states)
                ]
            )
            for states in product(range(3), repeat=len(x))
        }
        assert np.isclose(worth[tuple(path.tolist())], max(worth.values()))


@pytest.mark.parametrize("states", [3, LeftToRight(4), Profile(3, skips=1)])
@pytest.mark.parametrize("prior", [0.0, 2.0])
def test_every_step_of_a_fit_raises_the_objective(states: object, prior: float) -> None:
    model = HiddenMarkov.fit(words(30, 12, 0), states, prior=prior, max_steps=25, tolerance=-np.inf)
    assert model.training is not None
    objectives = np.array(model.training.objectives)
    assert len(objectives) == 26
    assert (np.diff(objectives) > -1e-9).all()
    assert objectives[-1] > objectives[0] + 1.0
    assert not model.training.converged


def test_objectives_are_likelihoods_and_the_last_is_that_of_the_model() -> None:
    sequences = words(20, 9, 1)
    model = HiddenMarkov.fit(sequences, 2, prior=0.0, max_steps=7, tolerance=-np.inf)
    assert model.training is not None
    assert np.isclose(model.training.objectives[-1], model.log_likelihood(sequences).sum(), rtol=1e-12)


def test_a_likely_model_has_expected_counts_that_give_it_back() -> None:
    """At the maximum, soft-max scores of all sequences sum to zero."""
    sequences = words(40, 8, 2)
    model = HiddenMarkov.fit(sequences, 2, prior=0.0, max_steps=4000, tolerance=0.0)
    assert np.abs(model.scores(sequences).sum(axis=0)).max() < 1e-3 * len(sequences)


def test_zeros_stay_zero() -> None:
    model = HiddenMarkov.fit(words(30, 12, 3), LeftToRight(5, skips=1), max_steps=10)
    allowed = np.array([[0 <= j - i <= 2 for j in range(5)] for i in range(5)])
    assert ((model.transitions > 0) == allowed).all()
    assert model.start.tolist() == [1.0, 0.0, 0.0, 0.0, 0.0]
    again = model.fitted(words(30, 12, 4), prior=1.0, max_steps=5)
    assert ((again.transitions > 0) == allowed).all()


def test_a_fit_finds_the_model_that_sequences_were_drawn_from() -> None:
    true = HiddenMarkov([0.5, 0.5], [[0.95, 0.05], [0.1, 0.9]], [[0.8, 0.1, 0.1], [0.1, 0.1, 0.8]], "abc", [200])
    drawn = true.draw(60, 0)
    found = HiddenMarkov.fit(drawn, 2, starts=2, max_steps=200, tolerance=1e-6)
    order = np.argsort(-found.emissions[:, 0])
    np.testing.assert_allclose(found.emissions[order], true.emissions, atol=0.03)
    np.testing.assert_allclose(found.transitions[np.ix_(order, order)], true.transitions, atol=0.03)
    assert found.log_likelihood(drawn).sum() > true.log_likelihood(drawn).sum()


def test_one_state_is_a_model_of_independent_tokens() -> None:
    sequences = words(20, 10, 5)
    one = HiddenMarkov.fit(sequences, 1, prior=0.0, max_steps=2)
    plain = Categorical.fit(sequences, smoothing=0.0)
    np.testing.assert_allclose(one.log_likelihood(sequences), plain.log_likelihood(sequences), rtol=1e-12)
    np.testing.assert_allclose(one.scores(sequences)[:, 2:], plain.scores(sequences), atol=1e-9)
    np.testing.assert_allclose(one.log_odds(sequences, plain), 0.0, atol=1e-9)


def test_long_sequences_do_not_underflow() -> None:
    model = markov(2, 3, SoftMax())
    codes = np.random.default_rng(0).integers(0, 3, size=1_000_000).astype(np.int32)
    long = Sequences(codes, np.array([0, len(codes)]), tuple("abc"), Origin.new(1))
    assert -3_000_000 < model.log_likelihood(long).item() < -900_000
    scores = model.scores(long)
    assert np.isfinite(scores).all()
    # The likelihood by filtering, which keeps nothing but the distribution of the current state.
    state, total = model.start, 0.0
    emit = model.emissions.T[long.codes[:20_000]]
    for t, row in enumerate(emit):
        state = (state if t == 0 else state @ model.transitions) * row
        total += np.log(state.sum())
        state = state / state.sum()
    first = Sequences(long.codes[:20_000], np.array([0, 20_000]), long.alphabet, long.origin)
    assert np.isclose(model.log_likelihood(first).item(), total, rtol=1e-11)


def test_sequences_of_all_lengths_are_as_alone() -> None:
    model = markov(4, 4, SoftMax())
    several = ["", "a", *words(37, 30, 6), "", "d" * 200]
    alone = np.array([model.log_likelihood([x]).item() for x in several])
    np.testing.assert_allclose(model.log_likelihood(several), alone, rtol=1e-13, atol=1e-13)
    assert alone[0] == 0.0
    scores = model.scores(several)
    assert not scores[0].any()
    np.testing.assert_allclose(scores, np.vstack([model.scores([x]) for x in several]), rtol=1e-12, atol=1e-12)


def test_what_cannot_be_has_no_score() -> None:
    model = HiddenMarkov([1.0, 0.0], [[0.5, 0.5], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]], "ab", [3])
    assert model.log_likelihood(["ab", "ba"]).tolist() == [np.log(0.5), -np.inf]
    with pytest.raises(InputError, match="sequence 1 has probability 0 under the model, and so neither"):
        model.scores(["ab", "ba"])
    with pytest.raises(InputError, match="sequence 0 has probability 0 under the model that the fit starts from"):
        model.fitted(["ba"])


def test_alphabets_that_are_given_cover_unseen_tokens() -> None:
    model = HiddenMarkov.fit(["abab", "ba"], 2, alphabet="abc", missing="x")
    assert np.isfinite(model.log_likelihood(["cx"])).all()
    assert np.isclose(np.exp(model.log_likelihood(["a", "b", "c"])).sum(), 1.0)
    assert model.log_likelihood(["x"]).item() == pytest.approx(0.0, abs=1e-14)
    with pytest.raises(InputError, match="sequence 0 holds 'd' at position 1"):
        model.scores(["ad"])


def test_tokens_may_be_whole_numbers() -> None:
    numbers = HiddenMarkov.fit([[3, 1, 3], [1, 1, 3, 3]], 2, max_steps=3)
    letters = HiddenMarkov.fit(["bab", "aabb"], 2, max_steps=3)
    np.testing.assert_array_equal(numbers.scores([[3, 3, 1]]), letters.scores(["bba"]))
    assert numbers.draw(2, 0).text is False


def test_threads_do_not_change_a_bit() -> None:
    sequences = words(300, 40, 7)
    one, three = (HiddenMarkov.fit(sequences, 5, max_steps=4, n_jobs=jobs) for jobs in (1, 3))
    assert one == three


def test_a_profile_knows_its_family() -> None:
    """Sequences with letters changed, inserted and deleted are likelier than others under a profile of the family."""
    rng = np.random.default_rng(8)
    letters = list("ACDEFGHIKLMNPQRSTVWY")
    ancestor = rng.choice(letters, size=40)

    def descendant() -> str:
        kept = ancestor[rng.random(40) > 0.08]
        changed = np.where(rng.random(len(kept)) < 0.2, rng.choice(letters, size=len(kept)), kept)
        return "".join(c + ("".join(rng.choice(letters, size=2)) if rng.random() < 0.04 else "") for c in changed)

    family = [descendant() for _ in range(30)]
    strangers = ["".join(rng.permutation(list(x))) for x in family]
    profile = HiddenMarkov.fit(family[:15], Profile(), alphabet=letters, prior=2.0)
    background = Categorical.fit(family[:15], alphabet=letters)
    odds = profile.log_odds(family[15:] + strangers[15:], background)
    assert odds[:15].min() > odds[15:].max() + 5.0


def test_progress_is_told_and_an_interruption_raises() -> None:
    heard: list[float] = []
    HiddenMarkov.fit(words(20, 9, 1), 2, starts=2, max_steps=3, tolerance=-np.inf, progress=heard.append)
    assert heard == sorted(heard)
    assert 0.0 < heard[0] < heard[-1] <= 1.0

    def stop(fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        HiddenMarkov.fit(words(20, 9, 1), 2, progress=stop)


def test_what_is_wrong_with_a_fit_is_said() -> None:
    with pytest.raises(InputError, match="all of them are empty"):
        HiddenMarkov.fit(["", ""], 2)
    with pytest.raises(ParameterError, match=r"Ergodic.states must lie in"):
        HiddenMarkov.fit(["ab"], 0)
    for name, value in (("prior", -1.0), ("starts", 0), ("max_steps", -1)):
        with pytest.raises(ParameterError, match=f"HiddenMarkov.fit.{name} must lie in"):
            HiddenMarkov.fit(["ab"], Ergodic(2), **{name: value})


def test_unconstrained_scores_are_counts_over_probabilities() -> None:
    free, soft = (markov(3, 4, simplex) for simplex in (Unconstrained(), SoftMax()))
    sequences = words(5, 9, 9)
    theta = np.concatenate([row[row > 0] for row in free._rows])
    np.testing.assert_allclose(free.scores(sequences) * theta, free.expected_counts(sequences), rtol=1e-12)
    np.testing.assert_allclose(free.expected_counts(sequences), soft.expected_counts(sequences))


def test_five_steps_are_those_of_another_library() -> None:
    peer = pytest.importorskip("hmmlearn.hmm")
    rng = np.random.default_rng(0)
    start = HiddenMarkov(
        rng.dirichlet(np.ones(6)), rng.dirichlet(np.ones(6), 6), rng.dirichlet(np.ones(5), 6), range(5), [30]
    )
    data = rng.integers(0, 5, size=(40, 30))
    ours = start.fitted(Sequences.of(data.tolist()), max_steps=5, tolerance=-np.inf)
    theirs = peer.CategoricalHMM(6, n_iter=6, tol=-np.inf, init_params="", implementation="scaling")
    theirs.n_features = 5
    theirs.startprob_, theirs.transmat_, theirs.emissionprob_ = start.start, start.transitions, start.emissions
    theirs.fit(data.reshape(-1, 1), [30] * 40)
    assert ours.training is not None
    np.testing.assert_allclose(ours.training.objectives, theirs.monitor_.history, rtol=1e-12)


@pytest.mark.parametrize("topology", [Profile(), Profile(skips=0), LeftToRight(300, skips=1)])
def test_counts_of_sequences_unlike_the_family_are_finite(topology: object) -> None:
    """States that cannot be reached explain the rest of a long sequence by more than the largest number."""
    rng = np.random.default_rng(0)
    letters = list("ACDEFGHIKLMNPQRSTVWY")
    founder = rng.choice(letters, size=300)
    family = ["".join(np.where(rng.random(300) < 0.05, rng.choice(letters, size=300), founder)) for _ in range(30)]
    model = HiddenMarkov.fit(family, topology, alphabet="".join(letters), prior=0.01, max_steps=10)
    sequences = [family[0], family[0][5:], family[0][60:], family[0] * 4]
    counts = model.expected_counts(sequences)
    assert np.isfinite(counts).all()
    assert np.isfinite(model.scores(sequences)).all()
    np.testing.assert_allclose(counts[:, : np.count_nonzero(model.start)].sum(axis=1), 1.0)
    emitted = counts[:, -np.count_nonzero(model.emissions) :].sum(axis=1)
    np.testing.assert_allclose(emitted, [len(one) for one in sequences])


def test_paths_that_are_given_up_leave_a_lower_bound() -> None:
    coins = HiddenMarkov([0.5, 0.5], np.eye(2), [[0.9, 0.1], [0.1, 0.9]], "ht", [3])
    found = coins.log_likelihood(["h" * 400 + "t" * 800])[0]
    either = np.log(0.5) + np.array([400 * np.log(p) + 800 * np.log(1 - p) for p in (0.9, 0.1)])
    assert np.isfinite(found)
    assert found <= np.logaddexp(*either)
    np.testing.assert_allclose(
        coins.log_likelihood(["h" * 100 + "t" * 200])[0],
        np.logaddexp(*(np.log(0.5) + np.array([100 * np.log(p) + 200 * np.log(1 - p) for p in (0.9, 0.1)]))),
    )
