"""Puts the core that was built with sanitizers in the place of the installed one, for `make sanitize-python`.

Python imports a module of this name when it starts: as long as this folder is on PYTHONPATH, so do child processes.
"""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

BUILT = Path(__file__).parents[3] / "build" / "sanitize"


class SanitizedCore(MetaPathFinder):
    """Knows where one module is."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "drupe.native._engine":
            return None
        (engine,) = BUILT.glob("_engine*.so")
        return spec_from_file_location(fullname, engine)


sys.meta_path.insert(0, SanitizedCore())
