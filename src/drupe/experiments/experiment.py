"""One experiment: a module of this package that can be run."""

import importlib
import pkgutil
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import drupe.experiments
from drupe.experiments.archives import Archive
from drupe.experiments.claims import console


@dataclass(frozen=True)
class Experiment:
    """A module of this package with a `main`; if it reads archives it says so in `ARCHIVES`."""

    name: str
    module: ModuleType

    @classmethod
    def named(cls, name: str) -> "Experiment":
        """The experiment of this name."""
        return cls(name, importlib.import_module(f"drupe.experiments.{name}"))

    @property
    def line(self) -> str:
        """What it is about: the first line of its file."""
        return (self.module.__doc__ or "").partition("\n")[0]

    @property
    def archives(self) -> tuple[Archive, ...]:
        """The data files that it reads."""
        return tuple(getattr(self.module, "ARCHIVES", ()))

    def run(self, folder: Path) -> None:
        """At full size, with the data of the folder, under its name."""
        out = console()
        out.rule(self.name)
        out.print(self.line, highlight=False, soft_wrap=True, markup=False)
        self.module.main(["--data", str(folder)] if self.archives else [])


def experiments() -> list[Experiment]:
    """All experiments, in the order of their names."""
    names = [found.name for found in pkgutil.iter_modules(drupe.experiments.__path__) if found.name != "__main__"]
    found = [Experiment.named(name) for name in sorted(names)]
    return [one for one in found if hasattr(one.module, "main")]
