"""Writes seconds and megabytes of first fits by examples, from the numbers of one run, as the table of the guide.

python benchmarks/growth_table.py NUMBERS.json TABLE.csv
"""

import argparse
import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

LIBRARIES = ("drupe", "sklearn", "intelex")
UNITS = ("s", "MB")


def lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[list[str]]:
    """A heading, then a line for each size of each problem; what was not run stays empty.

    >>> found = [{"case": "cover, 1000", "numbers": {"drupe s": 0.01234, "drupe MB": 5.0}}]
    >>> [line[:4] for line in lines(found)]
    [['problem', 'examples', 'drupe s', 'sklearn s'], ['cover', '1000', '0.0123', '']]
    """
    columns = [f"{library} {unit}" for unit in UNITS for library in LIBRARIES]
    yield ["problem", "examples", *columns]
    for row in rows:
        problem, _, size = row["case"].partition(", ")
        if size.isdecimal() and f"{LIBRARIES[0]} MB" in row["numbers"]:
            numbers = row["numbers"]
            yield [problem, size, *(f"{numbers[column]:.3g}" if column in numbers else "" for column in columns)]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("numbers", type=Path, help="what run.py --json wrote")
    parser.add_argument("table", type=Path)
    chosen = parser.parse_args(arguments)
    told = json.loads(chosen.numbers.read_text())
    with chosen.table.open("w", newline="") as file:
        csv.writer(file).writerows(lines(told["benchmarks"]["svm_growth"]))


if __name__ == "__main__":
    main()
