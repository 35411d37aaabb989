"""What a classifier answers all over a plane: that of two columns, or that of two kernel components."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.displays.layout import laid_out
from drupe.foundation.arrays import Matrix, Vector


@dataclass(frozen=True, eq=False)
class DecisionRegions:
    """Answers on a grid, and examples upon it.

    Parameters
    ----------
    across, up
        Places of the grid along both axes.
    answers
        The code of the class that is answered at each place; rows go up.
    points
        The examples in the plane.
    truth, said
        Codes of their labels and of the answers.
    classes
        The labels.
    axes
        What both axes are.
    exact
        Whether the model was asked at each place of the grid; else its answer at the nearest example stands there.
    """

    across: Vector = field(repr=False)
    up: Vector = field(repr=False)
    answers: npt.NDArray[np.int64] = field(repr=False)
    points: Matrix = field(repr=False)
    truth: npt.NDArray[np.int64] = field(repr=False)
    said: npt.NDArray[np.int64] = field(repr=False)
    classes: npt.NDArray[Any]
    axes: tuple[str, str]
    exact: bool

    @property
    def wrong(self) -> npt.NDArray[np.bool_]:
        """Which examples are answered wrongly."""
        return np.asarray(self.truth != self.said)


def decision_regions(model: Any, X: Any, y: Any, names: tuple[str, ...] | None = None) -> DecisionRegions:
    """The plane of two columns if there are just two, else that of the first two components of the model's kernel.

    Parameters
    ----------
    model
        A fitted classifier.
    X, y
        Examples to draw; of many, evenly chosen ones.
    names
        Of the columns.

    Examples
    --------
    >>> from drupe import SVC
    >>> X, y = [[0.0, 0.0], [1.0, 1.0]], ["no", "yes"]
    >>> regions = decision_regions(SVC(kernel="linear").fit(X, y), X, y)
    >>> regions.exact, regions.answers[0, 0].item(), regions.answers[-1, -1].item()
    (True, 0, 1)
    """
    layout = laid_out(model, X, names)
    labels = np.asarray(y)[layout.chosen]
    answers = layout.answers(model)
    classes = np.unique(np.concatenate([np.asarray(model.classes_), labels]))
    codes = np.searchsorted(classes, layout.spread(model, answers))
    return DecisionRegions(
        layout.across,
        layout.up,
        codes,
        layout.points,
        np.searchsorted(classes, labels),
        np.searchsorted(classes, answers),
        classes,
        layout.axes,
        layout.exact,
    )
