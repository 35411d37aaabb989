"""Where reports go: the page of one data file beside its values, or a folder with an index for several."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from drupe.cli.output import STANDARD
from drupe.cli.outputs import ALIASES, Output, Written, checked_outputs
from drupe.foundation.errors import ParameterError
from drupe.persistence.atomic import is_stream

INDEX = "index"
"""What the page is called that leads to all others."""

COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zip")
"""Endings before which another one says what the file is."""


@dataclass(frozen=True)
class Folder:
    """The files of several reports.

    Parameters
    ----------
    index
        The page that leads to all others.
    reports
        For each data file, its own files.
    """

    index: Output
    reports: tuple[dict[Written, Output], ...]


def one_report(
    output: str, model: str | None, summary: bool, reads: tuple[str | None, ...], force: bool
) -> dict[Written, Output]:
    """The page, its values beside it unless it goes to a pipe, and model and summary if they are wanted."""
    piped = output in (STANDARD, *ALIASES) or is_stream(output)
    if summary and piped:
        raise ParameterError("--summary writes two files beside the page; name the page with -o.")
    places = _places(output, summary)
    if piped:
        places = places[:1]
    if model is not None:
        places.append((model, Written.MODEL))
    return {one.kind: one for one in checked_outputs(places, reads, force)}


def many_reports(data: Sequence[str], output: str, summary: bool, force: bool) -> Folder:
    """A page for each file, called as the file, and an index; all in the folder of `output`."""
    if STANDARD in data:
        raise ParameterError("the standard input is reported on alone; leave out - or the other files.")
    if output in (STANDARD, *ALIASES) or is_stream(output):
        raise ParameterError(f"{len(data)} reports go to a folder, not to the standard output; name it with -o.")
    folder = output if os.path.isdir(output) or output.endswith(os.sep) else os.path.dirname(output)
    if output.endswith(os.sep) and os.path.isdir(os.path.dirname(output.rstrip(os.sep)) or "."):
        os.makedirs(output, exist_ok=True)
    stems = distinct_stems(data)
    each = [_places(os.path.join(folder, f"{stem}.html"), summary) for stem in stems]
    places = [(os.path.join(folder, f"{INDEX}.html"), Written.INDEX), *(place for some in each for place in some)]
    index, *rest = checked_outputs(places, data, force)
    size = len(each[0])
    found = (rest[start : start + size] for start in range(0, len(rest), size))
    return Folder(index, tuple({one.kind: one for one in some} for some in found))


def distinct_stems(data: Sequence[str]) -> list[str]:
    """Names of pages: those of the files without their endings, with a number where two are alike.

    >>> distinct_stems(["a/x.csv", "b/X.csv.gz", "index.tsv"])
    ['x', 'X-2', 'index-2']
    """
    taken, stems = {INDEX}, []
    for path in data:
        file = Path(path)
        stem = base = Path(file.stem).stem if file.suffix.lower() in COMPRESSED else file.stem
        number = 2
        while stem.lower() in taken:  # many systems do not tell small letters from capitals
            stem, number = f"{base}-{number}", number + 1
        taken.add(stem.lower())
        stems.append(stem)
    return stems


def _places(output: str, summary: bool) -> list[tuple[str, Written]]:
    stem, suffix = os.path.splitext(output)
    page, values = (f"{stem}.html", output) if suffix.lower() == ".json" else (output, f"{stem}.json")
    places = [(page, Written.PAGE), (values, Written.VALUES)]
    if summary:
        places += [(f"{stem}.summary.html", Written.SUMMARY), (f"{stem}.summary.md", Written.MARKDOWN)]
    return places
