"""What is written into the README and the guide from the numbers of a run."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def scripts():
    found = []
    for name in ("readme", "growth_table"):
        spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # where dataclasses look up names
        spec.loader.exec_module(module)
        found.append(module)
    return found


def case(name: str, **numbers: float) -> dict:
    return {"case": name, "numbers": {column.replace("_over_", " / "): number for column, number in numbers.items()}}


TOLD = {
    "date": "1 May 2026",
    "machine": {"cores": 2, "instructions": "avx2", "sklearn": "1.9"},
    "benchmarks": {
        "svm_fit": [
            case("a", sklearn_over_drupe=4.0, intelex_over_drupe=10.0),
            case("b", sklearn_over_drupe=16.0, intelex_over_drupe=1000.0),
            case("geometric mean", sklearn_over_drupe=8.0),
        ],
        "svm_predict": [
            case("a", sklearn_over_drupe=20.0, intelex_over_drupe=2.0),
            case("b", sklearn_over_drupe=5.0, intelex_over_drupe=8.0),
            case("geometric mean", sklearn_over_drupe=10.0, intelex_over_drupe=4.0),
        ],
        "svm_small": [case("SVC fit 10", sklearn_over_drupe=1.0), case("SVC fit 50", sklearn_over_drupe=9.0)],
        "linear": [case("l1, a9a, C = 1", ratio=2.0), case("l1, geometric mean", ratio=7.0), case("none", other=1.0)],
    },
}


def test_the_table_has_means_and_ranges(scripts) -> None:
    written = scripts[0].speeds(TOLD)
    assert "1 May 2026, 2 cores (avx2), scikit-learn 1.9" in written
    assert "| scikit-learn | 8 (4 to 16) | 10 (5 to 20) |" in written
    assert "| its Intel extension | 100 (10 to 1000) | 4 (2 to 8) |" in written
    assert "fit `SVC` | 3 (1 to 9) |" in written
    assert "of the optimum | 2 (2 to 2) |" in written
    assert "GridSearchCV" not in written


def test_only_what_is_between_the_marks_changes(scripts) -> None:
    readme = scripts[0]
    before = f"head\n{readme.BEGIN}\nold\n{readme.END}\ntail\n"
    after = readme.written(before, TOLD)
    assert after.startswith("head\n")
    assert after.endswith(f"{readme.END}\ntail\n")
    assert "old" not in after
    assert readme.written(after, TOLD) == after
    with pytest.raises(SystemExit, match="has no lines"):
        readme.written("nothing", TOLD)


def test_the_readme_has_the_marks(scripts) -> None:
    assert scripts[0].BEGIN in (ROOT / "README.md").read_text()


def test_what_was_not_run_stays_empty(scripts) -> None:
    rows = [
        {"case": "cover, 1000", "numbers": {"drupe s": 0.5, "sklearn s": 2.0, "drupe MB": 3.0, "sklearn MB": 40.0}},
        {"case": "cover, growth", "numbers": {"drupe exponent": 1.2}},
        {"case": "mnist, 60000", "numbers": {"drupe s": 9.0}},
    ]
    heading, line = scripts[1].lines(rows)
    assert heading[:5] == ["problem", "examples", "drupe s", "sklearn s", "intelex s"]
    assert line == ["cover", "1000", "0.5", "2", "", "3", "40", ""]
