"""The main names stand flat in drupe, and an import of drupe alone stays cheap."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import drupe


def test_names_are_there_and_listed():
    missing = [name for name in drupe.__all__ if getattr(drupe, name, None) is None or name not in dir(drupe)]
    assert not missing, ", ".join(missing)


def test_type_checkers_see_the_same_names():
    """A stub exports what it imports as itself, and nothing else."""
    stub = ast.parse(Path(drupe.__file__).with_suffix(".pyi").read_text())
    imported = [name for line in stub.body if isinstance(line, ast.ImportFrom) for name in line.names]
    assert sorted([name.asname or "" for name in imported] + ["__version__"]) == drupe.__all__
    everything = {}
    exec("from drupe import *", everything)
    assert set(drupe.__all__) <= set(everything)


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="module 'drupe' has no attribute 'Nothing'"):
        _ = drupe.Nothing


def test_nothing_is_imported_before_it_is_asked_for():
    code = "import sys, drupe; print('sklearn' in sys.modules, 'drupe.native' in sys.modules); drupe.SVC"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]
