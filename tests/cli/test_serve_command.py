"""`drupe serve` before it serves: what is missing, and what cannot be served."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from cli.command_line import drupe

from drupe import KernelPCA, save
from drupe.cli.commands import serve


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == "uvicorn" else find_spec(name))
    result = drupe("serve", tmp_path / "model.drupe")
    assert result.exit_code == 2
    assert "drupe serve needs uvicorn: pip install 'drupe[serve]'" in result.stderr


def test_what_is_no_model_is_told_before_anything_listens(tmp_path: Path) -> None:
    assert drupe("serve", tmp_path / "absent.drupe").exit_code == 4
    save(KernelPCA().fit([[0.0], [1.0], [2.0]]), tmp_path / "components.drupe")
    result = drupe("serve", tmp_path / "components.drupe")
    assert result.exit_code == 3
    assert "no predict" in result.stderr


def test_limits_have_ranges(tmp_path: Path) -> None:
    for words in (("--max-rows", 0), ("--queue", 0), ("--port", 70_000), ("--timeout", 0)):
        assert drupe("serve", tmp_path / "model.drupe", *words).exit_code == 2
