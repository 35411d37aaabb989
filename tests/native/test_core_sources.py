"""Rules for the C++ sources that no compiler checks."""

import re
from pathlib import Path

import pytest

CPP = Path(__file__).resolve().parents[2] / "cpp"
SOURCES = sorted(path for folder in ("include", "src", "bindings") for path in (CPP / folder).rglob("*.?pp"))

THREADS = re.compile(r"#\s*pragma\s+omp|std::(jthread|async)\b|std::thread\s*[({>]|std::thread\s+\w")
"""Whatever starts threads; `std::thread::id` and `std::this_thread` only name one."""

STARTERS = {"include/drupe/parallel.hpp", "src/threads.cpp"}
"""The only parallel regions, and the file that tries out how many threads there is room for."""

LONGEST = 350
"""Lines beyond which a file holds more than one idea."""


def offending(rule: re.Pattern[str]) -> set[str]:
    return {str(path.relative_to(CPP)) for path in SOURCES if rule.search(path.read_text())}


def test_threads_start_in_one_place() -> None:
    assert offending(THREADS) == STARTERS


@pytest.mark.parametrize(
    "line", ["#pragma omp parallel for", "std::thread other(work);", "std::jthread t;", "std::vector<std::thread> all;"]
)
def test_the_rule_sees_threads(line: str) -> None:
    assert THREADS.search(line)
    assert not THREADS.search("std::thread::id maker_ = std::this_thread::get_id();")


def test_files_are_short() -> None:
    assert [path.name for path in SOURCES if len(path.read_text().splitlines()) > LONGEST] == []


def test_every_header_says_what_it_is_for() -> None:
    assert [path.name for path in SOURCES if path.suffix == ".hpp" and not path.read_text().startswith("/// ")] == []
