"""`drupe convert`: model files of LIBSVM in and out."""

from typing import Annotated

import typer
from sklearn.pipeline import Pipeline

from drupe.cli.models import is_libsvm, loaded
from drupe.cli.output import AsJson, print_json, say
from drupe.foundation.errors import InputTypeError
from drupe.persistence.archive import save
from drupe.persistence.libsvm_model import save_libsvm


def convert(
    source: Annotated[str, typer.Argument(help="A model of drupe, or of LIBSVM.")],
    output: Annotated[str, typer.Argument(help="The other one.")],
    as_json: AsJson = False,
) -> None:
    """Turn a model of LIBSVM into one of drupe, or the other way round.

    LIBSVM's files know no scaling: for a model that shall go there, scale the data first and fit with --no-scale.

    Example: drupe convert heart_scale.model heart.drupe
    """
    archive = loaded(source)
    if is_libsvm(source):
        save(archive.model, output, recipe=archive.recipe)
        kind = "drupe"
    else:
        if isinstance(archive.model, Pipeline):
            raise InputTypeError(
                f"{source}: the model scales its columns, which LIBSVM's files cannot say; scale the data, then fit "
                "with --no-scale."
            )
        save_libsvm(archive.model, output)
        kind = "LIBSVM"
    facts = {"machine": type(archive.model).__name__, "format": kind, "wrote": output}
    print_json(facts) if as_json else say([f"wrote {output}, {facts['machine']} in the format of {kind}"])
