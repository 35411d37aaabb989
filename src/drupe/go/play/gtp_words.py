"""The words of GTP: lines without comments, colors, numbers, and the refusal of what is none of them."""

import re
from typing import TypeVar

from drupe.go.color import Color

Number = TypeVar("Number", int, float)

COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}


class RefusedError(Exception):
    """A command that failed; the game stays as it was."""


def cleaned(line: str) -> str:
    """Without comments and control characters; tabs are blanks."""
    return re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line.partition("#")[0].replace("\t", " ")).strip()


def none(words: list[str]) -> None:
    """Refuse arguments."""
    if words:
        raise RefusedError("syntax error: this command takes no arguments")


def color_of(word: str) -> Color:
    """The player of a word."""
    if word.lower() not in COLORS:
        raise RefusedError(f"syntax error: a color is b, black, w or white, got {word}")
    return COLORS[word.lower()]


def one_color(words: list[str]) -> Color:
    """The player of the only argument."""
    if len(words) != 1:
        raise RefusedError("syntax error: a color is needed")
    return color_of(words[0])


def numbers(words: list[str], count: int, kind: type[Number]) -> list[Number]:
    """So many numbers, none of them absurd."""
    try:
        found = [kind(word) for word in words]
    except ValueError:
        found = []
    if len(found) != count or any(abs(number) > 1e9 or number != number for number in found):
        needed = "a number is" if count == 1 else f"{count} numbers are"
        raise RefusedError(f"syntax error: {needed} needed")
    return found
