"""The record of an experiment: what it showed, how it was run, and where; a small file that needs no data."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from drupe.experiments.claims import Verdict
from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class Claim:
    """A statement of a source, in our words, and what the run says of it.

    Examples
    --------
    >>> Claim.of("holds: one is less than two").verdict
    <Verdict.HOLDS: 'holds'>
    """

    statement: str
    verdict: Verdict

    @classmethod
    def of(cls, line: str) -> "Claim":
        """From the line that an experiment prints, whose verdict comes first."""
        said, _, statement = line.partition(": ")
        known = {verdict.value: verdict for verdict in Verdict} | {"FAILS": Verdict.FAILS}
        return cls(statement, known[said]) if said in known else cls(line, Verdict.OPEN)


@dataclass(frozen=True)
class Printed:
    """A table as it was printed: a title, headings, rows of text, a remark below; `words` are the columns of words."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remark: str = ""
    words: tuple[int, ...] = (0,)


@dataclass(frozen=True)
class Record:
    """What one run of an experiment showed.

    Parameters
    ----------
    name
        The experiment, `python -m drupe.experiments.NAME`.
    arguments
        What it was told on its command line, beside the folder of data.
    tables, claims
        What it showed, in order.
    seconds
        How long it took by the clock.
    date
        The day it ended, as 2026-11-18.
    machine
        What the numbers may depend on: processor, instructions, versions.
    """

    name: str
    arguments: tuple[str, ...]
    tables: tuple[Printed, ...]
    claims: tuple[Claim, ...]
    seconds: float
    date: str
    machine: Mapping[str, str]

    @property
    def command(self) -> str:
        """How to run it again."""
        return " ".join(["python -m drupe.experiments." + self.name, *self.arguments])

    def to_json(self) -> str:
        """As text of one value a line, so that a new run shows what has changed."""
        told = asdict(self) | {"claims": [[claim.verdict.value, claim.statement] for claim in self.claims]}
        return json.dumps(told, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, path: Path) -> "Record":
        """From such a file."""
        try:
            told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            tables = tuple(_printed(table) for table in told.pop("tables"))
            claims = tuple(Claim(statement, Verdict(said)) for said, statement in told.pop("claims"))
            return cls(arguments=tuple(told.pop("arguments")), tables=tables, claims=claims, **told)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{path} is no record of an experiment ({error}); run the experiment again.") from error


def _printed(told: Mapping[str, Any]) -> Printed:
    rows = tuple(tuple(row) for row in told["rows"])
    return Printed(told["title"], tuple(told["columns"]), rows, told["remark"], tuple(told["words"]))


def tally(claims: Iterable[Claim]) -> dict[Verdict, int]:
    """How many claims got each verdict."""
    counted = Counter(claim.verdict for claim in claims)
    return {verdict: counted[verdict] for verdict in Verdict}


def in_words(counts: Mapping[Verdict, int]) -> str:
    """Such counts as a line.

    >>> in_words({Verdict.HOLDS: 3, Verdict.FAILS: 1, Verdict.OPEN: 0})
    '3 hold, 1 does not hold here'
    """
    several = {Verdict.HOLDS: "hold", Verdict.PARTLY: "hold partly", Verdict.FAILS: "do not hold here"}
    parts = [
        f"{n} {verdict.value if n == 1 else several.get(verdict, verdict.value)}" for verdict, n in counts.items() if n
    ]
    return ", ".join(parts) or "no claims"


def by_name(records: Sequence[Record]) -> dict[str, Record]:
    """Records by the name of their experiment."""
    return {record.name: record for record in records}
