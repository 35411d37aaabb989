"""By which kernels strings are compared in a search, and what these look at, in words."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from drupe.foundation.errors import InputTypeError
from drupe.inputs.sequences import Sequences
from drupe.kernels.base import Kernel, Normalized, Powered, Scaled, Shifted, Sum
from drupe.kernels.strings.letters import DNA, PROTEIN, RNA
from drupe.kernels.strings.mismatch import Mismatch
from drupe.kernels.strings.spectrum import Spectrum
from drupe.kernels.strings.subsequences import Subsequences
from drupe.kernels.strings.substrings import Substrings
from drupe.kernels.strings.weighted_degree import WeightedDegree

LENGTHS = (1, 2, 3, 4, 6)
"""Of the longest substrings by which strings are compared."""

MOST_PLACES = 1000
"""Letters of equally long strings up to which every place is looked at."""

SHORT = 40
"""Letters of a string, in the mean, up to which all pairs of strings can be compared letter by letter."""

SPELLINGS = 0.9
"""Share of letters that must be those of nucleotides or of amino acids, for strings to be taken for such."""

NUCLEOTIDES = "NRYSWKMBDHV-."
"""Letters of nucleotides that could not be told, and gaps."""


def kernels_for_strings(texts: Sequence[str]) -> tuple[Kernel[Sequences], ...]:
    """Substrings of several lengths; for molecules words with a letter misread; words at their places if these exist.

    >>> [string_words(kernel) for kernel in kernels_for_strings(["acgt", "ttga"])][4:6]
    ['substrings of up to 6 letters', 'words of 6 letters, 1 of which may differ']
    """
    substrings = [Substrings(longest=longest, decay=1.0).normalized() for longest in LENGTHS]
    return (*substrings, *_misread(texts), *_with_gaps(texts), *_placed(texts))


def usual_kernel(texts: Sequence[str]) -> Kernel[Sequences]:
    """The kernel for a machine of which nothing else is said.

    Words at their places if strings are equally long, words with a letter misread for molecules, else substrings.

    >>> string_words(usual_kernel(["to be", "or not"]))
    'substrings of up to 4 letters'
    """
    if common_length(texts):
        return WeightedDegree(length=5).normalized()
    return next(iter(_misread(texts)), Substrings(longest=4, decay=1.0).normalized())


def compares_strings(kernel: object) -> bool:
    """Whether this is a kernel that takes strings.

    >>> from drupe.kernels import Gaussian
    >>> compares_strings(Spectrum(length=3).normalized()), compares_strings(Gaussian()), compares_strings("rbf")
    (True, False, False)
    """
    if not isinstance(kernel, Kernel):
        return False
    try:
        kernel.matrix(Sequences.of(["a"]), Sequences.of(["b"]))
    except InputTypeError:
        return False
    return True


def _misread(texts: Sequence[str]) -> tuple[Kernel[Sequences], ...]:
    """Long words of few letters, shorter ones of many: such that two strings by chance share some."""
    alphabet = molecule(texts)
    if alphabet is None:
        return ()
    length = 6 if len(alphabet) == len(DNA) else 4
    return (Mismatch(length=length, mismatches=1, alphabet=alphabet).normalized(),)


def _with_gaps(texts: Sequence[str]) -> tuple[Kernel[Sequences], ...]:
    """Letters in their order with others in between: where few letters make them cheap, or strings are short."""
    alphabet = molecule(texts)
    if alphabet is not None and len(alphabet) == len(DNA):
        return (Subsequences(length=4, decay=0.8).normalized(),)
    short = sum(map(len, texts)) <= SHORT * len(texts)
    return (Subsequences(length=3, decay=0.5).normalized(),) if short else ()


def _placed(texts: Sequence[str]) -> tuple[Kernel[Sequences], ...]:
    if not common_length(texts):
        return ()
    single, short, middle, long = (WeightedDegree(length=length).normalized() for length in (1, 3, 5, 8))
    return single, short, long, (single + 1.0) ** 2, (middle + 1.0) ** 3


def molecule(texts: Sequence[str]) -> str | None:
    """The letters of DNA, RNA or proteins, in capitals or not, if almost all letters are among them.

    >>> molecule(["acgtnacgtacg"]), molecule(["MKVLAA"]), molecule(["to be"])
    ('acgt', 'ACDEFGHIKLMNPQRSTVWY', None)
    """
    whole = "".join(texts)
    present = set(whole)
    for alphabet, doubtful in ((DNA, NUCLEOTIDES), (RNA, NUCLEOTIDES), (PROTEIN, "")):
        for letters, others in ((alphabet, doubtful), (alphabet.lower(), doubtful.lower())):
            known = sum(whole.count(letter) for letter in letters)
            only = bool(present) and present <= {*letters, *others} and 2 * known > len(whole)
            if only or (known and known >= SPELLINGS * len(whole)):
                return letters
    return None


def common_length(texts: Sequence[str]) -> int:
    """How long all strings are; 0 if they differ, or are too long to look at every place.

    >>> common_length(["acgt", "ttga"]), common_length(["a", "bc"])
    (4, 0)
    """
    lengths = {len(text) for text in texts}
    longest = max(lengths)
    return longest if len(lengths) == 1 and longest <= MOST_PLACES else 0


@singledispatch
def string_words(kernel: Any) -> str:
    """What a kernel on strings looks at, in words; empty for other kernels.

    >>> string_words(Spectrum(length=3)), string_words((WeightedDegree(length=5).normalized() + 1.0) ** 3)
    ('words of 3 letters', 'words of up to 5 letters at their places, up to 3 together')
    """
    return ""


@string_words.register
def _(kernel: Substrings) -> str:
    if kernel.longest == 1:
        return "single letters"
    weighed = "" if kernel.decay == 1.0 else f", each letter of which counts {kernel.decay:.4g}"
    return f"substrings of up to {kernel.longest} letters{weighed}"


@string_words.register
def _(kernel: Spectrum) -> str:
    return f"words of {kernel.length} letters" if kernel.length > 1 else "single letters"


@string_words.register
def _(kernel: Mismatch) -> str:
    return f"words of {kernel.length} letters, {kernel.mismatches} of which may differ"


@string_words.register
def _(kernel: Subsequences) -> str:
    return f"{kernel.length} letters in their order, with gaps"


@string_words.register
def _(kernel: WeightedDegree) -> str:
    return "letters at each place" if kernel.length == 1 else f"words of up to {kernel.length} letters at their places"


@string_words.register
def _(kernel: Normalized) -> str:  # type: ignore[type-arg]
    return string_words(kernel.kernel)


@string_words.register
def _(kernel: Shifted) -> str:  # type: ignore[type-arg]
    return string_words(kernel.kernel)


@string_words.register
def _(kernel: Sum) -> str:  # type: ignore[type-arg]
    parts = [string_words(term) for term in kernel.terms]
    return " and ".join(parts) if all(parts) else ""


@string_words.register
def _(kernel: Powered) -> str:  # type: ignore[type-arg]
    inner = string_words(kernel.kernel)
    together = "in pairs" if kernel.exponent == 2 else f"up to {kernel.exponent} together"
    return f"{inner}, {together}" if inner else ""


@singledispatch
def letters_that_may_differ(kernel: Any) -> int:
    """In how many letters two words may differ and still count as the same, anywhere in a kernel.

    >>> letters_that_may_differ(Mismatch(length=4, mismatches=1, alphabet=DNA).normalized() + Spectrum(length=3))
    1
    """
    return 0


@letters_that_may_differ.register
def _(kernel: Mismatch) -> int:
    return int(kernel.mismatches)


@letters_that_may_differ.register(Normalized)
@letters_that_may_differ.register(Scaled)
@letters_that_may_differ.register(Shifted)
def _(kernel: Any) -> int:
    return letters_that_may_differ(kernel.kernel)


@letters_that_may_differ.register
def _(kernel: Sum) -> int:  # type: ignore[type-arg]
    return max(map(letters_that_may_differ, kernel.terms))
