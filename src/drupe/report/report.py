"""The report: a title and sections, made from an analysis, shown as a page, as JSON or on the terminal."""

import os
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from drupe.analysis.analysis import Analysis, analyze
from drupe.analysis.part import Part
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.names import nameless, names_in
from drupe.report.blocks import Section
from drupe.report.composition.sections import sections_of


@dataclass(frozen=True, eq=False)
class Report:
    """A page on a fitted classifier or regressor: how good, how sure, and why.

    Parameters
    ----------
    title
        What the page is called.
    sections
        What it shows, in order.
    analysis
        The values that it shows.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from drupe import SVC
    >>> X, y = load_iris(return_X_y=True)
    >>> report = Report.of(SVC(gamma=0.5).fit(X[::2], y[::2]), X[::2], y[::2], X_held_out=X[1::2], y_held_out=y[1::2])
    >>> report.sections[0].blocks[0].tiles[0].value
    '2.7 %'
    """

    title: str
    sections: tuple[Section, ...] = field(repr=False)
    analysis: Analysis = field(repr=False)

    @classmethod
    def of(
        cls,
        model: Any,
        X: Any,
        y: Any,
        *,
        X_held_out: Any = None,
        y_held_out: Any = None,
        delta: float = 0.05,
        title: str | None = None,
    ) -> "Report":
        """The report on a fitted model.

        Parameters
        ----------
        model
            A fitted classifier or regressor of drupe, or a pipeline that ends with one.
        X, y
            The examples that it was fitted on.
        X_held_out, y_held_out
            Examples that took no part in fitting or choosing it; the answers to these are judged, and certify most.
        delta
            Probability with which any certificate may fail.
        title
            What the page is called.
        """
        if (X_held_out is None) != (y_held_out is None):
            raise InputError("X_held_out and y_held_out come together or not at all.")
        held_out = None if X_held_out is None else Part.of(X_held_out, y_held_out)
        with nameless() if isinstance(X, Inputs) else nullcontext():
            analysis = analyze(model, Part.of(X, y), held_out, delta=delta, names=names_in(X))
        return cls.from_analysis(analysis, title)

    @classmethod
    def from_analysis(cls, analysis: Analysis, title: str | None = None) -> "Report":
        """The report on values that were computed before."""
        return cls(title or _title(analysis), tuple(sections_of(analysis)), analysis)

    def to_html(self) -> str:
        """One page that needs nothing else: no network, no other file."""
        from drupe.report.rendering.html import page

        return page(self.title, self.sections)

    def summary_html(self, whole: str = "") -> str:
        """Half a page for a colleague: the answer, the certificate and three caveats.

        Parameters
        ----------
        whole
            The file with the whole report, to be named there.
        """
        from drupe.report.composition.colleague import colleague_sections
        from drupe.report.rendering.html import Sheet, sheet

        return sheet(Sheet.SUMMARY, self.title, colleague_sections(self.analysis, whole))

    def summary_markdown(self, whole: str = "") -> str:
        """The same in Markdown."""
        from drupe.report.composition.colleague import colleague_sections
        from drupe.report.rendering.markdown import markdown

        return markdown(self.title, colleague_sections(self.analysis, whole))

    def to_dict(self) -> dict[str, Any]:
        """The values and the blocks, as strings, numbers, lists and dictionaries alone."""
        from drupe.report.rendering.plain import plain_report

        return plain_report(self.title, self.sections, self.analysis)

    def to_text(self, width: int = 100) -> str:
        """The report as text, pictures in words."""
        from drupe.report.rendering.terminal import text

        return text(self.title, self.sections, width)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page, whole or not at all; a file there is replaced."""
        from drupe.persistence.atomic import whole_file

        content = self.to_html().encode()
        with whole_file(path) as file:
            file.write(content)

    def _repr_html_(self) -> str:
        """The page in a frame of its own, so that a notebook's styles and its own do not meet."""
        from markupsafe import escape

        frame = 'style="width:100%;height:80vh;border:1px solid #8884;border-radius:8px"'
        return f'<iframe title="{escape(self.title)}" {frame} srcdoc="{escape(self.to_html())}"></iframe>'


def _title(analysis: Analysis) -> str:
    where = analysis.data.name or "data"
    if analysis.data.target:
        return f"Predicting {analysis.data.target} from {where}"
    if analysis.data.name or analysis.description is None:
        return f"Report on {where}"
    return f"{analysis.description.machine} on {where}"
