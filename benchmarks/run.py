"""All benchmarks, or those that are named: tables of ratios that were measured side by side in this one run.

python benchmarks/run.py [names] [--quick] [--full] [--json FILE] [--data DIR]
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import bayes_point
import boosting
import certificates
import cross
import distances
import endings
import families
import fisher
import gaussian_process_classes
import go
import gram_dense
import gram_sparse
import greedy_fisher
import hidden_markov
import imports
import kernel_pca
import landmarks
import linear
import linear_sparse_fisher
import numpy
import one_row
import product
import reading
import regression
import relevance
import report_time
import rows
import samplers
import scipy
import serving
import sklearn
import sparse_fisher
import splines
import strings
import subsequences
import svm_fit
import svm_growth
import svm_path
import svm_predict
import svm_small
import two_sided
from measure import Row, Settings
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_info

import drupe.native

KERNELS = (gram_dense, cross, gram_sparse, distances, product, two_sided, strings, subsequences)
MACHINES = (
    svm_fit,
    svm_predict,
    svm_path,
    svm_growth,
    one_row,
    svm_small,
    regression,
    landmarks,
    linear,
    splines,
    gaussian_process_classes,
    fisher,
    greedy_fisher,
    sparse_fisher,
    linear_sparse_fisher,
    boosting,
    relevance,
    kernel_pca,
    hidden_markov,
)
CHAINS = (samplers, bayes_point)
GAMES = (go,)
WAITING = (imports, reading, rows, certificates, endings, families, report_time, serving)
BENCHMARKS = {module.__name__: module for module in (*KERNELS, *MACHINES, *CHAINS, *GAMES, *WAITING)}


WIDTH = 140
"""Columns of text where no terminal says how many it has."""


def machine() -> dict[str, Any]:
    """What the numbers depend on."""
    pools = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    blas = next((pool for pool in pools if "numpy" in pool["filepath"]), pools[0] if pools else {})
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "processor": platform.machine(),
        "cores": usable,
        "load": round(os.getloadavg()[0], 2),
        "instructions": drupe.native.target(),
        "blas": f"{blas.get('internal_api', '?')} {blas.get('version', '')} ({blas.get('num_threads', '?')} threads)",
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "sklearn": sklearn.__version__,
    }


def table(title: str, rows: Sequence[Row]) -> Table:
    """Cases down, numbers across; ratios carry their goals."""
    columns = list(dict.fromkeys(column for row in rows for column in row.numbers))
    drawn = Table("", *columns, "goal", "met", title=title, title_justify="left")
    drawn.columns[0].no_wrap = True
    for column in drawn.columns[1:]:
        column.justify = "right"
    for row in rows:
        numbers = (f"{row.numbers[column]:.3g}" if column in row.numbers else "" for column in columns)
        met = ("[green]yes" if row.met else "[red]no") if row.goals else ""
        drawn.add_row(row.case, *numbers, ", ".join(str(goal) for goal in row.goals), met)
    return drawn


def measured(name: str, settings: Settings, console: Console) -> list[Row]:
    """The rows of one benchmark, with the latest one in sight while the next is measured."""
    rows = []
    with console.status(name) as status:
        for row in BENCHMARKS[name].rows(settings):
            rows.append(row)
            status.update(f"{name}: {row.case}")
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="name", help=f"of {', '.join(BENCHMARKS)}; all unless named")
    parser.add_argument("--quick", action="store_true", help="small sizes, one run each: only shows that all works")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write everything here")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder with public data sets; default ../shared/data")
    parser.add_argument("--full", action="store_true", help="also what takes other libraries minutes")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.names if name not in BENCHMARKS]:
        parser.error(f"no benchmark is called {unknown[0]}; there are {', '.join(BENCHMARKS)}.")
    settings = Settings(chosen.quick, chosen.data, chosen.full)
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    facts = machine()
    console.print(", ".join(f"{name} {fact}" for name, fact in facts.items()))
    results = {}
    for name in chosen.names or BENCHMARKS:
        results[name] = measured(name, settings, console)
        console.print(table(BENCHMARKS[name].__doc__.strip(), results[name]))
    facts["load at the end"] = round(os.getloadavg()[0], 2)
    console.print(f"load of the machine: {facts['load']} before, {facts['load at the end']} after")
    if chosen.json is not None:
        told = {name: [{**asdict(row), "met": row.met} for row in rows] for name, rows in results.items()}
        when = datetime.now(UTC).strftime("%-d %B %Y")
        written = {"date": when, "machine": facts, "quick": chosen.quick, "benchmarks": told}
        chosen.json.write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    main()
