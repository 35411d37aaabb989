"""The shape of the code: layers, names, who speaks to the native core, and what an import costs."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "drupe"
SOURCES = sorted(PACKAGE.rglob("*.py"))

NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "misc", "core", "manager"}
SPEAKS_TO_THE_CORE = {"inputs.readers", "models", "kernels", "grams", "solvers", "go"}
HEAVY = {"matplotlib", "rich", "pandas", "polars"}


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_imports_keep_the_contracts() -> None:
    run = python("-c", "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])")
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"


def test_every_part_of_the_package_has_a_layer() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    placed = {part.strip() for layer in layers for part in layer.split("|")}
    parts = {
        f"drupe.{path.stem}" for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert parts - {"drupe.__init__", "drupe.__main__"} <= placed


def test_names_of_files_say_something() -> None:
    paths = (path for folder in ("src", "tests", "benchmarks", "cpp") for path in (ROOT / folder).rglob("*"))
    assert [relative(path) for path in paths if path.stem.removeprefix("test_") in NAMES_THAT_SAY_NOTHING] == []


def test_only_those_who_may_speak_to_the_core() -> None:
    graph = grimp.build_graph("drupe", cache_dir=None)
    core = {"drupe.native"} | graph.find_descendants("drupe.native")
    speakers = {module for part in core for module in graph.find_modules_that_directly_import(part)} - core
    allowed = tuple(f"drupe.{part}." for part in SPEAKS_TO_THE_CORE)
    assert sorted(module for module in speakers if not f"{module}.".startswith(allowed)) == []


def test_threads_start_in_one_place() -> None:
    """What guards every thread against exceptions, forks and too many of its kind must not be gone around."""
    sources = [path for path in (ROOT / "cpp").rglob("*") if path.is_file()]
    starts = re.compile(r"#\s*pragma\s+omp|std::(jthread|async|thread(?!::))\b|pthread_create")
    places = {relative(path) for path in sources if starts.search(path.read_text())}
    assert places == {"cpp/include/drupe/parallel.hpp", "cpp/src/threads.cpp"}


def test_core_never_hears_of_python() -> None:
    sources = [path for folder in ("include", "src") for path in (ROOT / "cpp" / folder).rglob("*") if path.is_file()]
    assert sources
    foreign = re.compile(r"#\s*include\s*[<\"](Python\.h|nanobind|pybind11)")
    assert [relative(path) for path in sources if foreign.search(path.read_text())] == []


@pytest.mark.parametrize("module", ["drupe", "drupe.kernels", "drupe.grams", "drupe.textbook.spaces", "drupe.losses"])
def test_import_is_light_and_without_warnings(module: str) -> None:
    run = python("-W", "error", "-c", f"import sys, {module}; print(*sys.modules)")
    assert run.returncode == 0, run.stderr
    assert HEAVY & set(run.stdout.split()) == set()


def bound_names(tree: ast.AST) -> Iterator[str]:
    """Every name that lives longer than a comprehension: variables, arguments, type variables."""
    short_lived = {
        name for node in ast.walk(tree) if isinstance(node, ast.comprehension) for name in ast.walk(node.target)
    }
    for node in ast.walk(tree):
        if node in short_lived:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def test_names_of_one_letter_are_in_the_notation() -> None:
    table = (ROOT / "NOTATION.md").read_text().split("\n## ")[1]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    allowed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    used = {relative(path): set(bound_names(ast.parse(path.read_text()))) for path in SOURCES}
    letters = {path: {name for name in names if len(name) == 1 and name != "_"} for path, names in used.items()}
    unknown = [f"{path}: {sorted(names - allowed)}" for path, names in letters.items() if names - allowed]
    assert not unknown, "\n".join(["write a word, or add the letter to NOTATION.md:", *unknown])
