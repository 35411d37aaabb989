"""Topics of newswire stories: support vector machines against neighbors, Rocchio, naive Bayes and trees.

Section 8.1.1 of [Cristianini00]: Reuters-21578 in the ModApte split, 90 categories. The book prints no table: it says
that support vector machines are better than the others, whatever the parameter of the kernel, and that outliers were
found by the size of their multipliers. 9947 terms are its count after stemming and stop words; what a word is it does
not say.
"""

from collections.abc import Sequence

from drupe.experiments.claims import Verdict, console, show
from drupe.experiments.collections_of_texts import REUTERS, reuters
from drupe.experiments.command import at_least, command
from drupe.experiments.text_categories import GOAL, Prepared, claims, compared, names, table

ARCHIVES = (REUTERS,)
TRAIN, TEST, CATEGORIES, TERMS = 9603, 3299, 90, 9947


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, test, print and judge."""
    parser = command("reuters", __doc__, *ARCHIVES)
    parser.add_argument("--train", type=at_least(100), metavar="N", help="training documents; all unless given")
    parser.add_argument("--test", type=at_least(50), metavar="N", help="test documents; all unless given")
    parser.add_argument("--machines", nargs="+", choices=names(), default=names(), metavar="NAME")
    options = parser.parse_args(arguments)
    out = console()
    with out.status("reading and counting words ..."):
        data = reuters(options.data).first(options.train, options.test)
        prepared = Prepared.of(data)
    whole = (len(data.train), len(data.test)) == (TRAIN, TEST)
    found = compared(out, prepared, options.machines)
    sizes = (len(data.train), len(data.test), len(data.categories), prepared.X.shape[1])
    said = f"{sizes[0]} and {sizes[1]} documents, {sizes[2]} categories, {sizes[3]} terms"
    verdict = Verdict.HOLDS if whole and sizes[2] == CATEGORIES else Verdict.OPEN
    lines = [
        verdict.of(f"{TRAIN} and {TEST} documents in {CATEGORIES} categories ({TERMS} terms in print): {said}"),
        *claims(found, GOAL if whole else None),
    ]
    show(out, [table(found)], lines)


if __name__ == "__main__":
    main()
