"""Game records of the public data, if there are any here: moves as points of a board of 19 × 19."""

import lzma
import os
from collections.abc import Iterator
from pathlib import Path

DATA = Path(os.environ.get("DRUPE_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
RECORDS = DATA / "go_pro_games.tsv.xz"


def games() -> Iterator[list[int]]:
    """The moves of games without handicap, whose first stones are recorded; −1 for a pass."""
    with lzma.open(RECORDS, "rt", encoding="utf-8") as lines:
        names = next(lines).rstrip("\n").split("\t")
        for line in lines:
            record = dict(zip(names, line.rstrip("\n").split("\t"), strict=False))
            if record["handicap"] == "0":
                yield points(record["moves"].partition(":")[2])


def points(letters: str) -> list[int]:
    """Two letters for each move: column and row from the top left."""
    pairs = (letters[i : i + 2] for i in range(0, len(letters), 2))
    return [-1 if pair == "--" else 19 * (ord(pair[1]) - ord("a")) + ord(pair[0]) - ord("a") for pair in pairs]
