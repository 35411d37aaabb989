"""Whether the words of a text give the answer away: each row is judged by its most telling word, seen in other rows."""

import re
from collections.abc import Iterator

import numpy as np

from drupe.analysis.columns.alone import FEWEST, NOTHING, Alone, judged
from drupe.analysis.columns.seen import Words
from drupe.foundation.arrays import Index

LETTERS, TEXTS = 500, 500
"""How much of a text is read, and how many texts are judged."""

MOST_VOTES = 4_000_000
"""Words in rows, times classes, beyond which nothing is said."""

_WORD = re.compile(r"\w+")


def words_of(text: str) -> Iterator[str]:
    """The words of a text in small letters, of its beginning if it is long.

    >>> list(words_of("To be, or NOT"))
    ['to', 'be', 'or', 'not']
    """
    return (found[0].lower() for found in _WORD.finditer(text[:LETTERS]))


def words_alone(column: Words, targets: Index) -> Alone:
    """The judgment of a column of texts by single words.

    >>> texts = Words("said", np.tile([0, 1], 10), ("a good day", "no good at all"))
    >>> words_alone(texts, np.tile([1, 0], 10)).share
    1.0
    """
    rows = column.present[:: max(1, len(column.present) // TEXTS)]
    if len(rows) < FEWEST or len(np.unique(targets[rows])) < 2:
        return NOTHING
    classes, goal = np.unique(targets[rows], return_inverse=True)
    known: dict[str, int] = {}
    pairs = [
        (row, known.setdefault(word, len(known)))
        for row, place in enumerate(column.places[rows])
        for word in dict.fromkeys(words_of(column.values[place]))
    ]
    if not pairs or len(pairs) * len(classes) > MOST_VOTES:
        return NOTHING
    owners, words = np.array(pairs).T
    labels = goal[owners]
    counts = np.bincount(words * len(classes) + labels, minlength=len(known) * len(classes)).reshape(-1, len(classes))
    others = counts[words] - np.eye(len(classes), dtype=np.int64)[labels]
    # One row more of each class: a word that is always right in two rows tells less than one in twenty.
    purity = (others.max(axis=1) + 1.0) / (others.sum(axis=1) + len(classes))
    order = np.lexsort((purity, owners))
    last = order[np.flatnonzero(np.diff(owners[order], append=-1))]
    hits = np.zeros(len(goal))
    hits[owners[last]] = others[last].argmax(axis=1) == labels[last]
    return judged(hits, goal)
