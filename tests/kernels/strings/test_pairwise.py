"""Sequences compared pair by pair: every way to the values agrees, threads do not matter, Ctrl-C does."""

import copy
import pickle

import numpy as np
import pytest
from native.fresh_process import CTRL_C, run_script

from drupe import SVC
from drupe.grams import LazyGram
from drupe.inputs import Sequences
from drupe.kernels import AllSubstrings, Kernel, LocalAlignment, Subsequences
from drupe.kernels.prepared import Prepared
from drupe.kernels.strings.pairwise import PairwisePrepared
from drupe.native import StringPairs, map_subsequences
from drupe.persistence import load, save
from drupe.solvers.native import source

KERNELS = [Subsequences(3, 0.6), Subsequences.mixture([1.0, 0.5], 0.9), AllSubstrings(0.8), LocalAlignment(0.4)]


def texts(count: int, seed: int = 0, longest: int = 30) -> list[str]:
    rng = np.random.default_rng(seed)
    return ["".join(rng.choice(list("abcdefghijklmnopq"), rng.integers(3, longest))) for _ in range(count)]


def ready(kernel: Kernel[Sequences], inputs: Sequences, threads: int = 1) -> Prepared[Sequences]:
    prepared = kernel.prepare(inputs, threads=threads)
    assert isinstance(prepared, PairwisePrepared)
    return prepared


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)
def test_values_are_the_same_whatever_threads_neighbors_and_order(kernel: Kernel[Sequences]) -> None:
    inputs = Sequences.of(texts(70))
    K = ready(kernel, inputs).gram()
    np.testing.assert_array_equal(K, K.T)
    np.testing.assert_array_equal(ready(kernel, inputs, 3).gram(), K)
    np.testing.assert_array_equal(kernel.diagonal(inputs), K.diagonal())
    order = np.random.default_rng(1).permutation(70)
    np.testing.assert_allclose(ready(kernel, inputs.take(order)).gram(), K[np.ix_(order, order)], rtol=1e-14)
    rows = ready(kernel, inputs).rows(np.arange(70))
    np.testing.assert_allclose(rows, K, rtol=1e-14)
    for i in (0, 33, 69):
        alone = ready(kernel, inputs.take([i]))
        np.testing.assert_array_equal(alone.block(inputs)[:, 0], rows[:, i])
        np.testing.assert_array_equal(alone.gram(), K[i : i + 1, i : i + 1])


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)
def test_new_letters_on_either_side(kernel: Kernel[Sequences]) -> None:
    left, right = ["abxy", "qq", ""], ["yab", "zebra", "", "ab"]
    both = kernel(left + right)
    np.testing.assert_allclose(kernel(left, right), both[:3, 3:], rtol=1e-14)


def test_progress_rises_to_one() -> None:
    heard: list[float] = []
    ready(Subsequences(4, 0.5), Sequences.of(texts(400, longest=200))).gram(heard.append)
    assert heard[-1] == 1.0
    assert heard == sorted(heard)


INTERRUPTED = """
import numpy as np
from drupe.inputs import Sequences
from drupe.kernels import Subsequences

rng = np.random.default_rng(0)
inputs = Sequences.of(["".join(rng.choice(list("abcdefghijklmnopqrst"), 4000)) for _ in range(400)])
prepared = Subsequences(6, 0.5).prepare(inputs, threads=2)
await_ctrl_c()
try:
    prepared.gram(heard.append)
except KeyboardInterrupt:
    assert cut_short(), (noticed, heard[-3:])
else:
    raise SystemExit("finished without noticing the signal")
"""


def test_ctrl_c_is_a_keyboard_interrupt() -> None:
    run_script(CTRL_C + INTERRUPTED)


def test_a_progress_that_raises_ends_the_run() -> None:
    def refuse(fraction: float) -> None:
        raise RuntimeError(f"at {fraction:.1f}")

    with pytest.raises(RuntimeError, match="at "):
        ready(Subsequences(4, 0.5), Sequences.of(texts(600, longest=300))).gram(refuse)


def test_grams_ask_for_rows_without_packing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = []
    pairs = Subsequences.pairs
    monkeypatch.setattr(Subsequences, "pairs", lambda *arguments: packed.append(1) or pairs(*arguments))
    gram = LazyGram(Subsequences(3, 0.5), Sequences.of(texts(40)))
    K = gram.dense()
    for i in range(0, 40, 7):
        np.testing.assert_allclose(gram.rows(np.array([i, 3])), K[[i, 3]], rtol=1e-14)
    np.testing.assert_allclose(gram @ np.ones(40), K.sum(axis=1), rtol=1e-13)
    assert len(packed) == 1


