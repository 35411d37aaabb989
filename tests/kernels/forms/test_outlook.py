"""How forms see examples that are no vectors; kernels made of others, with a form and without, have the same values."""

from dataclasses import dataclass

import numpy as np
import pytest
import scipy.sparse as sp

from drupe import SVC
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputTypeError
from drupe.grams.lazy import LazyGram
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors
from drupe.kernels import Gaussian, GaussianOf, Kernel, Noise
from drupe.kernels.checks import check_kernel
from drupe.kernels.compiled import CompiledKernel
from drupe.kernels.forms import Form, View, dot
from drupe.kernels.forms.views import Anchored

WORDS = ["banana", "ananas", "bandana", "nab", "cab"]


@dataclass(frozen=True)
class LettersOf(View):
    """How often each letter of the right side occurs."""

    letters: tuple[str, ...] = ()

    takes = Sequences

    def __call__(self, inputs: Sequences) -> Vectors:
        counts = [[list(text).count(letter) for letter in self.letters] for text in inputs]
        return Vectors(sp.csr_array(np.array(counts, dtype=np.float64)), inputs.origin)

    def anchored(self, right: Sequences) -> Anchored:
        fixed = LettersOf(tuple(str(letter) for letter in right.alphabet))
        return Anchored(fixed, fixed(right))


@dataclass(frozen=True)
class Letters(Kernel[Sequences]):
    """k(x, z) = Σ over letters of the product of their numbers."""

    def form(self) -> Form:
        return dot(LettersOf())


@dataclass(frozen=True)
class PlainLetters(Kernel[Sequences]):
    """The same without a form."""

    def matrix(self, left: Sequences, right: Sequences) -> Matrix:
        return np.array(
            [[sum(x.count(letter) * z.count(letter) for letter in set(x)) for z in right] for x in left], float
        )


KERNELS = [
    lambda k: k,
    lambda k: k.normalized(),
    lambda k: (k + 1.0) * k**2,
    lambda k: k.centered(Sequences.of(["ab", "nana"])),
    lambda k: GaussianOf(k, width=2.0),
    lambda k: k + 0.5 * Noise(),
]


@pytest.mark.parametrize("make", KERNELS)
def test_a_form_over_letters_is_the_plain_kernel(make) -> None:
    fast, plain = make(Letters()), make(PlainLetters())
    right, left = Sequences.of(WORDS), Sequences.of(["bananaxyz", "q", "cat"])
    assert isinstance(fast.prepare(right), CompiledKernel)
    assert not isinstance(plain.prepare(right), CompiledKernel)
    if "Normalized" not in repr(fast):
        left = left.joined(Sequences.of([""]))
    np.testing.assert_allclose(fast.matrix(left, right), plain.matrix(left, right), atol=1e-12)
    np.testing.assert_allclose(fast.matrix(right, right), plain.matrix(right, right), atol=1e-12)
    np.testing.assert_allclose(fast.diagonal(left), plain.diagonal(left), atol=1e-12)
    weights = np.cos(np.arange(10.0)).reshape(5, 2)
    for kernel in (fast, plain):
        ready = kernel.prepare(right)
        np.testing.assert_allclose(ready.product(left, weights), kernel.matrix(left, right) @ weights, atol=1e-12)
        np.testing.assert_allclose(ready.gram_product(weights), ready.gram() @ weights, atol=1e-12)
        np.testing.assert_allclose(ready.rows(np.array([3, 1])), ready.gram()[[3, 1]], atol=1e-12)


@pytest.mark.parametrize("make", KERNELS)
def test_parts_are_prepared_once(make, monkeypatch) -> None:
    calls: list[int] = []
    matrix = PlainLetters.matrix

    def counted(self, left, right):
        calls.append(len(left) * len(right))
        return matrix(self, left, right)

    monkeypatch.setattr(PlainLetters, "matrix", counted)
    kernel = make(PlainLetters())
    ready = kernel.prepare(Sequences.of(WORDS))
    calls.clear()
    ready.rows(np.array([1]))
    kernels = 2 if "Powered" in repr(kernel) else 1
    assert calls == [5] * kernels  # not the diagonal of the right side, nor the means, again


@pytest.mark.parametrize("kernel", [Letters(), Letters().normalized(), PlainLetters().normalized()])
def test_the_contracts_hold(kernel) -> None:
    check_kernel(kernel, WORDS).raise_if_failed()


def test_the_core_computes_rows_of_strings_by_itself() -> None:
    texts = ["".join(np.random.default_rng(i).choice(list("ab"), 12)) for i in range(60)]
    labels = [text.count("a") > 6 for text in texts]
    fast = SVC(kernel=Letters(), C=100.0).fit(texts, labels)
    plain = SVC(kernel=PlainLetters(), C=100.0).fit(texts, labels)
    np.testing.assert_allclose(fast.decision_function(texts), plain.decision_function(texts), atol=1e-2)
    assert LazyGram(Letters(), Sequences.of(texts)).dtype == np.float64


def test_the_kind_of_examples_is_checked() -> None:
    with pytest.raises(InputTypeError, match="compares sequences, but the examples are Vectors"):
        Letters()([[1.0]])
    with pytest.raises(InputTypeError, match="compares vectors, but the examples are Sequences"):
        Gaussian()(["a"])
    with pytest.raises(InputTypeError, match="compares vectors, but the examples are Sequences"):
        Gaussian().on([0])(["a"])
