"""The pages of the reference: one for each package, written from the names that it has, before sphinx reads them."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config

DOCS = Path(__file__).resolve().parents[1]

PACKAGES = (
    "drupe",
    "drupe.kernels",
    "drupe.kernels.checks",
    "drupe.kernels.forms",
    "drupe.models",
    "drupe.inputs",
    "drupe.inputs.readers",
    "drupe.grams",
    "drupe.losses",
    "drupe.rules",
    "drupe.solvers",
    "drupe.solvers.samplers",
    "drupe.predictors",
    "drupe.witness",
    "drupe.bounds",
    "drupe.bounds.held_out",
    "drupe.bounds.margin",
    "drupe.bounds.capacity",
    "drupe.bounds.compression",
    "drupe.bounds.pac_bayes",
    "drupe.bounds.version_space",
    "drupe.bounds.stability",
    "drupe.bounds.leave_one_out",
    "drupe.certification",
    "drupe.selection",
    "drupe.displays",
    "drupe.analysis",
    "drupe.go",
    "drupe.go.features",
    "drupe.go.ranking",
    "drupe.go.records",
    "drupe.go.play",
    "drupe.go.pictures",
    "drupe.report",
    "drupe.persistence",
    "drupe.persistence.export",
    "drupe.foundation",
    "drupe.textbook.algorithms",
    "drupe.textbook.spaces",
    "drupe.textbook.capacity",
    "drupe.textbook.inequalities",
    "drupe.textbook.learning",
    "drupe.textbook.boosting",
    "drupe.textbook.matrices",
    "drupe.textbook.probability",
)
"""In the order of the reference; all that a user or an author of extensions meets."""


def public_names(package: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a package offers: its `__all__`, or the classes of its modules and the functions that explain parameters.

    >>> import drupe.kernels, drupe.bounds.held_out
    >>> "drupe.kernels.Gaussian" in dict(public_names(drupe.kernels))
    True
    >>> "drupe.bounds.held_out.hold_out.HoldOut" in dict(public_names(drupe.bounds.held_out))
    True
    """
    if hasattr(package, "__all__"):
        for name in package.__all__:
            yield f"{package.__name__}.{name}", getattr(package, name)
        return
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(found.name)
        for name, thing in vars(module).items():
            if not name.startswith("_") and getattr(thing, "__module__", None) == found.name and _explained(thing):
                yield f"{found.name}.{name}", thing


def _explained(thing: Any) -> bool:
    return inspect.isclass(thing) or (inspect.isfunction(thing) and "Parameters\n" in (thing.__doc__ or ""))


@dataclass(frozen=True)
class Thing:
    """A class or function, under the name by which a user meets it."""

    name: str
    value: Any

    @property
    def kind(self) -> str:
        """The heading that it stands under."""
        if not inspect.isclass(self.value):
            return "Functions"
        return "Machines" if hasattr(self.value, "fit") else "Classes"

    @property
    def last_name(self) -> str:
        """Without its package."""
        return self.name.rpartition(".")[2]

    def page(self, package: str) -> str:
        """All about it; a machine's methods are worth repeating, those of a kernel stand with `Kernel`."""
        members = "   :members:\n" * inspect.isclass(self.value)
        inherited = "   :inherited-members:\n" * (self.kind == "Machines")
        directive = "autoclass" if inspect.isclass(self.value) else "autofunction"
        guide = guide_page(self.name)
        told = f" In the guide: :doc:`{guide}`." if guide else ""
        return (
            f":orphan:\n\n{heading(self.last_name)}\n\nIn :doc:`/api/{package}`.{told}\n\n"
            f".. {directive}:: {self.name}\n{members}{inherited}"
        )


def guide_page(name: str) -> str:
    """The page of the guide that names a class or function in full, that of its family first; empty if none does.

    >>> guide_page("drupe.KernelRidge"), guide_page("drupe.Nothing")
    ('/guide/machines/ridge', '')
    """
    guide = DOCS / "guide"
    found = (
        page for page in [*sorted(guide.glob("*/*.rst")), *sorted(guide.glob("*.rst"))] if f"`~{name}`" in _text(page)
    )
    page = next(found, None)
    return "" if page is None else f"/{page.relative_to(DOCS).with_suffix('').as_posix()}"


@cache
def _text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def pages() -> Iterator[tuple[str, str]]:
    """Path and text of each page; a thing is described once, where it is offered first.

    Only packages stand in the table of contents: with all things in it every page would carry five hundred links.
    """
    seen: set[int] = set()
    for name in PACKAGES:
        package = importlib.import_module(name)
        things = [Thing(full, value) for full, value in public_names(package) if id(value) not in seen]
        things = [thing for thing in things if inspect.isclass(thing.value) or inspect.isfunction(thing.value)]
        seen |= {id(thing.value) for thing in things}
        yield f"{name}.rst", package_page(package, things)
        for thing in things:
            yield f"things/{thing.name}.rst", thing.page(name)


def package_page(package: ModuleType, things: list[Thing]) -> str:
    """The idea of a package and tables of what it holds."""
    blocks = [heading(package.__name__), (inspect.getdoc(package) or "").splitlines()[0]]
    for kind in ("Machines", "Classes", "Functions"):
        named = sorted((thing for thing in things if thing.kind == kind), key=lambda thing: thing.last_name.lower())
        if named:
            listed = "\n".join(f"   ~{thing.name}" for thing in named)
            blocks.append(f".. rubric:: {kind}\n\n.. autosummary::\n   :nosignatures:\n\n{listed}")
    return "\n\n".join(blocks) + "\n"


def heading(title: str) -> str:
    """A title and the line below it."""
    return f"{title}\n{'=' * len(title)}"


def write_pages(app: Sphinx, config: Config) -> None:
    """Write what differs, so that an unchanged page is not built again, and remove what is no more."""
    folder = Path(app.srcdir) / "api"
    texts = {folder / path: text for path, text in pages()}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in set(folder.rglob("*.rst")) - texts.keys():
        path.unlink()


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by sphinx."""
    app.connect("config-inited", write_pages)  # before sphinx looks which pages there are
    return {"parallel_read_safe": True, "parallel_write_safe": True}
