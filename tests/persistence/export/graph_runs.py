"""Graphs run with onnxruntime: whole models, and formulas written down with values."""

from collections.abc import Callable
from typing import Any

import numpy as np
import onnxruntime
from onnx import helper

from drupe.persistence.export.graph import CODES, IR, ML_OPSET, OPSET, Graph, Value


def run(model: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """All outputs of a model by name."""
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(names, inputs), strict=True))


def computed(formula: Callable[..., Value], *arrays: np.ndarray, dtype: Any = np.float64) -> np.ndarray:
    """What a formula makes of arrays."""
    graph = Graph(np.dtype(dtype))
    plain = [np.asarray(array) for array in arrays]
    given = [array if array.dtype.kind in "ib" else array.astype(dtype) for array in plain]
    values = [Value(graph, f"given{i}", array.dtype) for i, array in enumerate(given)]
    found = formula(*values)
    output = graph.named(found, "found")
    inputs = [
        helper.make_tensor_value_info(value.name, CODES[value.dtype], [None] * array.ndim)
        for value, array in zip(values, given, strict=True)
    ]
    graph.prune(["found"])
    body = helper.make_graph(graph.nodes, "formula", inputs, [_without_shape(output)], graph.constants)
    versions = [helper.make_opsetid("", OPSET), helper.make_opsetid("ai.onnx.ml", ML_OPSET)]
    model = helper.make_model(body, opset_imports=versions, ir_version=IR)
    return run(model, {value.name: array for value, array in zip(values, given, strict=True)})["found"]


def _without_shape(info: Any) -> Any:
    info.type.tensor_type.ClearField("shape")
    return info
