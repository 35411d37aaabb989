"""
Strings
=======

A machine needs no vectors, only a kernel. Here examples are strings, and a kernel for them is thirty lines.
"""

# %%
# Handwritten digits as a scanner of old might have sent them: line by line, a mark where there is ink.

from collections.abc import Iterator
from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from scipy.sparse import csr_array
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

from drupe import SVC, kernels
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import whole
from drupe.inputs import Sequences
from drupe.kernels import Kernel, check_kernel

images, labels = load_digits(n_class=5, return_X_y=True)
strings = ["".join("#" if ink > 8 else "." for ink in image) for image in images[:250]]
print("\n".join(strings[0][i : i + 8] for i in range(0, 64, 8)))

# %%
# The spectrum kernel compares two strings by the substrings of one length that they share, each counted as often as it
# occurs. It compares no vectors, so it writes `matrix` and leaves out `form`. `diagonal` could be left out too, but
# would then be asked of `matrix` one string at a time. The range of `length` is checked when a kernel is made.


@dataclass(frozen=True)
class Spectrum(Kernel[Sequences]):
    """k(x, z) = sum over all strings u of a given length of (times that u is in x) (times that u is in z)."""

    length: int = whole(1, 3)

    def matrix(self, left: Sequences, right: Sequences) -> Matrix:
        columns = self.columns(left, right)
        return (self.counts(left, columns) @ self.counts(right, columns).T).toarray()

    def diagonal(self, inputs: Sequences) -> Vector:
        return self.counts(inputs, self.columns(inputs)).power(2).sum(axis=1)

    def columns(self, *collections: Sequences) -> dict[str, int]:
        """A column for each substring that occurs anywhere."""
        found = (u for words in collections for word in words for u in self.substrings(word))
        return {u: i for i, u in enumerate(dict.fromkeys(found))}

    def counts(self, words: Sequences, columns: dict[str, int]) -> csr_array:
        """One row for each word."""
        places = [(i, columns[u]) for i, word in enumerate(words) for u in self.substrings(word)]
        rows, at = np.array(places, dtype=int).reshape(-1, 2).T
        return csr_array((np.ones(len(rows)), (rows, at)), shape=(len(words), len(columns)))

    def substrings(self, word: str) -> Iterator[str]:
        """All of them, from left to right."""
        return (word[i : i + self.length] for i in range(len(word) - self.length + 1))


print(Spectrum(length=2)(["banana"], ["ananas"]))  # an: 2 times 2, na: 2 times 2

# %%
# The library has this kernel, too, with the words counted by its core. Both agree on every pair.

print(np.array_equal(Spectrum(length=3)(strings), kernels.Spectrum(length=3)(strings)))

# %%
# Is it a kernel? `check_kernel` tries what must hold of every kernel. It proves nothing, but finds most mistakes.

print(check_kernel(Spectrum(length=2), ["banana", "ananas", "bandana", ""]))

# %%
# The algebra is there too: with `normalized` every string has length one, and sums ask for substrings of several
# lengths at once. The machine takes the list of strings as it is.

train, test, y_train, y_test = train_test_split(strings, labels[:250], random_state=0)
lengths = [2, 5, 8, 11]
scores = [SVC(kernel=Spectrum(u).normalized(), C=10.0).fit(train, y_train).score(test, y_test) for u in lengths]
both = SVC(kernel=Spectrum(5).normalized() + Spectrum(11).normalized(), C=10.0).fit(train, y_train)
print(f"lengths 5 and 11 together: {both.score(test, y_test):.2f}")

# %%
# Substrings longer than a line of the image see how two lines lie to each other.

figure, ax = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
ax.plot(lengths, scores, "o-")
ax.axhline(0.2, color="gray", linestyle=":", label="guessing")
ax.set(xlabel="length of substrings", ylabel="right on test examples", ylim=(0.0, 1.0))
ax.legend(loc="lower right")