def test_solvers_that_want_single_precision_get_its_routine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    pairs = Subsequences.pairs

    def noting(self: Subsequences, right: Sequences, single: bool):
        asked.append(single)
        return pairs(self, right, single)

    monkeypatch.setattr(Subsequences, "pairs", noting)
    inputs = Sequences.of(texts(30))
    for kernel in (Subsequences(3, 0.5), Subsequences(3, 0.5).normalized(), Subsequences(3, 0.5) + 1.0):
        asked.clear()
        source(LazyGram(kernel, inputs), np.dtype(np.float32), 10**6)
        assert True in asked
        asked.clear()
        source(LazyGram(kernel, inputs), np.dtype(np.float64), 10**6)
        assert True not in asked


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)
@pytest.mark.parametrize("cache_size", [200, 0.001])
def test_machines_learn_survive_copies_and_files(kernel: Kernel[Sequences], cache_size: float, tmp_path) -> None:
    words = [word + "ing" * (i % 2) for i, word in enumerate(texts(60, longest=10))]
    labels = np.arange(60) % 2
    machine = SVC(kernel=kernel.normalized(), C=10.0, cache_size=cache_size).fit(words[:40], labels[:40])
    assert machine.score(words[40:], labels[40:]) > 0.8
    scores = machine.decision_function(words)
    K = kernel.normalized()(words[:40])
    exact = SVC(kernel="precomputed", C=10.0, tol=1e-6).fit(K, labels[:40])
    np.testing.assert_allclose(exact.decision_function(K), scores[:40], atol=5e-3)
    save(machine, tmp_path / "words.drupe")
    for again in (load(tmp_path / "words.drupe"), pickle.loads(pickle.dumps(machine)), copy.deepcopy(machine)):
        np.testing.assert_array_equal(again.decision_function(words), scores)


def test_the_core_refuses_what_is_not_sequences() -> None:
    codes, offsets, weights = np.array([0, 1, 2], np.int32), np.array([0, 2, 3]), np.array([1.0])
    pairs = StringPairs.subsequences(codes, offsets, weights, 0.5, False)
    for wrong in (np.array([0, 3, 2]), np.array([0, 2]), np.array([1, 3]), np.empty(0, np.int64)):
        with pytest.raises(ValueError, match="sequence"):
            StringPairs.subsequences(codes, wrong, weights, 0.5, False)
        with pytest.raises(ValueError, match="sequence"):
            pairs.block(codes, wrong, np.empty((2, 2)), 1, None)
    with pytest.raises(ValueError, match="negative number"):
        pairs.block(np.array([0, -1, 2], np.int32), offsets, np.empty((2, 2)), 1, None)
    with pytest.raises(ValueError, match="wrong shape"):
        pairs.gram(np.empty((2, 3)), 1, None)
    with pytest.raises(ValueError, match="wrong shape"):
        map_subsequences(codes, offsets, weights, 0.5, 3, np.empty((2, 4)), 1, None)
    with pytest.raises(IndexError, match="outside"):
        pairs.rows(np.array([2]), np.empty((1, 2)), 1, None)
    for bad_weights, decay in ((np.array([1.0, 0.0]), 0.5), (np.empty(0), 0.5), (weights, 1.5), (-weights, 0.5)):
        with pytest.raises(ValueError, match="weights"):
            StringPairs.subsequences(codes, offsets, bad_weights, decay, False)
    with pytest.raises(ValueError, match="no factors"):
        StringPairs.local_alignment(codes, offsets, np.ones((2, 2)), 0.0, 0.0, 0.5, 0.5)
    with pytest.raises(TypeError):
        pairs.gram(np.empty((2, 2), np.int64), 1, None)


def test_rows_of_many_strings_take_no_matrix() -> None:
    rng = np.random.default_rng(0)
    many = Sequences.of(["".join(word) for word in rng.choice(list("abcdefghijklmnopqrstuvwxyz"), (30_000, 6))])
    gram = LazyGram(Subsequences(3, 0.5), many)
    row = gram.rows(np.array([29_999]))[0]
    np.testing.assert_allclose(row[[0, 29_999]], Subsequences(3, 0.5)([many[29_999]], [many[0], many[29_999]])[0])
