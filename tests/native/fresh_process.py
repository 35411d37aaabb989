"""A Python of its own for what belongs to a whole process: threads, signals, memory, the instruction set."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads and memory are read from /proc")


def run_script(script: str, *arguments: str, **environment: str) -> str:
    """What the script prints; if it fails or dies, so does the test, with what it said.

    OpenMP and BLAS start from their defaults, and BLAS without threads of its own.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "DRUPE_"))}
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**inherited, "OPENBLAS_NUM_THREADS": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    if done.returncode:
        pytest.fail(f"exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
