"""Collections of documents with their labels: one JSON object a line, compressed."""

import json
import lzma
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from drupe.experiments.archives import Archive
from drupe.foundation.errors import InputError

Taken = TypeVar("Taken")

REUTERS = Archive(
    "reuters21578_modapte.jsonl.xz",
    "a JSON object a line with split (train or test), topics, title and body, split as ModApte has it",
    "reuters21578.tar.gz of kdd.ics.uci.edu/databases/reuters21578, whose files name split and topics of each story",
)
NEWSGROUPS = Archive(
    "newsgroups20_bydate.jsonl.xz",
    "a JSON object a line with split (train or test), group, subject and body",
    "20news-bydate.tar.gz of qwone.com/~jason/20Newsgroups, headers dropped but for the subject",
)
OHSUMED = Archive(
    "ohsumed.jsonl.xz",
    "a JSON object a line with topics, title and body: the abstracts of 1991 in their order, the 23 diseases as topics",
    "ohsumed-all-docs.tar.gz of disi.unitn.it/moschitti/corpora.htm",
)


@dataclass(frozen=True, eq=False)
class Documents:
    """Documents, and the labels of each.

    Parameters
    ----------
    texts
        One string each.
    labels
        One set each.
    """

    texts: list[str]
    labels: list[frozenset[str]]

    def __len__(self) -> int:
        return len(self.texts)

    def first(self, n: int | None) -> "Documents":
        """So many of them, spread over the whole; all if there are no more, or for None."""
        if n is None or n >= len(self):
            return self
        chosen = np.linspace(0, len(self) - 1, n).astype(np.int64)
        return Documents([self.texts[i] for i in chosen], [self.labels[i] for i in chosen])


@dataclass(frozen=True, eq=False)
class Collection:
    """Documents to learn from, and to test on.

    Parameters
    ----------
    train, test
        The documents.
    """

    train: Documents
    test: Documents

    @property
    def categories(self) -> list[str]:
        """The labels that occur in both parts, sorted."""
        parts = [set().union(*part.labels) if len(part) else set() for part in (self.train, self.test)]
        return sorted(parts[0] & parts[1])

    def first(self, train: int | None, test: int | None) -> "Collection":
        """A part of both."""
        return Collection(self.train.first(train), self.test.first(test))


Document = tuple[str, frozenset[str]]
"""A text and its labels."""


def reuters(folder: Path) -> Collection:
    """Newswire stories of 1987, 9603 and 3299 of them; stories without topic stay, as examples of none."""
    return _split_as_told(folder, REUTERS, _story)


def newsgroups(folder: Path) -> Collection:
    """Messages of 20 groups, the later ones for the test."""

    def message(said: Any) -> Document:
        return f"{said['subject']}\n{said['body']}", frozenset({said["group"]})

    return _split_as_told(folder, NEWSGROUPS, message)


def ohsumed(folder: Path, size: int = 10_000) -> Collection:
    """Medical abstracts: the first 10 000 to learn from, the next 10 000 for the test."""
    read = list(islice(_read(folder, OHSUMED, _story), 2 * size))
    return Collection(_documents(read[:size]), _documents(read[size:]))


def _story(said: Any) -> Document:
    return f"{said['title']}\n{said['body']}", frozenset(said["topics"])


def _split_as_told(folder: Path, archive: Archive, document: Callable[[Any], Document]) -> Collection:
    parts: dict[str, list[Document]] = {"train": [], "test": []}
    for part, one in _read(folder, archive, lambda said: (parts[said["split"]], document(said))):
        part.append(one)
    return Collection(_documents(parts["train"]), _documents(parts["test"]))


def _documents(read: list[Document]) -> Documents:
    return Documents([text for text, _ in read], [labels for _, labels in read])


def _read(folder: Path, archive: Archive, take: Callable[[Any], Taken]) -> Iterator[Taken]:
    """What is taken of each line."""
    absence = archive.absence(folder)
    if absence is not None:
        raise InputError(absence)
    with lzma.open(folder / archive.file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                taken = take(json.loads(line))
            except (json.JSONDecodeError, KeyError, TypeError) as cause:
                raise InputError(
                    f"{folder / archive.file}, line {number}: {cause!r}; the file should hold {archive.holds}."
                ) from cause
            yield taken
