"""A Python of its own for what belongs to a whole process: threads, signals, memory, the instruction set."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads and memory are read from /proc")


HANG = 1200
"""Seconds after which a process is taken to hang: many times what any needs on a machine with other work to do."""

CTRL_C = """
import os, signal, threading, time

heard, noticed = [], []

def press_ctrl_c():
    while len(heard) < 3:
        time.sleep(1e-3)
    os.kill(os.getpid(), signal.SIGINT)

def note(*_):
    noticed.append(len(heard))
    raise KeyboardInterrupt

def await_ctrl_c():
    signal.signal(signal.SIGINT, note)
    threading.Thread(target=press_ctrl_c, daemon=True).start()

def cut_short():
    \"\"\"Whether the signal was seen before the end, and no step was taken after it.\"\"\"
    return noticed == [len(heard)] and heard[-1] < 1.0
"""
"""Begins a script that is interrupted at its third report of progress to `heard.append`.

That is a function without a line of Python, so that only the core itself can have noticed the signal.
"""


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
        timeout=HANG,
    )
    if done.returncode:
        pytest.fail(f"exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
