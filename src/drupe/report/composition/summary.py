"""The first screen: what one should know if one reads nothing else."""

from drupe.analysis.abstention import Abstention, Threshold
from drupe.analysis.analysis import Analysis
from drupe.analysis.forecasts import Forecasts
from drupe.analysis.outcomes import Outcomes
from drupe.analysis.tolerances import Tolerance
from drupe.estimators.neighbors.default_classifier import DefaultClassifier
from drupe.report.blocks import Block, Section, Text, Tile, Tiles, Tone
from drupe.report.composition.alerts import serious_alerts
from drupe.report.numbers import capitalized, confidence, listing, percent, percent_at_most, quantity, quantity_at_most
from drupe.report.wording import choice_words, machine_words, score_words

USUAL = 0.9
"""Share of answers, or of future values, that the first screen speaks of."""


def summary_section(analysis: Analysis) -> Section:
    """How good, how certain, when not to answer, which model; and what is missing."""
    blocks: list[Block] = []
    if analysis.missing:
        text = f"Interrupted: this page lacks {listing(analysis.missing)}."
        blocks.append(Text(text, Tone.WARNING))
    if analysis.outcomes is not None:
        tiles = _class_tiles(analysis, analysis.outcomes)
        text = _class_sentence(analysis, analysis.outcomes)
    elif analysis.forecasts is not None:
        tiles = _quantity_tiles(analysis, analysis.forecasts)
        text = _quantity_sentence(analysis, analysis.forecasts)
    else:
        return Section("In short", (*blocks, *_only_searched(analysis)))
    blocks += [Tiles((*tiles, *_model(analysis))), *serious_alerts(analysis), Text(text), *_rare(analysis)]
    return Section("In short", tuple(blocks))


def _model(analysis: Analysis) -> tuple[Tile, ...]:
    found = analysis.description
    return () if found is None else (Tile("model", found.machine, "" if found.kernel == "–" else found.kernel),)


def _rare(analysis: Analysis) -> list[Text]:
    """What the machine was chosen by where a class is rare, and which numbers speak of something else."""
    found, search = analysis.outcomes, analysis.search
    if found is None or search is None or not search.measure.why:
        return []
    classes = found.by_class
    low, high = classes.balanced_interval
    interval = f" (95 % interval {percent(low)} to {percent(high)})" if found.fresh else ""
    text = (
        f"The model was {choice_words(search.measure)}. On {_rows(found)} its balanced accuracy is "
        f"{percent(classes.balanced_accuracy)}{interval}; always answering the most frequent class would have "
        f"{percent(1.0 / len(classes.present))}. Wrong answers and certificates count all rows alike, so that a model "
        "that finds the rare class may show more wrong answers than one that never names it."
    )
    return [Text(text)]


def _rows(found: Outcomes) -> str:
    return "held-out rows" if found.fresh else "training rows"


def _class_tiles(analysis: Analysis, outcomes: Outcomes) -> list[Tile]:
    where = _rows(outcomes)
    tiles = [Tile("wrong answers", percent(1.0 - outcomes.accuracy), f"{outcomes.errors} of {outcomes.n} {where}")]
    if analysis.best is not None:
        detail = f"on future rows, with {confidence(analysis.delta)} confidence"
        tiles.append(Tile("certified error", f"≤ {percent_at_most(analysis.best.value)}", detail))
    elif analysis.certificates is not None:
        tiles.append(Tile("certified error", "none", _why_none(analysis)))
    silent = _usual(analysis.abstention)
    if silent is not None:
        limit = "" if silent.certificate is None else f", certified ≤ {percent_at_most(silent.certificate.value)}"
        detail = f"where it answers {percent(silent.coverage, 0)} of the rows{limit}"
        tiles.append(Tile("if it may say “I don’t know”", f"{percent(silent.wrong / silent.answered)} wrong", detail))
    return tiles


def _why_none(analysis: Analysis) -> str:
    """Whether theorems spoke and said nothing, or none could be asked."""
    spoke = analysis.certificates is not None and analysis.certificates.valid
    return "these rows prove nothing better than chance" if spoke else "no theorem applies: see Certificates"


