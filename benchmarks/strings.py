"""Gram matrices of strings by their words, beside the straightforward way: count with scikit-learn, multiply in scipy.

Values are compared before anything is timed. Goals are ratios on one machine; seconds are there to be read.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from lzma import open as open_compressed
from pathlib import Path
from time import process_time

import numpy as np
import scipy.sparse as sp
from measure import Peer, Row, Settings, best_seconds, side_by_side
from sklearn.feature_extraction.text import CountVectorizer

from drupe import SVC
from drupe.inputs import Sequences
from drupe.kernels import DNA, PROTEIN, Mismatch, Spectrum, Substrings, WeightedDegree

PROTEINS = 3585
FASTER, MISMATCH_FASTER = 4.0, 20.0


def drawn(examples: int, length: int, letters: str = DNA, seed: int = 0) -> list[str]:
    """Strings of letters at random."""
    table = np.random.default_rng(seed).choice(list(letters), (examples, length))
    return ["".join(row) for row in table]


def counted(strings: Sequence[str], lengths: tuple[int, int]) -> np.ndarray:
    """The product of scikit-learn's counts of words."""
    counts = CountVectorizer(analyzer="char", lowercase=False, ngram_range=lengths, dtype=np.float64)
    table = counts.fit_transform(strings)
    return (table @ table.T).toarray()


def expanded(strings: Sequence[str], length: int) -> np.ndarray:
    """The mismatch kernel of one mismatch, with every word near to one of x written down."""
    columns: dict[str, int] = {}
    rows, places, values = [], [], []
    for i, string in enumerate(strings):
        words = Counter(string[at : at + length] for at in range(len(string) - length + 1))
        for word, count in words.items():
            if not set(word) <= set(PROTEIN):
                continue
            changed = {word[:at] + letter + word[at + 1 :] for at, letter in product(range(length), PROTEIN)}
            for near in changed:
                rows.append(i)
                places.append(columns.setdefault(near, len(columns)))
                values.append(float(count))
    table = sp.csr_array((values, (rows, places)), shape=(len(strings), len(columns)))
    return (table @ table.T).toarray()


def compared(strings: Sequence[str], length: int) -> np.ndarray:
    """The weighted-degree kernel by comparisons of letters, one string with all others at a time."""
    codes = np.array([np.frombuffer(string.encode(), dtype=np.uint8) for string in strings])
    out = np.empty((len(codes), len(codes)))
    for i, row in enumerate(codes):
        same = codes == row
        run, total = same, np.zeros(len(codes))
        for d in range(1, length + 1):
            total += 2.0 * (length - d + 1) / (length * (length + 1)) * run.sum(axis=1)
            run = run[:, :-1] & same[:, d:]
        out[i] = total
    return out


def checked(case: str, ours: Callable[[], np.ndarray], peer: Peer, repeats: int) -> Row:
    """A row, once both ways have given the same values."""
    np.testing.assert_allclose(ours(), peer.work(), rtol=1e-10)
    return side_by_side(case, ours, (peer,), repeats)


def alone(case: str, work: Callable[[], object], repeats: int) -> Row:
    """Milliseconds of wall clock, and of all processors together, of what nobody else does."""
    started = process_time()
    work()
    busy = process_time() - started
    return Row(case, {"drupe ms": 1e3 * best_seconds({"drupe": work}, repeats)["drupe"], "processor ms": 1e3 * busy})


def domains(folder: Path | None, examples: int) -> list[str]:
    """Protein domains of SCOP, or letters at random."""
    if folder is None or not (folder / "scop40.tsv.xz").exists():
        return drawn(examples, 174, PROTEIN)
    with open_compressed(folder / "scop40.tsv.xz", "rt") as file:
        next(file)
        return [line.split("\t")[2].strip() for _, line in zip(range(examples), file, strict=False)]


def rows(settings: Settings) -> Iterator[Row]:
    """Every kernel, against the straightforward way where that ends, then at full size."""
    repeats = settings.repeats
    for examples, length, size in ((2000, 2000, 8), (2000, 2000, 12), (2000, 500, 4)):
        strings = drawn(settings.size(examples), length)
        peer = Peer("counts", partial(counted, strings, (size, size)), faster_at_least=FASTER)
        yield checked(f"spectrum {size}, {len(strings)} × {length}", partial(Spectrum(size), strings), peer, repeats)
    strings = drawn(settings.size(2000), 500)
    peer = Peer("counts", partial(counted, strings, (1, 5)), faster_at_least=FASTER)
    yield checked(f"substrings 5, {len(strings)} × 500", partial(Substrings(5, 1.0), strings), peer, repeats)
    proteins = domains(settings.data, settings.size(PROTEINS))
    few = proteins[: max(20, settings.size(200))]
    peer = Peer("expansion", partial(expanded, few, 5), faster_at_least=MISMATCH_FASTER)
    yield checked(f"mismatch (5, 1), {len(few)} proteins", partial(Mismatch(5, 1, PROTEIN), few), peer, 1)
    yield alone(f"mismatch (5, 1), {len(proteins)} proteins", partial(Mismatch(5, 1, PROTEIN), proteins), repeats)
    sites = drawn(settings.size(8000), 110)
    some = sites[: max(50, settings.size(1000))]
    peer = Peer("numpy", partial(compared, some, 5), faster_at_least=FASTER)
    yield checked(f"weighted degree 5, {len(some)} × 110", partial(WeightedDegree(5), some), peer, repeats)
    labels = ["GA" in site[50:60] for site in sites]
    machine = SVC(kernel=WeightedDegree(5), C=1.0)
    yield alone(f"SVC, weighted degree 5, {len(sites)} × 110", partial(machine.fit, sites, labels), 1)
    short = Sequences.of(drawn(settings.size(100_000), 20, PROTEIN))
    some_rows = np.arange(10)
    yield alone(f"spectrum 4, ten rows of {len(short)}", lambda: Spectrum(4).prepare(short).rows(some_rows), 1)
