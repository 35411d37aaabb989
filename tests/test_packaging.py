"""What is shipped: a wheel, built from the source distribution, that works where neither the sources nor tests are."""

import ast
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = SETTINGS["project"]
INSTALLED_AS = {"sklearn": "scikit-learn", "importlinter": "import-linter", "libsvm": "libsvm-official"}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution and the wheel made from it, with the build requirements that are installed."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    return out


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (path,) = dist.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def contents(wheel: Path) -> list[str]:
    return zipfile.ZipFile(wheel).namelist()


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an empty environment with the wheel in it, where numpy and scipy can be seen.

    A line in a .pth file adds our site-packages to the path without running the .pth files inside it, so that the
    package installed in place for development stays invisible.
    """
    home = tmp_path_factory.mktemp("elsewhere")
    run(sys.executable, "-m", "venv", "--without-pip", home / "env", cwd=home)
    interpreter = home / "env" / "bin" / "python"
    site = Path(run(interpreter, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip())
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    run(sys.executable, "-m", "pip", "--python", interpreter, "install", "--no-deps", "--no-index", wheel, cwd=home)
    return interpreter


@pytest.mark.long
@pytest.mark.slow
def test_wheel_works_away_from_the_sources(elsewhere: Path, tmp_path: Path) -> None:
    assert run(elsewhere, "-I", ROOT / "tests" / "installed_wheel.py", cwd=tmp_path) == "works\n"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "drupe/__init__.py",
        "drupe/__init__.pyi",
        "drupe/py.typed",
        "drupe/native/_engine.pyi",
        "drupe/report/rendering/page.html",
    ],
)
def test_wheel_holds(name: str, contents: list[str]) -> None:
    assert name in contents


@pytest.mark.long
@pytest.mark.slow
def test_wheel_holds_one_native_module(contents: list[str]) -> None:
    assert (
        len(
            [
                name
                for name in contents
                if re.fullmatch(r"drupe/native/_engine\.[\w.-]+", name) and not name.endswith("pyi")
            ]
        )
        == 1
    )


@pytest.mark.long
@pytest.mark.slow
def test_wheel_holds_the_package_and_its_metadata_only(contents: list[str]) -> None:
    assert {name.split("/")[0] for name in contents} == {"drupe", f"drupe-{PROJECT['version']}.dist-info"}
    assert [
        name
        for name in contents
        if re.search(r"\btests?\b|/test_", name) or name.endswith((".cpp", ".hpp", ".h", ".a", ".pyc"))
    ] == []


@pytest.mark.long
@pytest.mark.slow
def test_wheel_holds_every_module(contents: list[str]) -> None:
    modules = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src" / "drupe").rglob("*.py")}
    assert modules - set(contents) == set()


@pytest.mark.long
@pytest.mark.slow
def test_wheel_states_its_license(wheel: Path, contents: list[str]) -> None:
    info = f"drupe-{PROJECT['version']}.dist-info"
    archive = zipfile.ZipFile(wheel)
    for name in ("LICENSE", "LICENSE-bundled.txt"):
        assert archive.read(f"{info}/licenses/{name}").decode() == (ROOT / name).read_text()
    metadata = Parser().parsestr(archive.read(f"{info}/METADATA").decode())
    assert metadata["License-Expression"] == "BSD-3-Clause"
    assert metadata["Requires-Python"] == PROJECT["requires-python"]


@pytest.mark.long
@pytest.mark.slow
def test_source_distribution_is_the_source_and_nothing_built(dist: Path) -> None:
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {
        "CMakeLists.txt",
        "LICENSE",
        "Makefile",
        "README.md",
        "docs/references.bib",
        "tests/test_packaging.py",
    } <= names
    assert any(name.startswith("cpp/") for name in names)
    assert [
        name for name in names if name.startswith((".venv", "build/", "demo/")) or name.endswith((".so", ".pyc"))
    ] == []


def imported(folder: str) -> set[str]:
    """The packages of others that the files of a folder import, by the name under which they are installed."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    names: set[str] = set()
    for node in (node for path in paths for node in ast.walk(ast.parse(path.read_text()))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    own = {"drupe"} | {path.stem for path in (ROOT / "docs" / "extensions").glob("*.py")}
    own |= {part for path in paths for part in (path.stem, path.parent.name)}
    foreign = names - set(sys.stdlib_module_names) - own
    return {INSTALLED_AS.get(name, name) for name in foreign}


def declared(requirements: list[str]) -> set[str]:
    return {re.match(r"[\w-]+", requirement)[0] for requirement in requirements}  # type: ignore[index]


def test_package_imports_only_what_it_requires() -> None:
    optional = {name for extra in PROJECT["optional-dependencies"].values() for name in declared(extra)}
    assert imported("src") - declared(PROJECT["dependencies"]) - optional == set()


@pytest.mark.parametrize("folder", ["tests", "benchmarks"])
def test_developers_import_only_what_is_required(folder: str) -> None:
    brought = {"grimp", "joblib", "markdown_it"}  # by import-linter, scikit-learn and rich, whose libraries these are
    groups = declared(SETTINGS["dependency-groups"]["test"])
    assert imported(folder) - declared(PROJECT["dependencies"]) - groups - brought == set()


@pytest.mark.parametrize("file", ["CITATION.cff", "CHANGELOG.md"])
def test_version_is_the_same_everywhere(file: str) -> None:
    assert re.search(rf"(version: |## \[){re.escape(PROJECT['version'])}\b", (ROOT / file).read_text())
