"""What the documents at the root claim: examples run, paths exist, commands are there."""

import contextlib
import doctest
import io
import re
import sys
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ["README.md", "CONTRIBUTING.md"]


def blocks(document: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / document).read_text(), flags=re.MULTILINE | re.DOTALL)


def test_readme_example_prints_what_the_readme_shows() -> None:
    (example,), (shown,) = blocks("README.md", "python"), blocks("README.md", "text")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(example, "README.md", "exec"), {"__name__": "__main__"})
    assert printed.getvalue() == shown


def test_contributed_kernel_and_its_test_run(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, test = blocks("CONTRIBUTING.md", "python")
    module = types.ModuleType("cauchy")
    monkeypatch.setitem(sys.modules, "cauchy", module)  # where dataclasses look up names
    exec(compile(kernel, "CONTRIBUTING.md", "exec"), vars(module))
    outcome = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(module.Cauchy, "Cauchy", module, globs=vars(module)):
        outcome.run(example)
    assert (outcome.tries, outcome.failures) == (1, 0)
    exec(compile(test, "CONTRIBUTING.md", "exec"), vars(module))
    tests = [thing for name, thing in vars(module).items() if name.startswith("test_")]
    assert len(tests) == 2
    for run in tests:
        run()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_are_in_the_makefile(document: str) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)`", (ROOT / document).read_text()))
    assert named
    assert named <= targets


@pytest.mark.parametrize("document", DOCUMENTS)
def test_paths_exist(document: str) -> None:
    named = set(re.findall(r"`((?:src|cpp|tests|docs|benchmarks)/[\w./]*)`", (ROOT / document).read_text()))
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    named = re.findall(r"\]\((?!https?://)([^)#]+)\)", (ROOT / document).read_text())
    assert [path for path in named if not (ROOT / path).exists()] == []
