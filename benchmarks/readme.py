"""Writes the table of speeds into the README, from the numbers of one run.

python benchmarks/readme.py NUMBERS.json [README.md]
"""

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- speeds: written by benchmarks/readme.py -->", "<!-- end of speeds -->"

Rows = Sequence[Mapping[str, Any]]


def ratio(number: float) -> str:
    """Two digits that count.

    >>> [ratio(number) for number in (0.812, 3.61, 21.4, 342.0)]
    ['0.81', '3.6', '21', '340']
    """
    return f"{float(f'{number:.2g}'):g}"


def spread(rows: Rows, column: str) -> str:
    """The geometric mean of a column, as its last row has it, and the range of the others."""
    *cases, mean = rows
    numbers = [case["numbers"][column] for case in cases if column in case["numbers"]]
    return f"{ratio(mean['numbers'][column])} ({ratio(min(numbers))} to {ratio(max(numbers))})"


def machines(benchmarks: Mapping[str, Rows]) -> list[str]:
    """Support vector machines beside their peers."""
    fits, answers = benchmarks["svm_fit"], benchmarks["svm_predict"]
    lines = ["| times as fast as | `SVC.fit`, first in a process | `SVC.predict`, warm |", "|---|---|---|"]
    peers = [column.removesuffix(" / drupe") for column in answers[-1]["numbers"]]
    known = {"sklearn": "scikit-learn", "intelex": "its Intel extension"}
    for peer in peers:
        column = f"{peer} / drupe"
        with_mean = [*fits[:-1], _mean_of(fits[:-1], column)]
        lines.append(f"| {known.get(peer, peer)} | {spread(with_mean, column)} | {spread(answers, column)} |")
    return lines


def _mean_of(rows: Rows, column: str) -> Mapping[str, Any]:
    product = 1.0
    for row in rows:
        product *= row["numbers"][column]
    return {"case": "geometric mean", "numbers": {column: product ** (1.0 / len(rows))}}


@dataclass(frozen=True)
class Line:
    """A line of the second table: rows of a benchmark whose names begin so, and a column of ratios."""

    words: str
    benchmark: str
    begins: str | tuple[str, ...]
    column: str


LINES = (
    Line("small problems, 10 to 1000 examples, 2 to 12 classes: fit `SVC`", "svm_small", "SVC fit", "sklearn / drupe"),
    Line("the same: predict", "svm_small", "SVC predict", "sklearn / drupe"),
    Line(
        "`NuSVC`, `SVR`, `NuSVR`, `OneClassSVM`, 10 to 4000: fit", "svm_small", ("Nu", "SVR", "One"), "sklearn / drupe"
    ),
    Line("`predict` of one row", "one_row", "", "sklearn / drupe"),
    Line(
        "`SVCPathCV` on 8 × 8 values of C and gamma, five folds: `GridSearchCV(SVC)`", "svm_path", "C × gamma", "ratio"
    ),
    Line("`LinearSVC`, `LinearSVR`, `LogisticRegression` at 1e-6 of the optimum", "linear", "", "ratio"),
)


def others(benchmarks: Mapping[str, Rows]) -> list[str]:
    """What else was measured: the geometric mean of the ratios, and their range."""
    lines = ["| times as fast as scikit-learn | geometric mean (range) |", "|---|---|"]
    for line in LINES:
        rows = [row for row in benchmarks.get(line.benchmark, ()) if row["case"].startswith(line.begins)]
        ratios = [
            row["numbers"][line.column] for row in rows if "mean" not in row["case"] and line.column in row["numbers"]
        ]
        if ratios:
            mean = _mean_of([{"numbers": {line.column: one}} for one in ratios], line.column)["numbers"][line.column]
            lines.append(f"| {line.words} | {ratio(mean)} ({ratio(min(ratios))} to {ratio(max(ratios))}) |")
    return lines if len(lines) > 2 else []


def speeds(told: Mapping[str, Any]) -> str:
    """All that stands between the marks."""
    facts = told["machine"]
    said = (
        f"{told['date']}, {facts['cores']} cores ({facts['instructions']}), scikit-learn {facts['sklearn']}, one run "
        f"of `make speeds`; {len(told['benchmarks']['svm_fit']) - 1} cases, at the same optimum."
    )
    return "\n".join([said, "", *machines(told["benchmarks"]), "", *others(told["benchmarks"])]).rstrip()


def written(readme: str, told: Mapping[str, Any]) -> str:
    """The README with what is between the marks written anew."""
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", flags=re.DOTALL)
    if not pattern.search(readme):
        raise SystemExit(f"the README has no lines {BEGIN!r} and {END!r}")
    return pattern.sub(lambda _: f"{BEGIN}\n{speeds(told)}\n{END}", readme)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("numbers", type=Path, help="what run.py --json wrote")
    parser.add_argument("readme", type=Path, nargs="?", default=ROOT / "README.md")
    chosen = parser.parse_args(arguments)
    told = json.loads(chosen.numbers.read_text())
    chosen.readme.write_text(written(chosen.readme.read_text(), told))


if __name__ == "__main__":
    main()
