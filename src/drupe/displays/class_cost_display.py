"""The picture of sensitivity against specificity over the costs of two classes."""

from typing import Any, Self

from drupe.estimators.class_cost_curve import RATIOS, ClassCostCurve, class_cost_curve


class ClassCostDisplay:
    """One point for each ratio of costs: how many of the class are found, and how many others are let pass.

    Parameters
    ----------
    curve
        What to draw.
    name
        Of the machine, for the legend.

    Attributes
    ----------
    line_, ax_, figure_
        What was drawn, and where; after `plot`.

    Examples
    --------
    >>> import numpy as np
    >>> curve = ClassCostCurve(np.array([1.0, 8.0]), np.array([0.5, 1.0]), np.array([1.0, 0.8]), 4, 10)
    >>> ClassCostDisplay(curve, name="toy").plot().ax_.get_ylabel()
    'Sensitivity: share of 4 found'

    References
    ----------
    [Cristianini00]_, section 8.4.2.
    """

    def __init__(self, curve: ClassCostCurve, *, name: str | None = None):
        self.curve = curve
        self.name = name

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        positive: Any,
        ratios: Any = RATIOS,
        cv: Any = None,
        name: str | None = None,
        ax: Any = None,
        **line: Any,
    ) -> Self:
        """Cross-validate a machine that is not fitted yet, and draw."""
        curve = class_cost_curve(estimator, X, y, positive=positive, ratios=ratios, cv=cv)
        return cls(curve, name=name or type(estimator).__name__).plot(ax, **line)

    def plot(self, ax: Any = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on these axes, or on new ones; further arguments go to the line."""
        import matplotlib.pyplot as plt

        if ax is None:
            ax = plt.subplots()[1]
        label = name or self.name
        style = {"marker": "o", "markersize": 4.0, "linewidth": 1.0, "label": label, **line}
        (self.line_,) = ax.plot(self.curve.specificity, self.curve.sensitivity, **style)
        for ratio, across, up in self._corners():
            ax.annotate(f"{ratio:.3g}", (across, up), xytext=(4, 4), textcoords="offset points", fontsize=8)
        ax.set(
            xlabel=f"Specificity: share of {self.curve.negatives} let pass",
            ylabel=f"Sensitivity: share of {self.curve.positives} found",
            xlim=(-0.03, 1.14),
            ylim=(-0.03, 1.06),
        )
        if label:
            ax.legend(loc="lower left")
        self.ax_, self.figure_ = ax, ax.figure
        return self

    def _corners(self) -> list[tuple[float, float, float]]:
        """The first ratio at each place, so that equal points do not hide each other's words."""
        first: dict[tuple[float, float], float] = {}
        for ratio, across, up in zip(self.curve.ratios, self.curve.specificity, self.curve.sensitivity, strict=True):
            first.setdefault((float(across), float(up)), float(ratio))
        return [(ratio, *place) for place, ratio in first.items()]
