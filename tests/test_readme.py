"""What the documents at the root claim: examples run, paths exist, commands are there."""

import contextlib
import doctest
import io
import re
import sys
import types
import warnings
from pathlib import Path

import pytest
from sklearn.exceptions import SkipTestWarning
from sklearn.utils.estimator_checks import check_estimator

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
    kernel, test, _ = blocks("CONTRIBUTING.md", "python")
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


def test_contributed_machine_satisfies_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, machine = blocks("CONTRIBUTING.md", "python")
    module = types.ModuleType("resemblance")
    monkeypatch.setitem(sys.modules, "resemblance", module)  # where pickle looks up names
    exec(compile(machine, "CONTRIBUTING.md", "exec"), vars(module))
    outcome = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(module.Resemblance, "Resemblance", module, globs=vars(module)):
        outcome.run(example)
    assert (outcome.tries, outcome.failures) == (1, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SkipTestWarning)
        check_estimator(module.Resemblance())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_are_in_the_makefile(document: str) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)`", (ROOT / document).read_text()))
    assert named
    assert named <= targets


def test_no_target_is_taken_for_a_folder_of_its_name() -> None:
    text = (ROOT / "Makefile").read_text()
    (phony,) = re.findall(r"^\.PHONY: (.*)$", text, flags=re.MULTILINE)
    assert set(re.findall(r"^([a-z-]+):.*## ", text, flags=re.MULTILINE)) == set(phony.split())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_paths_exist(document: str) -> None:
    named = set(re.findall(r"`((?:src|cpp|tests|docs|benchmarks)/[\w./]*)`", (ROOT / document).read_text()))
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    named = re.findall(r"\]\((?!https?://)([^)#]+)\)", (ROOT / document).read_text())
    assert [path for path in named if not (ROOT / path).exists()] == []
