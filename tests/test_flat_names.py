"""The main names stand flat in drupe, and an import of drupe alone stays cheap."""

import subprocess
import sys

import pytest

import drupe


def test_names_are_there_and_listed():
    missing = [name for name in drupe.__all__ if getattr(drupe, name, None) is None or name not in dir(drupe)]
    assert not missing, ", ".join(missing)


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="module 'drupe' has no attribute 'Nothing'"):
        _ = drupe.Nothing


def test_nothing_is_imported_before_it_is_asked_for():
    code = "import sys, drupe; print('sklearn' in sys.modules, 'drupe.native' in sys.modules); drupe.SVC"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]
