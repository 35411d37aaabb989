"""Memory that is not there raises MemoryError, in whichever thread and place it was wanted; the next try works."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from native.fresh_process import HANG, linux, run_script

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def failing_allocations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library to preload."""
    compiler = shutil.which("c++")
    if compiler is None or "LD_PRELOAD" in os.environ:
        pytest.skip("needs a C++ compiler, and a process into which nothing else is preloaded")
    library = tmp_path_factory.mktemp("shim") / "failing_allocations.so"
    command = [compiler, "-std=c++20", "-O1", "-shared", "-fPIC", "-o", library, HERE / "failing_allocations.cpp"]
    subprocess.run(command, check=True)
    return library


@linux
@pytest.mark.slow
def test_every_operation_survives_every_allocation_that_fails(failing_allocations: Path) -> None:
    done = subprocess.run(
        [sys.executable, HERE / "scarce_memory.py"],
        env={**os.environ, "LD_PRELOAD": str(failing_allocations)},
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
    )
    assert done.returncode == 0, "\n".join(done.stderr.splitlines()[-40:])
    for line in done.stdout.splitlines():
        tries, errors, *_ = line.split()
        # With one thread all fail; with two, whether the last allocations are made at all is a matter of luck.
        assert int(tries) - 4 <= int(errors), line
    assert len(done.stdout.splitlines()) > 20


SCRIPT = r"""
import pathlib, re, resource, sys
from sklearn.datasets import make_classification
from drupe import SVC

x, y = make_classification(2000, 20, random_state=0)
alone = SVC(n_jobs=1).fit(x, y)
size = 1024 * int(re.search(r"VmSize:\s*(\d+) kB", pathlib.Path("/proc/self/status").read_text())[1])
_, hard = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (size + int(sys.argv[1]) * 2**20, hard))
try:
    SVC(n_jobs=8).fit(x, y)
except MemoryError:
    pass
resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
assert (SVC(n_jobs=8).fit(x, y).dual_coef_ == alone.dual_coef_).all()
"""


@linux
@pytest.mark.parametrize("megabytes", [2, 12])
def test_threads_for_which_there_is_no_room_are_not_started(megabytes: int) -> None:
    run_script(SCRIPT, str(megabytes))
