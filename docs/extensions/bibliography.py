"""The works of a BibTeX file as targets of the citations `[Key]_`: the directive `.. works:: references.bib`."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ENTRY = re.compile(r"^@(\w+)\{(\w+),$(.*?)^\}$", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^\s*(\w+)\s*=\s*\{(.*)\},$", re.MULTILINE)
ACCENTS = {"'": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303"}


@dataclass(frozen=True)
class Work:
    """One entry of the file."""

    key: str
    fields: dict[str, str]

    @property
    def people(self) -> str:
        """Given names first, as one would say them."""
        names = self.fields.get("author") or self.fields["editor"]
        spoken = [" ".join(reversed(name.split(", "))) for name in names.split(" and ")]
        return spoken[0] if len(spoken) == 1 else f"{', '.join(spoken[:-1])} and {spoken[-1]}"

    @property
    def place(self) -> str:
        """Where it was published, and when."""
        of = self.fields
        where = next((of[name] for name in ("journal", "booktitle", "school", "institution") if name in of), "")
        volume = of.get("volume", "") + (f"({of['number']})" if "number" in of else "")
        edition = f"{of['edition']} edition" if "edition" in of else ""
        pages = f"pages {of['pages']}" if "pages" in of else ""
        parts = [" ".join(filter(None, (where, volume))), edition, of.get("publisher", ""), pages, of["year"]]
        return ", ".join(filter(None, parts))


def works(text: str) -> Iterator[Work]:
    """All entries of a BibTeX text with one field per line.

    >>> fields = [r'  author = {M{\\"u}ller, Ann and Kim, Bo},', "  title = {{B}ooks},", "  year = {2002},"]
    >>> (work,) = works("\\n".join(["@book{Key02,", *fields, "}"]))
    >>> work.key, work.people, work.fields["title"], work.place
    ('Key02', 'Ann Müller and Bo Kim', 'Books', '2002')
    """
    for _, key, body in ENTRY.findall(text):
        yield Work(key, {name: plain(value) for name, value in FIELD.findall(body)})


def plain(value: str) -> str:
    """Text without the marks of TeX: accents composed, braces gone, dashes as dashes."""
    accented = re.sub(r"\{?\\(['`\"^~])\{?(\w)\}?\}?", lambda found: found[2] + ACCENTS[found[1]], value)
    return unicodedata.normalize("NFC", re.sub(r"[{}]", "", accented).replace("--", "–"))


class Works(SphinxDirective):
    """Lists the works of a file, each as a citation."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        relative, absolute = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(relative)
        return [self._citation(work) for work in works(Path(absolute).read_text(encoding="utf-8"))]

    def _citation(self, work: Work) -> nodes.citation:
        text = nodes.paragraph()
        text += [nodes.Text(f"{work.people}. "), nodes.emphasis(text=work.fields["title"])]
        text += nodes.Text(f". {work.place}.")
        citation = nodes.citation("", nodes.label("", work.key), text, names=[nodes.fully_normalize_name(work.key)])
        self.set_source_info(citation)
        self.state.document.note_citation(citation)
        self.state.document.note_explicit_target(citation, citation)
        return citation


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by sphinx."""
    app.add_directive("works", Works)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
