"""How good the predictions of a quantity are: against the truth, their errors, and intervals around them."""

from drupe.analysis.forecasts import Forecasts
from drupe.analysis.tolerances import Tolerance
from drupe.report.blocks import Block, Grid, Picture, Section, Text, Tone
from drupe.report.numbers import confidence, percent, quantity, quantity_at_most
from drupe.report.pictures.error_quantiles import ErrorQuantilePicture
from drupe.report.pictures.predicted import PredictedPicture
from drupe.report.pictures.residuals import ResidualPicture

SHARES = (0.5, 0.8, 0.9, 0.95)


def predictions_section(forecasts: Forecasts) -> Section:
    """Predictions for held-out examples, or, with a warning, for those of the training."""
    text = (
        f"On {forecasts.n} rows the predictions are off by {quantity(forecasts.mean_error)} on average, where always "
        f"predicting {quantity(forecasts.constant)}, the median of the training rows, would be off by "
        f"{quantity(forecasts.constant_error)}. The root mean square error is {quantity(forecasts.root_mean_square)}."
    )
    blocks: list[Block] = [Text(text)]
    if not forecasts.fresh:
        warning = "These are the rows that the model was fitted on; on new ones it will do worse."
        blocks.append(Text(warning, Tone.WARNING))
    blocks += [_predicted(forecasts), _residuals(forecasts)]
    return Section("How good the predictions are", tuple(blocks))


def intervals_section(forecasts: Forecasts, tolerances: tuple[Tolerance, ...], delta: float) -> Section:
    """How far off predictions are, and how wide an interval is needed to be certain."""
    text = (
        "An interval “prediction ± width” that held a share of these rows may hold fewer of the future ones. The last "
        f"column is wide enough to be certain: all of its intervals hold together with {confidence(delta)} confidence, "
        "whatever the distribution of the errors, provided that future rows come from where these came from."
    )
    blocks: list[Block] = [Text(text)] if tolerances else []
    blocks += [_table(forecasts, tolerances), _quantiles(forecasts, tolerances)]
    return Section("How far off", tuple(blocks))


def _table(forecasts: Forecasts, tolerances: tuple[Tolerance, ...]) -> Grid:
    widths = {one.share: f"± {quantity_at_most(one.width)}" for one in tolerances}
    certified = ("certified for future rows",) if tolerances else ()
    rows = tuple(
        (percent(share, 0), f"± {quantity(forecasts.within(share))}")
        + ((widths.get(share, "too few rows"),) if tolerances else ())
        for share in SHARES
    )
    source = "; certified by order statistics [Wilks41]" if tolerances else ""
    caption = f"Width that holds a share of the values, in units of the target{source}"
    return Grid(caption, ("share", "on these rows", *certified), rows, words=())


def _predicted(forecasts: Forecasts) -> Picture:
    score = forecasts.explained
    words = "Predictions against the truth." + ("" if score is None else f" R² is {score:.2f}.")
    values = {"truth": forecasts.truth.tolist(), "predicted": forecasts.said.tolist()}
    caption = "On the dotted line a prediction is right."
    return Picture("Predicted against true", words, PredictedPicture(forecasts), caption, values=values)


def _residuals(forecasts: Forecasts) -> Picture:
    high = float((forecasts.residuals > 0.0).mean())
    words = f"{percent(high)} of the predictions are too high, the others too low."
    caption = "Prediction minus truth. A bend, or a cloud that widens, is something that the model has not learned."
    return Picture("Residuals", words, ResidualPicture(forecasts), caption)


def _quantiles(forecasts: Forecasts, tolerances: tuple[Tolerance, ...]) -> Picture:
    words = f"Half of the predictions are off by at most {quantity(forecasts.within(0.5))}, " + (
        f"90 % by at most {quantity(forecasts.within(0.9))}."
    )
    caption = "Dots are the certified widths of the table." if tolerances else ""
    return Picture("Share of rows by error", words, ErrorQuantilePicture(forecasts, tolerances), caption)
