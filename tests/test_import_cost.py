"""An import is quick and silent: nothing heavy before it is needed, no warnings."""

import subprocess
import sys

import pytest

LAZY = {"matplotlib", "rich", "jinja2", "typer", "pandas", "polars"}

# scikit-learn brings some of them itself, depending on its version.
BROUGHT = "import sklearn.pipeline, sklearn.model_selection, sklearn.multiclass, sklearn.calibration;"

TIMED = """
import sys, time
import numpy, scipy.sparse, scipy.linalg, scipy.special, scipy.stats, scipy.spatial, scipy.optimize, sklearn.svm
import sklearn.model_selection, sklearn.pipeline, sklearn.utils.estimator_checks
began = time.process_time()
import drupe
{more}
print(time.process_time() - began)
"""


def python(code: str) -> str:
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("more", ["", "drupe.SVC"])
def test_import_costs_less_than_half_a_second(more: str) -> None:
    code = TIMED.format(more=more)
    # Once more if whatever else the computer does spoiled the first attempt.
    assert float(python(code)) < 0.5 or float(python(code)) < 0.5


@pytest.mark.parametrize("name", ["SVC", "Report", "GramDisplay"])
def test_pictures_and_pages_are_imported_when_they_are_made(name: str) -> None:
    ours = f"before = set(sys.modules); import drupe; drupe.{name}; print(*set(sys.modules) - before)"
    code = f"import sys; {BROUGHT} {ours}"
    assert LAZY & set(python(code).split()) == set()


def test_command_line_says_its_version() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "drupe", "--version"], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("drupe ")
    assert run.stderr == ""
