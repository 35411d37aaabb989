"""Packages whose names are imported when they are first asked for, so that a part costs what the part costs."""

import ast
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


def on_first_use(package: str) -> None:
    """Let this package, whose `__init__.py` imports its names for type checkers alone, import each when wanted."""
    module = sys.modules[package]
    vars(module)["_homes"] = homes_of(Path(str(module.__file__)).read_text("utf-8"))
    module.__class__ = _OnFirstUse


def homes_of(source: str) -> dict[str, str]:
    """The names that a source imports from drupe, each with the module that it lives in.

    >>> homes_of("from drupe.kernels.gaussian import Gaussian")
    {'Gaussian': 'drupe.kernels.gaussian'}
    """
    lines = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom))
    found = ((name.asname or name.name, str(line.module)) for line in lines for name in line.names)
    return {name: home for name, home in found if home.partition(".")[0] == "drupe"}


class _OnFirstUse(ModuleType):
    _homes: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        if name not in self._homes:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = getattr(import_module(self._homes[name]), name)
        vars(self)[name] = found
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        # The import of a module tells its package; where a function has the same name, `study` in `analysis` for
        # example, the function is meant.
        if not (isinstance(value, ModuleType) and name in self._homes):
            super().__setattr__(name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its name, as cloudpickle does it for plain modules."""
        return import_module, (self.__name__,)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *self._homes})
