"""All experiments: a line about each, and how to run them, one or all in turn."""

import argparse
from collections.abc import Sequence

from rich.table import Table

from drupe.experiments.claims import console
from drupe.experiments.command import folder_with
from drupe.experiments.experiment import Experiment, experiments
from drupe.experiments.side_by_side import side_by_side


def overview(known: Sequence[Experiment]) -> Table:
    """One line for each experiment."""
    out = Table(header_style="bold", caption_justify="left")
    out.caption = (
        "one: python -m drupe.experiments.NAME, with --data DIR if it reads files, --help for its options\n"
        "all: python -m drupe.experiments --data DIR, or some: python -m drupe.experiments NAME ... --data DIR"
    )
    out.add_column("experiment", no_wrap=True)
    out.add_column("reads", no_wrap=True)
    out.add_column("about")
    for one in known:
        out.add_row(one.name, ", ".join(archive.file for archive in one.archives), one.line)
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Without a folder the overview, with one the experiments in turn."""
    known = {one.name: one for one in experiments()}
    parser = argparse.ArgumentParser(prog="python -m drupe.experiments", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which to run; all unless given")
    parser.add_argument("--data", metavar="DIR", help="folder that holds the archives; run, do not only list")
    parser.add_argument("--dask", metavar="ADDRESS", help="run them side by side on the workers of this Dask scheduler")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in known]
    if unknown:
        parser.error(f"there is no experiment {', '.join(unknown)}; there are {', '.join(known)}.")
    chosen = [known[name] for name in options.names] or list(known.values())
    out = console()
    if options.data is None:
        out.print(overview(chosen))
        return
    wanted = dict.fromkeys(archive for one in chosen for archive in one.archives)
    try:
        folder = folder_with(*wanted)(options.data)
    except argparse.ArgumentTypeError as missing:
        parser.error(f"argument --data: {missing}")
    if options.dask is not None:
        for printed in side_by_side(chosen, folder, options.dask):
            out.print(printed, highlight=False, soft_wrap=True, markup=False)
        return
    for one in chosen:
        one.run(folder)


if __name__ == "__main__":
    main()
