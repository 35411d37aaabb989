"""Converters for skl2onnx, so that pipelines of scikit-learn with a machine of drupe at their end become ONNX, too."""

from typing import Any

from onnx import helper

import drupe
from drupe.foundation.errors import FileError, ParameterError
from drupe.persistence.export.graph import CODES, DOUBLE, OPSET, SINGLE, TRUTH, WHOLE, DType, Graph, Value
from drupe.persistence.export.models import answers


def register_converters() -> None:
    """Make all machines of drupe known to skl2onnx; may be called again.

    Their outputs have the names that `to_onnx` gives them. The options of skl2onnx, such as `zipmap`, do not concern
    them. Needs the package skl2onnx: pip install 'drupe[skl2onnx]'.

    Examples
    --------
    >>> import numpy as np
    >>> from skl2onnx import to_onnx
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from drupe import SVC
    >>> register_converters()
    >>> X = np.array([[0.0], [1.0], [3.0], [4.0]])
    >>> model = make_pipeline(StandardScaler(), SVC(C=10.0)).fit(X, [0, 0, 1, 1])
    >>> [output.name for output in to_onnx(model, X).graph.output]
    ['label', 'outputs']
    """
    try:
        from skl2onnx import update_registered_converter
    except ImportError as cause:
        raise FileError("converters need the package skl2onnx; pip install 'drupe[skl2onnx]'.") from cause
    for name in drupe.__all__:
        kind = getattr(drupe, name)
        if isinstance(kind, type) and hasattr(kind, "get_params"):
            update_registered_converter(kind, f"Drupe{name}", _shapes, _convert, overwrite=True, parser=_parse)


def _parse(scope: Any, model: Any, inputs: Any, custom_parsers: Any = None) -> Any:
    """Declare the outputs that the machine has."""
    operator = scope.declare_local_operator(f"Drupe{type(model).__name__}", model)
    operator.inputs = inputs
    graph, found = _translated(model, inputs)
    for name, value in found.items():
        operator.outputs.append(scope.declare_local_variable(name, _type(_seen_type(name, value, graph.real))))
    return operator.outputs


def _shapes(operator: Any) -> None:
    """The number of rows is not known before; types were declared with the outputs."""


def _convert(scope: Any, operator: Any, container: Any) -> None:
    """Add the nodes of the machine to those of the pipeline."""
    opset = container.main_opset
    if opset < OPSET:
        raise ParameterError(f"machines of drupe need target_opset {OPSET} or more, got {opset}.")
    graph, found = _translated(operator.raw_operator, operator.inputs, scope.get_unique_variable_name("drupe") + "_")
    graph.prune(value.name for value in found.values())
    for constant in graph.constants:
        container.add_initializer(constant.name, constant.data_type, list(constant.dims), _content(constant))
    for node in graph.nodes:
        attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
        version = 3 if node.domain else OPSET
        container.add_node(
            node.op_type,
            list(node.input),
            list(node.output),
            op_domain=node.domain,
            op_version=version,
            name=scope.get_unique_operator_name(node.name),
            **attributes,
        )
    for output, (name, value) in zip(operator.outputs, found.items(), strict=True):
        kind = _seen_type(name, value, graph.real)
        container.add_node(
            "Cast",
            [value.name],
            [output.full_name],
            name=scope.get_unique_operator_name(f"drupe_{name}"),
            to=CODES[kind],
        )


def _translated(model: Any, inputs: Any, prefix: str = "") -> tuple[Graph, dict[str, Value]]:
    """The machine in a graph of its own, on the one input that it has."""
    if len(inputs) != 1:
        raise ParameterError(f"{type(model).__name__} takes one table, got {len(inputs)} inputs.")
    from skl2onnx.common.data_types import FloatTensorType

    real = SINGLE if isinstance(inputs[0].type, FloatTensorType) else DOUBLE
    graph = Graph(real, prefix)
    given = Value(graph, inputs[0].full_name, real)
    # Some steps of skl2onnx give single precision where they declare double.
    return graph, answers(model, graph.emit("Cast", [given], real, to=CODES[real]))


def _seen_type(name: str, value: Value, real: DType) -> DType:
    """The type in which an output is given; truth values among labels as whole numbers, as skl2onnx has them."""
    if value.dtype.kind == "f" and name != "label":
        return real
    return WHOLE if value.dtype == TRUTH and name == "label" else value.dtype


def _type(dtype: DType) -> Any:
    from skl2onnx.common import data_types

    words = {
        "float32": data_types.FloatTensorType,
        "float64": data_types.DoubleTensorType,
        "int64": data_types.Int64TensorType,
        "bool": data_types.BooleanTensorType,
        "object": data_types.StringTensorType,
    }
    return words[dtype.name]()


def _content(constant: Any) -> Any:
    from onnx import numpy_helper

    array = numpy_helper.to_array(constant)
    return array.ravel().tolist() if array.dtype == object else array.ravel()
