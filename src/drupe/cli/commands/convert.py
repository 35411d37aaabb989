"""`drupe convert`: model files of LIBSVM in and out."""

from typing import Annotated

import typer
from sklearn.pipeline import Pipeline

from drupe.cli.models import loaded_file
from drupe.cli.output import AsJson, as_json_text
from drupe.cli.outputs import Force, Written, checked_outputs
from drupe.foundation.errors import InputTypeError
from drupe.persistence.archive import save
from drupe.persistence.libsvm_model import save_libsvm


def convert(
    source: Annotated[
        str, typer.Argument(help="A model of drupe, or of LIBSVM; - for standard input.", metavar="MODEL")
    ],
    output: Annotated[str, typer.Argument(help="The same model in the other format; - prints it.", metavar="FILE")],
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Turn a model of LIBSVM into one of drupe, or the other way round.

    LIBSVM's files know no scaling: for a model that shall go there, scale the data first and fit with --no-scale.

    Example: drupe convert heart_scale.model heart.drupe
    """
    model = loaded_file(source)
    machine = model.archive.model
    kind = Written.MODEL if model.libsvm else Written.LIBSVM_MODEL
    (written,) = checked_outputs([(output, kind)], [source], force)
    if not model.libsvm and isinstance(machine, Pipeline):
        raise InputTypeError(
            f"{source}: the model is a pipeline ({', '.join(type(step).__name__ for _, step in machine.steps)}), and "
            "LIBSVM's files hold a machine alone; scale the data first, then fit with --no-scale."
        )
    with written.opened() as file:
        if model.libsvm:
            save(machine, file, recipe=model.archive.recipe)
        else:
            save_libsvm(machine, file)
    facts = {"machine": type(machine).__name__, "format": "drupe" if model.libsvm else "LIBSVM", "wrote": written.path}
    words = f"wrote {written.path}, {facts['machine']} in the format of {facts['format']}\n"
    # What is told must not mix with a model on the standard output.
    typer.echo(as_json_text(facts) if as_json else words, nl=False, err=written.standard)
