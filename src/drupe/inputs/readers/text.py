"""The lines of a text file, each with its number; what is no text is refused where it begins."""

import codecs
import io
from collections.abc import Iterator
from itertools import count

from drupe.foundation.budget import readable
from drupe.foundation.errors import InputError
from drupe.foundation.remedies import Setting
from drupe.inputs.readers.location import Location
from drupe.inputs.readers.source import Source

LONGEST_LINE = 2**24
"""Bytes of one line: rows of a million cells are shorter, and what has no line ends would take all memory."""

LOST = 0.05
"""Share of control characters from which on bytes are no text."""

ONE_BYTE_ENDS = frozenset({"utf-8", "ascii", "iso8859-1", "iso8859-15", "cp1252"})
"""Encodings in which a byte below 128 is always that character of ASCII, as Python calls them."""

_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""How files in wide encodings begin; the longer marks first, for one of them begins as a shorter one."""

_CONTROL = bytes({*range(32), 127} - set(b"\t\n\v\f\r"))
_NO_TEXT = "pass a text file, .npz or .parquet"


class TextLines(Iterator[str]):
    """Line after line, with its end; a mark at the very beginning is taken off.

    Who can read many lines at once takes a `block` of them as bytes, and gives back what is left of it.

    Parameters
    ----------
    source
        The file.
    encoding
        Of its text.
    """

    def __init__(self, source: Source, encoding: str):
        if not source.head:
            raise source.location.error("the file is empty", "pass one with at least one example")
        self._source, self._encoding = source, encoding
        self._name = codecs.lookup(encoding).name
        self._wide: Iterator[str] | None = None
        if self._name.startswith(("utf-16", "utf-32")):
            self._wide = _wide_lines(source, encoding)
        else:
            _check_text(source, encoding)
        self._ahead = io.BytesIO()
        self.number = 0

    def __next__(self) -> str:
        line = next(self._wide) if self._wide is not None else self._decoded(self._raw())
        self.number += 1
        return line.removeprefix("\ufeff") if self.number == 1 else line

    def block(self, size: int) -> bytes:
        """About so many bytes, whole lines, which no longer come one by one; none if they cannot be told apart."""
        if self._name not in ONE_BYTE_ENDS:
            return b""
        ahead = self._ahead.read()
        block = ahead + self._source.stream.read(max(0, size - len(ahead)))
        if block and not block.endswith(b"\n"):
            block += self._source.stream.readline(LONGEST_LINE)
            self._check_length(len(block) - (block.rfind(b"\n", 0, -1) + 1), block.count(b"\n", 0, -1))
        return block

    def give_back(self, rest: bytes, lines: int) -> None:
        """What was not used of a block, of which so many lines were."""
        self._ahead = io.BytesIO(rest)
        self.number += lines

    def _raw(self) -> bytes:
        raw = self._ahead.readline() or self._source.stream.readline(LONGEST_LINE)
        if not raw:
            raise StopIteration
        self._check_length(len(raw))
        if b"\0" in raw:
            place = self._source.location.at(self.number + 1)
            raise place.error(f"byte {raw.index(0) + 1} is zero, so this is no text", _NO_TEXT)
        return raw

    def _check_length(self, length: int, before: int = 0) -> None:
        """Raise an InputError if the line after so many others, of which more may come, is too long."""
        if length >= LONGEST_LINE:
            raise too_long(self._source.location.at(self.number + before + 1))

    def _decoded(self, raw: bytes) -> str:
        try:
            return raw.decode(self._encoding)
        except UnicodeDecodeError as cause:
            latin = Setting("encoding", "latin-1")
            raise self._source.location.at(self.number + 1).error(
                f"byte {cause.start + 1} (0x{raw[cause.start]:02x}) is not {self._encoding}",
                f"pass {latin} or whatever the file was written in",
                latin,
            ) from None


def too_long(place: Location) -> InputError:
    """The error for a line that does not end."""
    return place.error(
        f"the line is longer than {readable(LONGEST_LINE)}", f"divide it, or if this is no text, {_NO_TEXT}"
    )


def _check_text(source: Source, encoding: str) -> None:
    found = next((name for mark, name in _MARKS.items() if source.head.startswith(mark)), None)
    if found is not None:
        said = Setting("encoding", found)
        raise source.location.at(1).error(f"the file is in {found.upper()}, not in {encoding}", f"pass {said}", said)
    controls = len(source.head) - len(source.head.translate(None, _CONTROL))
    if controls > LOST * len(source.head):
        raise source.location.error(f"{controls} of its first {len(source.head)} bytes are no text", _NO_TEXT)


def _wide_lines(source: Source, encoding: str) -> Iterator[str]:
    """Encodings in which a line end is more than one byte."""
    text = io.TextIOWrapper(source.stream, encoding=encoding, newline="")
    try:
        for number in count(1):
            line = text.readline(LONGEST_LINE)
            if len(line) >= LONGEST_LINE:
                raise too_long(source.location.at(number))
            if not line:
                return
            yield line
    except UnicodeError as cause:
        raise InputError(f"{source.name}: the file is not {encoding} ({cause}); pass its encoding.") from None