def _usual(abstention: Abstention | None) -> Threshold | None:
    """The threshold that leaves about a tenth unanswered, if that makes any difference."""
    if abstention is None:
        return None
    fewer = [one for one in abstention.thresholds if one.coverage < 1.0]
    return min(fewer, key=lambda one: abs(one.coverage - USUAL), default=None)


def _class_sentence(analysis: Analysis, outcomes: Outcomes) -> str:
    simple = (
        f"Always answering the most frequent class would be wrong in {percent(1.0 - outcomes.majority)} of the rows"
    )
    if not outcomes.fresh:
        return f"{simple}. All counts are of the rows that the model was fitted on: on new rows it will do worse."
    if analysis.description is not None and analysis.description.machine == DefaultClassifier.__name__:
        return f"{simple}, and that is what the model does: no machine that was tried did better in cross-validation."
    if analysis.best is None:
        return f"{simple}. No theorem certifies a smaller error than chance from these rows alone."
    better = 1.0 - analysis.best.value > outcomes.majority
    verdict = (
        "even at its certified limit the model is better" if better else "it is not certain that the model is better"
    )
    return f"{simple}; {verdict}.{_how_to_decline(analysis)}"


def _how_to_decline(analysis: Analysis) -> str:
    silent = _usual(analysis.abstention)
    if silent is None:
        return ""
    begin = " To have it say “I don’t know” where it is least sure, let it answer only "
    if hasattr(analysis.model, "predict_proba"):
        return f"{begin}where its confidence exceeds {silent.value:.4g}: `drupe predict --reject {silent.value:.4g}`."
    # The lead of one output over another has no unit that a reader would know; shares of rows everybody knows.
    share = f"{silent.coverage:.2g}"
    return f"{begin}the surest {percent(float(share), 0)} of the rows: `drupe predict --answer {share}`."


def _quantity_tiles(analysis: Analysis, found: Forecasts) -> list[Tile]:
    where = "held-out rows" if found.fresh else "training rows"
    detail = f"between prediction and truth on {found.n} {where}, in units of the target"
    tiles = [Tile("mean error", quantity(found.mean_error), detail)]
    usual = _usual_tolerance(analysis)
    if usual is not None:
        detail = (
            f"holds at least {percent(usual.share, 0)} of future values, with {confidence(analysis.delta)} confidence"
        )
        tiles.append(Tile("certified interval", f"± {quantity_at_most(usual.width)}", detail))
    elif found.fresh:
        tiles.append(Tile("certified interval", "none", "too few held-out rows"))
    if found.explained is not None:
        tiles.append(Tile("explained (R²)", percent(found.explained), "of the variance of the target"))
    return tiles


def _usual_tolerance(analysis: Analysis) -> Tolerance | None:
    return min(analysis.tolerances, key=lambda one: abs(one.share - USUAL), default=None)


def _quantity_sentence(analysis: Analysis, found: Forecasts) -> str:
    constant = (
        f"Always predicting {quantity(found.constant)} would be off by {quantity(found.constant_error)} on average"
    )
    gain = 1.0 - found.mean_error / found.constant_error if found.constant_error > 0.0 else 0.0
    verdict = f"the model is off by {percent(gain, 0)} less" if gain > 0.005 else "the model is no better"
    if gain < -0.005:
        verdict = f"the model is worse, off by {percent(-gain, 0)} more"
    first = f"{constant}; {verdict}."
    if not found.fresh:
        return f"{first} All errors are on the rows that the model was fitted on: on new rows it will do worse."
    usual = _usual_tolerance(analysis)
    if usual is None:
        return first
    return (
        f"{first} Whoever needs to be right in {percent(usual.share, 0)} of the cases says “prediction ± "
        f"{quantity_at_most(usual.width)}”."
    )


def _only_searched(analysis: Analysis) -> list[Block]:
    """The blocks for a study that was interrupted before there was a model."""
    if analysis.search is None:
        return [Text("Nothing else was finished.")]
    best = analysis.search.best
    name = capitalized(machine_words(best.contender.machine, best.contender.kernel))
    then = (
        "not fitted on all training rows" if analysis.model is None else "fitted, but not judged by the held-out rows"
    )
    return [Text(f"{name} did best in cross-validation: {score_words(best.value, best.measure)}. It was {then}.")]
