"""Names of packages are imported when they are asked for, and are what a plain import would have given."""

import importlib
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import drupe
import drupe.kernels
from drupe.foundation.names_on_first_use import homes_of

ROOT = Path(drupe.__file__).parent
PACKAGES = sorted(
    ".".join(("drupe", *path.parent.relative_to(ROOT).parts))
    for path in ROOT.rglob("*/__init__.py")
    if "on_first_use(__name__)" in path.read_text(encoding="utf-8")
)


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_names_are_those_of_their_modules() -> None:
    assert {"drupe.analysis", "drupe.inputs", "drupe.kernels"} <= set(PACKAGES)
    for package in PACKAGES:
        module = importlib.import_module(package)
        homes = homes_of(Path(str(module.__file__)).read_text(encoding="utf-8"))
        assert set(module.__all__) <= set(homes) & set(dir(module)), package
        for name in module.__all__:
            assert getattr(module, name) is getattr(importlib.import_module(homes[name]), name), (package, name)


@pytest.mark.parametrize("first", ["import drupe.analysis.study", "from drupe.analysis import study"])
def test_a_function_wins_over_the_module_of_its_name(first: str) -> None:
    assert python(f"{first}; import drupe.analysis as package; print(type(package.study).__name__)") == "function"


def test_other_modules_are_attributes_of_their_package_as_ever() -> None:
    assert python("import drupe.kernels.gaussian; print(drupe.kernels.gaussian.__name__)") == "drupe.kernels.gaussian"


def test_a_package_alone_brings_nothing_of_what_it_names() -> None:
    assert python("import sys, drupe.kernels; print('numpy' in sys.modules, len(drupe.kernels.__all__) > 30)") == (
        "False True"
    )


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match=r"module 'drupe\.kernels' has no attribute 'Nothing'"):
        _ = importlib.import_module("drupe.kernels").Nothing


def test_functions_that_use_a_package_reach_other_processes() -> None:
    """As joblib sends them: with cloudpickle, which knows plain modules by their names."""

    cloudpickle = pytest.importorskip("cloudpickle")  # joblib brings it

    def made() -> object:
        return drupe.kernels.Gaussian(2.0)

    made.__module__ = "__main__"
    assert pickle.loads(cloudpickle.dumps(drupe.kernels)) is drupe.kernels
    assert pickle.loads(cloudpickle.dumps(made))() == drupe.kernels.Gaussian(2.0)
