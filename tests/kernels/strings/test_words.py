"""What holds of all kernels on words: occurrences make up the kernel, threads and interruption, lean preparation."""

import os
import pickle
import signal
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from kernels.strings.plain_words import ODD_LETTERS, texts

import drupe
from drupe import SVC, certify
from drupe.inputs import Sequences
from drupe.kernels import DNA, BagOfWords, ExactMatch, Mismatch, Spectrum, Substrings, WeightedDegree
from drupe.kernels.checks import check_kernel
from drupe.kernels.compiled import CompiledKernel
from drupe.native import WordIndex

KERNELS: list[Any] = [
    BagOfWords(),
    BagOfWords({"ab": 0.5, "b": 2.0}),
    ExactMatch(),
    Mismatch(2, 1, "ab"),
    Mismatch(3, 1, ODD_LETTERS),
    Spectrum(2),
    Substrings(3, 0.7),
    WeightedDegree(3),
]

every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=repr)


def drawn(count: int, longest: int, seed: int = 0) -> list[str]:
    rng = np.random.default_rng(seed)
    return ["".join(rng.choice(list(DNA), rng.integers(6, longest))) for _ in range(count)]


@every_kernel
@settings(max_examples=25)
@given(strings=texts(ODD_LETTERS + "b "))
def test_occurrences_make_up_the_kernel(kernel: Any, strings: list[str]) -> None:
    inputs = Sequences.of(strings)
    found = kernel.occurrences(inputs)
    phi = found.table(len(inputs))
    K = kernel.matrix(inputs, inputs)
    np.testing.assert_allclose((phi @ phi.T).toarray(), K, rtol=1e-12, atol=1e-12)
    assert len(set(found.words)) == len(found.words)
    assert ((found.starts >= 0) & (found.starts + found.lengths <= inputs.lengths[found.examples])).all()


@pytest.mark.parametrize("kernel", [Spectrum(2), Substrings(3, 0.7), BagOfWords(), ExactMatch()], ids=repr)
@settings(max_examples=25)
@given(strings=texts("ab "))
def test_words_are_what_stands_at_their_places(kernel: Any, strings: list[str]) -> None:
    found = kernel.occurrences(Sequences.of(strings))
    places = zip(found.examples, found.starts, found.starts + found.lengths, strict=True)
    spelled = [strings[example][start:end] for example, start, end in places]
    assert spelled == [found.words[feature] for feature in found.features]


def test_words_with_places_and_words_nearby_say_so() -> None:
    placed = WeightedDegree(2).occurrences(Sequences.of(["CAT"]))
    assert placed.words == ("C at 0", "A at 1", "T at 2", "CA at 0", "AT at 1")
    near = Mismatch(2, 1, "AC").occurrences(Sequences.of(["AC"]))
    assert sorted(near.words) == ["AA", "AC", "CC"]
    assert Spectrum(2).occurrences(Sequences.of([["to", "be"]])).words == ("to be",)


@every_kernel
def test_a_copy_is_the_same_kernel(kernel: Any) -> None:
    again = pickle.loads(pickle.dumps(kernel))
    assert again == kernel
    assert hash(again) == hash(kernel)


def test_kernels_on_words_add_up_with_others() -> None:
    strings = drawn(12, 30)
    mixed = Spectrum(3).normalized() + 2.0 * WeightedDegree(5) ** 2
    K, placed = Spectrum(3)(strings), WeightedDegree(5)(strings)
    lengths = np.sqrt(K.diagonal())
    np.testing.assert_allclose(mixed(strings), K / np.outer(lengths, lengths) + 2.0 * placed**2, rtol=1e-12)
    assert isinstance(mixed.prepare(Sequences.of(strings)), CompiledKernel)


@every_kernel
def test_a_sequence_without_features_is_like_nothing(kernel: Any) -> None:
    K = kernel.normalized()(["ab b abab", "ab", ""])
    short, empty = kernel.diagonal(Sequences.of(["ab", ""])) > 0.0
    np.testing.assert_allclose(K.diagonal(), [1.0, float(short), float(empty)])
    assert not K[2, :2].any()


