"""The answer for one row, where all but the arithmetic counts: plain `predict`, and bound for servers."""

import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
from data import folder, noisy, problem
from measure import Goal, Peer, Row, Settings, side_by_side
from sklearn.svm import SVC as SklearnSVC

from drupe import SVC, bind

REPEATS = 40
"""For each repeat of a longer benchmark: such short times are seldom undisturbed."""

CALLS = 20
"""Answers that are timed together."""


def rows(settings: Settings) -> Iterator[Row]:
    """Machines of two classes and of ten, asked in each way; microseconds of one answer."""
    repeats = 1 if settings.quick else REPEATS * settings.repeats
    x, y = noisy(200 if settings.quick else 2000)
    yield from _asked("made, 2 classes", x, y, x[:1].copy(), {}, repeats)
    place = folder(settings)
    name = "usps" if place is not None and (place / "usps.npz").exists() else "digits"
    found = problem(name, settings)
    said = {"C": found.C, "gamma": found.gamma}
    one = np.ascontiguousarray(found.new[:1])
    yield from _asked(f"{name}, 2 classes", found.x, found.y % 2, one, said, repeats)
    yield from _asked(f"{name}, 10 classes", found.x, found.y, one, said, repeats)


def _asked(name: str, x: Any, y: Any, one: Any, said: dict[str, float], repeats: int) -> Iterator[Row]:
    ours, theirs = SVC(**said).fit(x, y), SklearnSVC(**said).fit(x, y)
    outputs, answers, row = ours.predictor_.bind(), bind(ours), one[0].copy()
    onnx = _in_onnx(theirs, one)
    ways: dict[str, Callable[[], object]] = {
        "predict": lambda: ours.predict(one),
        "bind(model)": lambda: answers(row),
        "predictor_.bind()": lambda: outputs(row),
    }
    for way, work in ways.items():
        peers = [Peer("sklearn", _often(lambda: theirs.predict(one)), faster_at_least=2.0)]
        if onnx is not None:
            peers.append(Peer("onnxruntime", _often(onnx)))
        measured = side_by_side(f"{name}, {way}", _often(work), tuple(peers), repeats)
        told = dict(_microseconds(column, number) for column, number in measured.numbers.items())
        limit = () if way == "predict" else (Goal("drupe µs", 100.0, at_most=True),)
        yield Row(measured.case, told, (*measured.goals, *limit))


def _microseconds(column: str, number: float) -> tuple[str, float]:
    """Times of one answer; ratios as they are."""
    return (f"{column[:-3]} µs", 1e3 * number / CALLS) if column.endswith(" ms") else (column, number)


def _often(work: Callable[[], object]) -> Callable[[], None]:
    def several() -> None:
        for _ in range(CALLS):
            work()

    return several


def _in_onnx(machine: SklearnSVC, one: Any) -> Callable[[], object] | None:
    """scikit-learn's machine in onnxruntime, in float32 as such graphs are; None if that is not installed."""
    try:
        onnxruntime, converter = import_module("onnxruntime"), import_module("skl2onnx")
    except ImportError:
        return None
    warnings.simplefilter("ignore", FutureWarning)  # about attributes of scikit-learn's machine that it looks at
    single = one.astype(np.float32)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(converter.to_onnx(machine, single).SerializeToString(), options)
    return lambda: session.run(None, {"X": single})
