"""drupe: kernel machines with certificates."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

# Where each flat name lives; a module is imported when its name is first asked for, so that `import drupe` is cheap.
_HOMES = {
    name.name: str(line.module)
    for line in ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8")).body
    if isinstance(line, ast.ImportFrom)
    for name in line.names
}

__all__ = sorted([*_HOMES, "__version__"])


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("drupe")
    if name not in _HOMES:
        raise AttributeError(f"module 'drupe' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
