"""`drupe export`: a saved model as a graph of ONNX, for programs that have no Python."""

from enum import Enum
from typing import Annotated, Any

import typer

from drupe.cli.models import loaded
from drupe.cli.output import STANDARD, AsJson, as_json_text
from drupe.cli.outputs import Force, Written, checked_outputs
from drupe.cli.reading import Reading, reads_data
from drupe.estimators.last_step import last_step
from drupe.foundation.errors import ParameterError
from drupe.persistence.export.agreement import Agreement, agreement
from drupe.persistence.export.to_onnx import to_onnx


class Precision(Enum):
    """Of the numbers in a graph, in one word."""

    float32 = "float32"
    float64 = "float64"


@reads_data
def export(
    model: Annotated[
        str, typer.Argument(help="The model: a file of drupe fit, or of LIBSVM's svm-train.", metavar="MODEL")
    ],
    output: Annotated[str, typer.Argument(help="The graph, a file that ends in .onnx; - prints it.", metavar="FILE")],
    reading: Reading,
    dtype: Annotated[
        Precision, typer.Option(help="float64 for the same numbers, float32 for speed.")
    ] = Precision.float64,
    std: Annotated[
        bool, typer.Option("--std", help="With standard deviations of predictions, where the machine knows them.")
    ] = False,
    check: Annotated[
        str | None,
        typer.Option(help="Run the graph on the rows of this file, and compare its answers.", metavar="DATA"),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Turn a saved model into a graph of ONNX, which servers, browsers and telephones run.

    All is inside: scaling, categories, the kernel, votes and probabilities, what is not answered. With --check, the
    rows of a file are answered by both, and it is said in how many the labels are equal; this needs onnxruntime.
    Columns of numbers come as one table X, in the order that the file tells; if some hold words, each column is an
    input of its own, with an empty word for an empty cell.

    Example: drupe export model.drupe model.onnx --check data.csv
    """
    if [model, check].count(STANDARD) > 1:
        raise ParameterError("only one file can come from the standard input; name the other.")
    (written,) = checked_outputs([(output, Written.ONNX)], [model, check], force)
    archive = loaded(model)
    graph = to_onnx(archive.model, dtype=dtype.value, std=std, certificate=archive.certificate)
    found = None if check is None else _compared(archive, graph, reading, check)
    with written.opened() as file:
        file.write(graph.SerializeToString())
    inputs, outputs = ([one.name for one in side] for side in (graph.graph.input, graph.graph.output))
    facts: dict[str, Any] = {
        "machine": type(last_step(archive.model)).__name__,
        "inputs": inputs,
        "outputs": outputs,
        "dtype": dtype.value,
        "wrote": written.path,
        "check": found,
    }
    words = f"wrote {written.path}: {facts['machine']}, takes {', '.join(inputs)}, gives {', '.join(outputs)}\n"
    words += "" if found is None else f"{check}: {found.words()}\n"
    # What is told must not mix with a graph on the standard output.
    typer.echo(as_json_text(facts) if as_json else words, nl=False, err=written.standard)


def _compared(archive: Any, graph: Any, reading: Reading, check: str) -> Agreement:
    table = reading.frame(check, archive.recipe)
    return agreement(archive.model, graph, table.X)
