"""The map of equivalences: machines as words, equivalences as lines that lead to their tests."""

from dataclasses import dataclass
from typing import Any

from drupe.book.bookpage import BookPage
from drupe.book.equivalences import EQUIVALENCES, Equivalence, Machine
from drupe.foundation.canvas import COLORS, FAINT, INK
from drupe.report.blocks import Block, Code, Link, Picture, Section, Text, anchor

FILE = "equivalences.html"


@dataclass(frozen=True)
class EquivalenceMap:
    """All machines and lines between them; a number on a line leads to what is said of it."""

    equivalences: tuple[Equivalence, ...]

    def plot(self, ax: Any = None) -> Any:
        """Draw."""
        ax.set(xlim=(-0.9, 10.9), ylim=(-0.6, 8.6), xticks=[], yticks=[])
        ax.set_frame_on(False)
        wanted = {machine for edge in self.equivalences for machine in (edge.one, edge.other)}
        places = {machine: _word(ax, machine) for machine in Machine if machine in wanted}
        for number, edge in enumerate(self.equivalences, start=1):
            ends = [places[machine].get_bbox_patch() for machine in (edge.one, edge.other)]
            line = {"arrowstyle": "-", "patchA": ends[0], "patchB": ends[1], "color": COLORS[0], "linewidth": 1.4}
            ax.annotate("", _place(edge.other), _place(edge.one), arrowprops=line)
            middle = [sum(pair) / 2.0 for pair in zip(_place(edge.one), _place(edge.other), strict=True)]
            box = {"boxstyle": "circle,pad=0.25", "facecolor": COLORS[0], "edgecolor": "none"}
            mark = ax.text(*middle, str(number), ha="center", va="center", color="white", fontsize=9, bbox=box)
            mark.set_url(f"{FILE}#{anchor(heading(number, edge))}")
        return ax


def _place(machine: Machine) -> tuple[float, float]:
    return machine.across, machine.up


def _word(ax: Any, machine: Machine) -> Any:
    words = machine.title.replace(" in ", "\nin ").replace(" of ", "\nof ")
    box = {"boxstyle": "round,pad=0.35", "facecolor": "none", "edgecolor": FAINT, "linewidth": 0.8}
    return ax.text(*_place(machine), words, ha="center", va="center", color=INK, fontsize=9.5, bbox=box)


def heading(number: int, edge: Equivalence) -> str:
    """What stands over an equivalence."""
    return f"{number}: {edge.title}"


def equivalences_page() -> BookPage:
    """The map, then every line of it in words, with the command that runs its test."""
    words = "; ".join(edge.title for edge in EQUIVALENCES)
    picture = Picture("Machines that are one", words, EquivalenceMap(EQUIVALENCES), size=(11.0, 7.5))
    said = Text(
        "A line joins two machines that give the same function; its number leads to the condition and the test."
    )
    sections = [Section("The map", (said, picture))]
    for number, edge in enumerate(EQUIVALENCES, start=1):
        blocks: tuple[Block, ...] = (Text(edge.when), Code(f"make test ARGS='{edge.test}'"))
        sections.append(Section(heading(number, edge), blocks))
    sections.append(Section("More", (Link("All chapters", "index.html"),)))
    return BookPage(FILE, "One function by many names", tuple(sections))
