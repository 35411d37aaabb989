"""Pages with a look at columns: the values of a small report, and the look at a messy table in them."""

from dataclasses import replace
from functools import cache

import numpy as np
from analysis.messy_tables import MESSY
from pages import three_classes
from sklearn.datasets import load_breast_cancer

from drupe import Report
from drupe.analysis.look import Look, look
from drupe.analysis.task import Task
from drupe.estimators.preparation.treatments import AsNumber
from drupe.inputs.frame import Frame


def page_of(found: Look) -> Report:
    """A report on other data, with this look at columns."""
    return Report.from_analysis(replace(three_classes().analysis, look=found))


@cache
def messy_page(name: str) -> Report:
    """The page of a messy table."""
    return page_of(MESSY[name]().look())


@cache
def wide_page() -> Report:
    """Sixty columns of numbers."""
    data = load_breast_cancer()
    frame = Frame.of(np.hstack([data.data, data.data**2]))
    return page_of(look(frame, data.target, Task.CLASSES, tuple(map(AsNumber, frame.names))))
