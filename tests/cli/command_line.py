"""A user at the terminal: runs a command, sees what is printed where, and the exit code."""

from pathlib import Path

import numpy as np
from typer.testing import CliRunner, Result

from drupe.cli.app import app

RUNNER = CliRunner()


def drupe(*words: object, typed: str | bytes | None = None) -> Result:
    """What a command does."""
    return RUNNER.invoke(app, [str(word) for word in words], input=typed)


def succeeds(*words: object, typed: str | bytes | None = None) -> Result:
    """The same, for a command that must work."""
    result = drupe(*words, typed=typed)
    assert result.exit_code == 0, result.output + repr(result.exception)
    return result


def two_classes(path: Path, n: int = 90, seed: int = 0, header: str = "left,right,fruit\n") -> Path:
    """A table of two clouds that touch."""
    rng = np.random.default_rng(seed)
    names = rng.permutation(np.repeat(["apple", "cherry"], n // 2))
    centers = np.where(names == "apple", -1.0, 1.0)
    rows = [
        f"{100 * (c + rng.normal()):.4f},{c + rng.normal():.4f},{name}\n"
        for c, name in zip(centers, names, strict=True)
    ]
    path.write_text(header + "".join(rows))
    return path


def libsvm_rows(path: Path, n: int = 60, seed: int = 0) -> Path:
    """A scaled file as svm-train's users have it."""
    rng = np.random.default_rng(seed)
    signs = rng.permutation(np.repeat([1, -1], n // 2))
    rows = [f"{sign:+d} 1:{np.tanh(sign + rng.normal()):.5g} 3:{rng.uniform(-1, 1):.5g}\n" for sign in signs]
    path.write_text("".join(rows))
    return path
