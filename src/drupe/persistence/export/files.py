"""The whole of a file: the inputs and outputs of a graph, with what a reader wants to know of the model."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from onnx import ModelProto, ValueInfoProto, checker, helper, shape_inference
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from drupe.certification.certified_classifier import CertifiedClassifier
from drupe.certification.nearby_search import NearbySearch
from drupe.certification.schemes.best_round import AtRound
from drupe.certification.selective_rule import SelectiveRule
from drupe.estimators.landmark.landmark_machine import LandmarkMachine
from drupe.estimators.last_step import last_step
from drupe.estimators.preparation.table_encoder import TableEncoder
from drupe.estimators.reject.reject_option import RejectOption
from drupe.foundation.budget import require
from drupe.persistence.export.columns import Cells, Encoder, names_of, wanted
from drupe.persistence.export.graph import CODES, IR, ML_OPSET, OPSET, DType, Graph, Value
from drupe.persistence.export.kernel_values import LARGEST_FILE
from drupe.persistence.export.models import answers

ROWS = "rows"
"""The name of the number of examples, which is not fixed."""


def exported(model: Any, real: DType, std: bool, facts: Mapping[str, str]) -> ModelProto:
    """The model with its metadata, checked."""
    if hasattr(model, "get_params"):
        check_is_fitted(model)
    graph = Graph(real)
    inputs, x, columns = _inputs(model, graph)
    found = answers(model, x, std)
    outputs = [
        graph.named(value, name, real if value.dtype.kind == "f" and name != "label" else value.dtype)
        for name, value in found.items()
    ]
    graph.prune(found)
    size = sum(len(constant.raw_data) for constant in graph.constants)
    require(size, LARGEST_FILE, "a file of ONNX", "fit with fewer examples or columns.")
    body = helper.make_graph(graph.nodes, "drupe", inputs, outputs, graph.constants)
    versions = [helper.make_opsetid("", OPSET), helper.make_opsetid("ai.onnx.ml", ML_OPSET)]
    made = helper.make_model(body, opset_imports=versions, ir_version=IR, producer_name="drupe")
    made.producer_version = facts["drupe"]
    classes = getattr(model, "classes_", None)
    told = {
        **facts,
        "machine": type(last_step(model)).__name__,
        "classes": "" if classes is None else _listed(classes),
        "columns": _listed(columns) if columns else "",
    }
    helper.set_model_props(made, {name: value for name, value in told.items() if value})
    known = _with_shapes(made)
    checker.check_model(known)
    return known


def _inputs(model: Any, graph: Graph) -> tuple[list[ValueInfoProto], Value, list[str]]:
    """What users pass, what the model sees of it, and the names of the columns."""
    encoders = list(_encoders(model))
    if not encoders:
        names = [str(name) for name in getattr(model, "feature_names_in_", [])]
        return [_info("X", graph.real, getattr(model, "n_features_in_", None))], Value(graph, "X", graph.real), names
    types: dict[str, DType] = {}
    for encoder in encoders:
        types |= wanted(encoder, graph.real)
    order = [name for name in names_of(encoders[0]) if name in types]
    if all(types[name] == graph.real for name in order):
        x = Value(graph, "X", graph.real)
        cells = {name: x.columns([place]) for place, name in enumerate(order)}
        return [_info("X", graph.real, len(order))], Cells(graph, "X", graph.real, cells), order
    cells = {name: Value(graph, name, types[name]) for name in order}
    first = cells[order[0]]
    return [_info(name, types[name], 1) for name in order], Cells(graph, first.name, first.dtype, cells), order


def _encoders(model: Any) -> Iterator[Encoder]:
    """The encoders of tables with which a model begins, wherever they stand in it."""
    match model:
        case TableEncoder():
            yield model
        case LandmarkMachine() if hasattr(model, "encoding_"):
            yield model.encoding_
        case Pipeline():
            yield from _encoders(model.steps[0][1])
        case RejectOption():
            yield from _encoders(model.estimator_)
        case SelectiveRule():
            yield from _encoders(model.model)
        case NearbySearch():
            yield from _encoders(model.machine_)
        case AtRound():
            yield from _encoders(model.machine)
        case CertifiedClassifier():
            for machine in model.machines_:
                yield from _encoders(machine)
        case _ if hasattr(model, "best_estimator_"):
            yield from _encoders(model.best_estimator_)


def _info(name: str, dtype: DType, columns: int | None) -> ValueInfoProto:
    return helper.make_tensor_value_info(name, CODES[dtype], [ROWS, columns])


def _listed(values: Any) -> str:
    return json.dumps(np.asarray(values).tolist(), ensure_ascii=False)


def _with_shapes(made: ModelProto) -> ModelProto:
    """The same model with the shapes of its outputs, as far as they follow."""
    known = shape_inference.infer_shapes(made, data_prop=True)
    for output, found in zip(made.graph.output, known.graph.output, strict=True):
        rank = len(found.type.tensor_type.shape.dim) if found.type.tensor_type.HasField("shape") else None
        if rank:
            output.CopyFrom(found)
            output.type.tensor_type.shape.dim[0].dim_param = ROWS
    return made
