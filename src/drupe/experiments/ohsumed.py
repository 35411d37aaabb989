"""Diseases in medical abstracts: the machines of the experiment on newswire stories, on another collection.

Section 8.1.1 of [Cristianini00]: of 50216 abstracts of 1991 the first 10000 to learn from and the next 10000 for the
test, 23 categories, 15561 terms. The book gives no numbers of the results.
"""

from collections.abc import Sequence

from drupe.experiments.claims import Verdict, console, show
from drupe.experiments.collections_of_texts import OHSUMED, ohsumed
from drupe.experiments.command import at_least, command
from drupe.experiments.text_categories import Prepared, claims, compared, names, table

ARCHIVES = (OHSUMED,)
SIZE, CATEGORIES, TERMS = 10_000, 23, 15_561


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, test, print and judge."""
    parser = command("ohsumed", __doc__, *ARCHIVES)
    parser.add_argument(
        "--size", type=at_least(20), default=SIZE, metavar="N", help="documents to learn from, and to test on"
    )
    parser.add_argument("--machines", nargs="+", choices=names(), default=names(), metavar="NAME")
    options = parser.parse_args(arguments)
    out = console()
    with out.status("reading and counting words ..."):
        data = ohsumed(options.data, options.size)
        prepared = Prepared.of(data)
    sizes = (len(data.train), len(data.test), len(data.categories), prepared.X.shape[1])
    whole = sizes[:3] == (SIZE, SIZE, CATEGORIES)
    said = f"{sizes[0]} and {sizes[1]} documents, {sizes[2]} categories, {sizes[3]} terms"
    words = f"{SIZE} and {SIZE} documents in {CATEGORIES} categories ({TERMS} terms in print): {said}"
    found = compared(out, prepared, options.machines)
    lines = [(Verdict.HOLDS if whole else Verdict.OPEN).of(words), *claims(found, None)]
    show(out, [table(found)], lines)


if __name__ == "__main__":
    main()
