"""All experiments: a line about each, and how to run them, one or all in turn."""

import argparse
import importlib
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from rich.table import Table

import drupe.experiments
from drupe.experiments.archives import Archive
from drupe.experiments.claims import console
from drupe.experiments.command import folder_with


@dataclass(frozen=True)
class Experiment:
    """A module of this package with a `main`; if it reads archives it says so in `ARCHIVES`."""

    name: str
    module: ModuleType

    @property
    def line(self) -> str:
        """What it is about: the first line of its file."""
        return (self.module.__doc__ or "").partition("\n")[0]

    @property
    def archives(self) -> tuple[Archive, ...]:
        """The data files that it reads."""
        return tuple(getattr(self.module, "ARCHIVES", ()))

    def run(self, folder: Path) -> None:
        """At full size, with the data of the folder."""
        self.module.main(["--data", str(folder)] if self.archives else [])


def experiments() -> list[Experiment]:
    """All experiments, in the order of their names."""
    names = [found.name for found in pkgutil.iter_modules(drupe.experiments.__path__) if found.name != "__main__"]
    modules = {name: importlib.import_module(f"drupe.experiments.{name}") for name in sorted(names)}
    return [Experiment(name, module) for name, module in modules.items() if hasattr(module, "main")]


def overview(known: Sequence[Experiment]) -> Table:
    """One line for each experiment."""
    out = Table(header_style="bold", caption_justify="left")
    out.caption = (
        "one: python -m drupe.experiments.NAME, with --data DIR if it reads files, --help for its options\n"
        "all: python -m drupe.experiments --data DIR, or some: python -m drupe.experiments NAME ... --data DIR"
    )
    out.add_column("experiment", no_wrap=True)
    out.add_column("reads", no_wrap=True)
    out.add_column("about")
    for one in known:
        out.add_row(one.name, ", ".join(archive.file for archive in one.archives), one.line)
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Without a folder the overview, with one the experiments in turn."""
    known = {one.name: one for one in experiments()}
    parser = argparse.ArgumentParser(prog="python -m drupe.experiments", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which to run; all unless given")
    parser.add_argument("--data", metavar="DIR", help="folder that holds the archives; run, do not only list")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in known]
    if unknown:
        parser.error(f"there is no experiment {', '.join(unknown)}; there are {', '.join(known)}.")
    chosen = [known[name] for name in options.names] or list(known.values())
    out = console()
    if options.data is None:
        out.print(overview(chosen))
        return
    wanted = dict.fromkeys(archive for one in chosen for archive in one.archives)
    try:
        folder = folder_with(*wanted)(options.data)
    except argparse.ArgumentTypeError as missing:
        parser.error(f"argument --data: {missing}")
    for one in chosen:
        out.rule(one.name)
        out.print(one.line, highlight=False, soft_wrap=True, markup=False)
        one.run(folder)


if __name__ == "__main__":
    main()
