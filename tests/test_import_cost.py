"""An import is light and silent: nothing before it is needed, no warnings."""

import subprocess
import sys

import pytest

LAZY = {"matplotlib", "rich", "jinja2", "typer", "pandas", "polars"}

# scikit-learn brings some of them itself, depending on its version.
BROUGHT = "import sklearn.pipeline, sklearn.model_selection, sklearn.multiclass, sklearn.calibration;"

# Nobody who fits a machine waits for these.
FAR = {"bounds", "certification", "selection", "displays", "persistence", "experiments", "analysis", "report", "cli"}

# What a machine is built on, imported before.
STACK = "import sys, numpy, scipy.optimize, scipy.spatial, scipy.stats, sklearn.svm, sklearn.utils.estimator_checks;"


def python(code: str) -> str:
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def brought(before: str, ours: str) -> set[str]:
    """The modules that come with what is imported now."""
    return set(python(f"{before} before = set(sys.modules); {ours}; print(*set(sys.modules) - before)").split())


def test_the_name_alone_brings_nothing_but_the_standard_library() -> None:
    modules = brought("import sys;", "import drupe")
    assert {module.split(".")[0] for module in modules} - set(sys.stdlib_module_names) == {"drupe"}
    assert len([module for module in modules if module.startswith("drupe")]) <= 5


def test_a_machine_brings_its_own_layers_only() -> None:
    modules = brought(STACK, "import drupe; drupe.SVC")
    ours = {module for module in modules if module.split(".")[0] == "drupe"}
    assert {module.split(".")[0] for module in modules - ours} <= set(sys.stdlib_module_names) | {"threadpoolctl"}
    assert {module.split(".")[1] for module in ours if "." in module} & FAR == set()
    assert len(ours) <= 250


@pytest.mark.parametrize("name", ["SVC", "Report", "GramDisplay"])
def test_pictures_and_pages_are_imported_when_they_are_made(name: str) -> None:
    assert LAZY & brought(f"import sys; {BROUGHT}", f"import drupe; drupe.{name}") == set()


def test_command_line_says_its_version() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "drupe", "--version"], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("drupe ")
    assert run.stderr == ""


def test_a_mistyped_name_does_not_wait_for_what_would_read_the_file() -> None:
    code = """
import sys
sys.argv = ["drupe", "report", "nofile.csv"]
from drupe.cli.main import main
try:
    main()
except SystemExit as end:
    print(end.code, *{"numpy", "scipy", "sklearn", "matplotlib", "rich"} & set(sys.modules))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "nofile.csv: cannot be read" in run.stderr
    assert run.stdout.split() == ["4"]


def test_a_command_leaves_pandas_to_those_who_ask_for_it() -> None:
    code = """
import sys
from drupe.cli.scikit_learn import import_scikit_learn
import_scikit_learn()
print("sklearn.base" in sys.modules, "pandas" in sys.modules)
import pandas
from sklearn.preprocessing import StandardScaler
print(type(StandardScaler().set_output(transform="pandas").fit_transform(pandas.DataFrame({"x": [0.0, 1.0]}))).__name__)
"""
    assert python(code).split() == ["True", "False", "DataFrame"]
