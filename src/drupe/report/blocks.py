"""The blocks of a report: what is shown, without a word on how."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, TypeAlias
from urllib.parse import quote

from drupe.report.sparks import Spark


def anchor(text: str) -> str:
    """A text as a name for links.

    >>> anchor("What was tried?")
    'what-was-tried'
    """
    return "-".join("".join(letter if letter.isalnum() else " " for letter in text.lower()).split())


class Drawing(Protocol):
    """Something that can be drawn on matplotlib's axes, as displays can."""

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""


class Tone(Enum):
    """How much weight a remark has."""

    PLAIN = "plain"
    NOTE = "note"
    WARNING = "warning"


class Verdict(Enum):
    """What a statement is worth."""

    HOLDS = "holds"
    VACUOUS = "vacuous"
    REFUSED = "refused"


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True)
class Link:
    """A line that leads to a file beside the page, which is called by its name."""

    text: str
    file: str

    @property
    def address(self) -> str:
        """The file as an address."""
        return quote(self.file)


@dataclass(frozen=True)
class Formula:
    """A formula on a line of its own, with what it is."""

    text: str
    meaning: str = ""


@dataclass(frozen=True)
class Code:
    """Something to type."""

    text: str


@dataclass(frozen=True)
class Tile:
    """A number that one should see first."""

    label: str
    value: str
    detail: str = ""


@dataclass(frozen=True)
class Tiles:
    """Such numbers side by side."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Points:
    """Sentences in their order, the most important one first."""

    points: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """Names and values."""

    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Grid:
    """A table; all columns but those in `words` hold numbers. The row `best` is the one to look at.

    The last cell of a row leads to the file in `links`; to none where that is empty. Columns in `prose` hold sentences,
    which go on in the next line.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[int, ...] = (0,)
    best: int | None = None
    links: tuple[str, ...] = ()
    prose: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Choice:
    """Rows of a table of which a reader chooses one, to have it in words and marked in the picture.

    The drawing names the mark of each row, `chosen-0`, `chosen-1`, ..., as matplotlib's `gid`.
    """

    label: str
    grid: Grid
    sentences: tuple[str, ...]
    positions: tuple[str, ...]
    picture: "Picture | None" = None


@dataclass(frozen=True)
class Statement:
    """A sentence that holds under conditions, from a source."""

    text: str
    verdict: Verdict
    provided: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, eq=False)
class Picture:
    """A drawing, the text that stands for it, and its numbers."""

    title: str
    words: str
    drawing: Drawing = field(repr=False)
    caption: str = ""
    size: tuple[float, float] = (5.2, 3.7)
    values: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Card:
    """One of many things that are alike: its name, of what kind it is, some facts and a tiny picture."""

    title: str
    kind: str
    facts: tuple[str, ...]
    spark: Spark | None = None
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True)
class Cards:
    """Such things side by side."""

    caption: str
    cards: tuple[Card, ...]


Block: TypeAlias = Text | Link | Formula | Code | Tiles | Points | Facts | Grid | Choice | Statement | Picture | Cards
"""Any of them."""


@dataclass(frozen=True, eq=False)
class Section:
    """Blocks under a title."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def anchor(self) -> str:
        """The title as a name for links."""
        return anchor(self.title)

    @property
    def pictures(self) -> Iterator[Picture]:
        """All that is to be drawn, in order."""
        for block in self.blocks:
            picture = block.picture if isinstance(block, Choice) else block
            if isinstance(picture, Picture):
                yield picture
