"""Small support vector machines, where all but the solver counts: fits of few examples, and their answers."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from data import noisy
from measure import Peer, Row, Settings, side_by_side
from sklearn import svm as theirs

import drupe as ours

SIZES = (10, 50, 200, 1000)
CLASSES = (2, 3, 7, 12)
WANTED = {1000: 3.0}
"""How many times faster a fit of a classifier shall be at some sizes; elsewhere it shall be no slower."""

LARGER, WANTED_LARGER = 4000, 5.0
"""Examples of the machines of one problem at which their own arithmetic counts, and what is aimed at there."""

REPEATS = 12
"""For each repeat of a longer benchmark: such short times are seldom undisturbed."""


def rows(settings: Settings) -> Iterator[Row]:
    """Fits and answers for all rows at each size: classes well apart, classes that overlap, then other machines."""
    repeats = 1 if settings.quick else REPEATS * settings.repeats
    for classes in CLASSES:
        for n in SIZES:
            if n >= 2 * classes:
                x, y = apart(n, classes)
                yield from _both("SVC", f"{n} × {x.shape[1]}, {classes} classes", x, y, WANTED.get(n, 1.0), repeats)
    for n in SIZES:
        x, y = noisy(n)
        yield from _both("SVC", f"{n} × {x.shape[1]}, noisy", x, y, 1.0, repeats)
        for machine, wanted in targets(x, y).items():
            yield from _both(machine, f"{n} × {x.shape[1]}", x, wanted, 1.0, repeats)
    x, y = noisy(settings.size(LARGER))
    for machine in ("SVR", "OneClassSVM"):
        wanted = targets(x, y)[machine]
        yield from _both(machine, f"{len(x)} × {x.shape[1]}", x, wanted, WANTED_LARGER, settings.repeats)


def apart(n: int, classes: int) -> tuple[Any, Any]:
    """Clouds around points of ten dimensions, most of which are far from each other: few support vectors."""
    rng = np.random.default_rng(classes)
    codes = np.arange(n) % classes
    return 1.5 * rng.standard_normal((classes, 10))[codes] + rng.standard_normal((n, 10)), codes


def targets(x: Any, y: Any) -> Mapping[str, Any]:
    """What each of the other machines learns."""
    smooth = x[:, 0] + np.sin(x[:, 1]) + 0.1 * np.random.default_rng(1).standard_normal(len(x))
    return {"NuSVC": y, "SVR": smooth, "NuSVR": smooth, "OneClassSVM": None}


def _both(machine: str, case: str, x: Any, y: Any, wanted: float, repeats: int) -> Iterator[Row]:
    """A fit, and the answers for all rows."""
    one, other = getattr(ours, machine), getattr(theirs, machine)
    options = {"nu": 0.3} if machine == "NuSVC" else {}
    peer = Peer("sklearn", lambda: other(**options).fit(x, y), faster_at_least=wanted)
    yield side_by_side(f"{machine} fit {case}", lambda: one(**options).fit(x, y), (peer,), repeats)
    fitted = [kind(**options).fit(x, y) for kind in (one, other)]
    peer = Peer("sklearn", lambda: fitted[1].predict(x), faster_at_least=1.0)
    yield side_by_side(f"{machine} predict {case}", lambda: fitted[0].predict(x), (peer,), repeats)
