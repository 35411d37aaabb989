"""`drupe certify`: what is certain about the errors of a saved model."""

from typing import Annotated

import typer

from drupe.analysis.support_vectors_among import support_vectors_among
from drupe.certification.certificates import Certificates
from drupe.certification.certify import certify as certificates_of
from drupe.cli.models import loaded
from drupe.cli.output import AsJson, console, print_json, say
from drupe.cli.progress import waiting
from drupe.cli.reading import Reading, reads_data
from drupe.foundation.errors import InputError
from drupe.report.blocks import Grid
from drupe.report.composition.certified import plain_sentence
from drupe.report.rendering.terminal import grid_table

MOST_KNOWN = 0.2
"""Share of the support vectors that may appear again by chance, as doubles do."""


@reads_data
def certify(
    model: Annotated[
        str, typer.Argument(help="The model: a file of drupe fit, or of LIBSVM's svm-train.", metavar="MODEL")
    ],
    data: Annotated[
        str,
        typer.Argument(help="Rows with targets that took no part in the fit; - for standard input.", metavar="DATA"),
    ],
    reading: Reading,
    training: Annotated[
        str | None, typer.Option(help="The training file, for bounds that look at it.", metavar="FILE")
    ] = None,
    candidates: Annotated[
        int | None, typer.Option(help="How many kernels and parameters were tried on it.", min=1)
    ] = None,
    delta: Annotated[float, typer.Option(help="Probability with which any may fail.", min=1e-9, max=0.5)] = 0.05,
    as_json: AsJson = False,
) -> None:
    """Certify a model by rows that it has never seen: an upper limit of its error that holds with high probability.

    The rows must not have been used for fitting or choosing the model, and must come from where future rows will come
    from. Trying again with other rows until the limit looks good voids it.

    Example: drupe certify model.drupe fresh.csv --delta 0.01
    """
    archive = loaded(model, data, training or "")
    table = reading.frame(data, archive.recipe)
    if table.targets is None:
        raise InputError(
            f"{data}: has no target column, or some rows have no target, so that errors cannot be counted; add it, or "
            "pass --missing drop."
        )
    known, all_of_them = support_vectors_among(archive.model, table.X)
    if known > MOST_KNOWN * all_of_them:
        raise InputError(
            f"{data}: {known} of the model's {all_of_them} support vectors are among these rows, so that they took "
            "part in the fit and certify nothing; pass rows that the model has never seen."
        )
    seen = {}
    if training is not None:
        learned = reading.frame(training, archive.recipe)
        seen = {"X": learned.X, "y": learned.targets}
    with waiting("certifying"):
        found = certificates_of(
            archive.model, **seen, X_held_out=table.X, y_held_out=table.targets, delta=delta, n_candidates=candidates
        )
    if as_json:
        print_json(found.to_dict())
        return
    best = found.best_for_fitted
    if best is None or best.vacuous:
        say(["Nothing can be certified that is better than a guess."])
    else:
        say([plain_sentence(best), f"source: {best.name.replace('_', ' ')}, {best.source}"])
        say(f"provided that {check.words}" for check in best.trusted)
    if training is not None:
        console().print(grid_table(_grid(found)))


def _grid(found: Certificates) -> Grid:
    rows = tuple(
        (
            one.name.replace("_", " "),
            f"{one.value:.4f}" if one.valid else "–",
            one.subject.name.lower(),
            str(one.source),
            "vacuous" if one.valid and one.vacuous else one.reason,
        )
        for one in found
    )
    columns = ("bound", "at most", "of", "source", "remark")
    return Grid("All bounds that could be asked", columns, rows, words=(0, 2, 3, 4))
