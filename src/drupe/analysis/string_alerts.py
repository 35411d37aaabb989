"""What a person should know of strings before trusting what was learned from them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from drupe.analysis.alerts import SERIOUS, Alert, AlertKind
from drupe.analysis.string_kernels import molecule

BOTH = 0.02
"""Share of letters that are small, and share that are capitals, from which on a file of molecules has both."""


def string_alerts(texts: Sequence[str]) -> Iterator[Alert]:
    """Molecules in capitals and small letters; strings that come more than once.

    >>> [alert.kind.value for alert in string_alerts(["acgtACGT", "ttacGGAT", "acgtACGT"])]
    ['mixed types', 'duplicate']
    """
    whole = "".join(texts)
    small = sum(letter.islower() for letter in whole) / max(1, len(whole))
    capital = sum(letter.isupper() for letter in whole) / max(1, len(whole))
    if min(small, capital) >= BOTH and molecule([whole.upper()]) is not None:
        yield Alert.of(
            AlertKind.MIXED,
            f"Sequences are written in capitals and in small letters ({small:.0%} small), which are different letters "
            "here. Where the case means nothing, or only marks repeats, write all of them in capitals first.",
        )
    copies = len(texts) - len(set(texts))
    if copies:
        verb = "is a copy" if copies == 1 else "are copies"
        text = (
            f"Of {len(texts)} strings {copies} {verb} of others. Where a copy is the same sample written down again, "
            "held-out strings were seen before, and all numbers flatter."
        )
        # Rows of a table are equal by chance where values are few; long strings hardly are.
        yield replace(Alert.of(AlertKind.DUPLICATE, text), weight=SERIOUS)
