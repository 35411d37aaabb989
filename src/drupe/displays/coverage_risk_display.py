"""The picture of error against coverage, drawn as scikit-learn's displays are."""

from typing import Any, Self

from drupe.estimators.reject.confidence import Confidence, confidence_of
from drupe.estimators.reject.coverage_risk import CoverageRiskCurve, coverage_risk_curve
from drupe.estimators.reject.reject_option import RejectOption


class CoverageRiskDisplay:
    """Error among answered examples over the share that is answered.

    Parameters
    ----------
    curve
        What to draw.
    name
        Of the classifier, for the legend.

    Attributes
    ----------
    line_, ax_, figure_
        What was drawn, and where; after `plot`.

    Examples
    --------
    >>> curve = coverage_risk_curve([1, 1, 0, 0], [1, 1, 0, 1], [0.9, 0.8, 0.7, 0.2])
    >>> CoverageRiskDisplay(curve, name="toy").plot().ax_.get_xlabel()
    'Coverage'

    References
    ----------
    [Graepel02]_, figures 9.1 to 9.3.
    """

    def __init__(self, curve: CoverageRiskCurve, *, name: str | None = None):
        self.curve = curve
        self.name = name

    @classmethod
    def from_predictions(
        cls, y_true: Any, y_pred: Any, confidence: Any, *, name: str | None = None, ax: Any = None, **line: Any
    ) -> Self:
        """Draw from labels, predictions and confidences."""
        return cls(coverage_risk_curve(y_true, y_pred, confidence), name=name).plot(ax, **line)

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, confidence: Any = "auto", name: str | None = None, ax: Any = None
    ) -> Self:
        """Draw for a fitted classifier; a RejectOption brings its own confidence and shows its threshold's place."""
        if isinstance(estimator, RejectOption):
            curve = estimator.coverage_risk_curve(X, y)
        else:
            kind = Confidence(confidence) if isinstance(confidence, str) else confidence
            curve = coverage_risk_curve(y, estimator.predict(X), confidence_of(estimator, X, kind))
        display = cls(curve, name=name or type(estimator).__name__).plot(ax)
        if isinstance(estimator, RejectOption):
            coverage = float(1.0 - estimator.rejected(X).mean())
            display.ax_.axvline(coverage, color=display.line_.get_color(), linestyle=":", linewidth=1.0)
        return display

    def plot(self, ax: Any = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on these axes, or on new ones; further arguments go to the line."""
        import matplotlib.pyplot as plt

        if ax is None:
            ax = plt.subplots()[1]
        label = name or self.name
        style = {"drawstyle": "steps-pre", "label": f"{label or 'curve'} (area {self.curve.area:.4f})", **line}
        (self.line_,) = ax.plot(self.curve.coverage, self.curve.risk, **style)
        ax.set(xlabel="Coverage", ylabel="Error among answered", xlim=(0.0, 1.02))
        ax.set_ylim(bottom=0.0)
        if label:
            ax.legend(loc="upper left")
        self.ax_, self.figure_ = ax, ax.figure
        return self