def test_an_empty_string_stays_nothing_when_all_others_have_length_one() -> None:
    kernel, strings = Spectrum(2).normalized(), Sequences.of(["abc", "bcd", "", "a"])
    expected = [[1.0, 0.5, 0.0, 0.0], [0.5, 1.0, 0.0, 0.0], [0.0] * 4, [0.0] * 4]
    np.testing.assert_allclose(kernel.matrix(strings, strings), expected)
    np.testing.assert_allclose(kernel.diagonal(strings), np.diag(expected))
    check_kernel(kernel, list(strings)).raise_if_failed()
    assert (Spectrum(2) + Spectrum(3)).normalized()(["abc", ""]).round(12).tolist() == [[1.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize("kernel", [Spectrum(3), Mismatch(4, 1, DNA), Substrings(3, 0.5), WeightedDegree(4)], ids=repr)
def test_a_machine_never_makes_the_whole_matrix(kernel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five thousand strings and a cache of a few rows: rows come on demand, and predictions as products."""
    strings = drawn(5000, 12)
    labels = np.array(["GA" in string for string in strings])

    made = []
    for name in ("gram", "block", "rows"):
        way = getattr(CompiledKernel, name)
        monkeypatch.setattr(CompiledKernel, name, lambda *given, way=way: made.append(way(*given)) or made[-1])
    machine = SVC(kernel=kernel, C=0.1, cache_size=1.0).fit(strings, labels)
    assert machine.score(strings[:500], labels[:500]) > 0.7
    assert sum(values.size for values in made) < len(strings) ** 2 // 10


def test_a_machine_on_words_is_certified_and_lasts(tmp_path) -> None:
    strings = drawn(300, 30)
    labels = np.array(["GAT" in string for string in strings])
    machine = SVC(kernel=Spectrum(3).normalized(), C=10.0).fit(strings, labels)
    certificates = certify(machine, strings, labels, delta=0.05)
    assert len(certificates) > 0
    drupe.save(machine, tmp_path / "machine.drupe")
    again = drupe.load(tmp_path / "machine.drupe")
    new = [*drawn(50, 40, seed=1), "NNN", "GATTACA"]
    np.testing.assert_array_equal(again.decision_function(new), machine.decision_function(new))


def test_a_rule_learns_words() -> None:
    strings, new = drawn(400, 30), drawn(200, 30, seed=3)
    machine = SVC(kernel=Spectrum(3), C=1.0).fit(strings, ["GAT" in string for string in strings])
    assert machine.score(new, ["GAT" in string for string in new]) > 0.9


def index_of(inputs: Sequences, threads: int, progress: Any = None) -> WordIndex:
    return WordIndex([(5, *range(5))], len(inputs.alphabet), False, inputs.codes, inputs.offsets, threads, progress)


def test_any_number_of_threads_gives_the_same_columns() -> None:
    inputs = Sequences.of(drawn(4000, 200))
    tables = [index_of(inputs, threads).counts(inputs.codes, inputs.offsets, threads, None) for threads in (1, 2, 3)]
    for other in tables[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(tables[0], other, strict=True))


def test_progress_is_told_and_what_it_raises_ends_the_run() -> None:
    inputs = Sequences.of(drawn(500, 200))
    heard: list[float] = []
    index = index_of(inputs, 1, heard.append)
    assert heard[-1] == 1.0

    def enough(fraction: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        index.counts(inputs.codes, inputs.offsets, 1, enough)


def test_an_interrupt_ends_the_run() -> None:
    codes = np.random.default_rng(0).integers(0, 20, 40_000_000).astype(np.int32)
    offsets = np.arange(0, len(codes) + 1, 1000)
    timer = threading.Timer(0.15, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    many = [(length, *range(length)) for length in range(9, 50)]
    with pytest.raises(KeyboardInterrupt):
        WordIndex(many, 20, False, codes, offsets, 1, None)
    timer.join()


@pytest.mark.parametrize(
    ("patterns", "offsets", "message"),
    [
        ([(0,)], [0, 3], "a pattern spans no letters"),
        ([(2, 1, 0)], [0, 3], "must rise, and lie inside its span"),
        ([(2, 2)], [0, 3], "must rise, and lie inside its span"),
        ([(1, 0)], [0, 2], "do not fit together"),
        ([(1, 0)], [0, 3, 1, 3], "ends before it starts"),
        ([(1, 0)], [], "do not fit together"),
    ],
)
def test_the_core_refuses_what_does_not_fit(patterns: Any, offsets: list[int], message: str) -> None:
    codes = np.zeros(3, dtype=np.int32)
    with pytest.raises(ValueError, match=message):
        WordIndex(patterns, 1, False, codes, np.array(offsets, dtype=np.int64), 1, None)
