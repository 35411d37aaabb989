"""The lines of a text file, each with its number; what is no text is refused where it begins."""

import codecs
import io
from collections.abc import Iterator

from drupe.foundation.errors import InputError
from drupe.inputs.readers.source import Source

LONGEST_LINE = 2**28
"""Bytes of one line; what has no line ends is no table."""

LOST = 0.05
"""Share of control characters from which on bytes are no text."""

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL = bytes({*range(32), 127} - set(b"\t\n\v\f\r"))
_NO_TEXT = "pass a text file, .npz or .parquet"


def lines_of(source: Source, encoding: str) -> Iterator[str]:
    """Line after line, with its end; a mark at the very beginning is taken off."""
    wide = codecs.lookup(encoding).name.startswith(("utf-16", "utf-32"))
    if not source.head:
        raise source.location.error("the file is empty", "pass one with at least one example")
    if not wide:
        _check_text(source, encoding)
    lines = _wide_lines(source, encoding) if wide else _lines(source, encoding)
    for number, line in enumerate(lines, start=1):
        yield line.removeprefix("\ufeff") if number == 1 else line


def _check_text(source: Source, encoding: str) -> None:
    if source.head.startswith(_MARKS):
        raise source.location.at(1).error(
            f"the file is in UTF-16, not in {encoding}", "pass Options(encoding='utf-16')"
        )
    controls = len(source.head) - len(source.head.translate(None, _CONTROL))
    if controls > LOST * len(source.head):
        raise source.location.error(f"{controls} of its first {len(source.head)} bytes are no text", _NO_TEXT)


def _lines(source: Source, encoding: str) -> Iterator[str]:
    number = 0
    while raw := source.stream.readline(LONGEST_LINE):
        number += 1
        if len(raw) >= LONGEST_LINE:
            raise source.location.at(number).error(f"the line is longer than {LONGEST_LINE} bytes", _NO_TEXT)
        if b"\0" in raw:
            raise source.location.at(number).error(f"byte {raw.index(0) + 1} is zero, so this is no text", _NO_TEXT)
        try:
            yield raw.decode(encoding)
        except UnicodeDecodeError as cause:
            raise source.location.at(number).error(
                f"byte {cause.start + 1} (0x{raw[cause.start]:02x}) is not {encoding}",
                "pass Options(encoding='latin-1') or whatever the file was written in",
            ) from None


def _wide_lines(source: Source, encoding: str) -> Iterator[str]:
    """Encodings in which a line end is more than one byte."""
    text = io.TextIOWrapper(source.stream, encoding=encoding, newline="")
    try:
        yield from text
    except UnicodeError as cause:
        raise InputError(f"{source.name}: the file is not {encoding} ({cause}); pass its encoding.") from None
