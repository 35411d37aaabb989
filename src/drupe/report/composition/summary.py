"""The first screen: what one should know if one reads nothing else."""

from drupe.analysis.abstention import Threshold
from drupe.analysis.analysis import Analysis
from drupe.analysis.forecasts import Forecasts
from drupe.analysis.outcomes import Outcomes
from drupe.analysis.tolerances import Tolerance
from drupe.estimators.neighbors.default_classifier import DefaultClassifier
from drupe.report.blocks import Block, Section, Text, Tile, Tiles, Tone
from drupe.report.composition.abstaining import written
from drupe.report.composition.alerts import serious_alerts
from drupe.report.numbers import (
    capitalized,
    confidence,
    count,
    error_share,
    error_share_at_most,
    listing,
    percent,
    quantity,
    quantity_at_most,
)
from drupe.report.wording import (
    CERTIFIED,
    MEASURED,
    choice_words,
    machine_words,
    measured,
    score_words,
    with_article,
)

USUAL = 0.9
"""Share of answers, or of future values, that the first screen speaks of."""

SAYABLE = 0.01
"""Thresholds below are no advice: outputs that small are all the same to a reader."""


def summary_section(analysis: Analysis) -> Section:
    """How good, how certain, when not to answer, which model; and what is missing."""
    lacks = f"Interrupted: this page lacks {listing(analysis.missing)}." if analysis.missing else ""
    first, *rest = answer_blocks(analysis)
    warned = [Text(lacks, Tone.WARNING)] if lacks else []
    return Section("In short", (*warned, first, *serious_alerts(analysis), *rest))


def answer_blocks(analysis: Analysis) -> tuple[Block, ...]:
    """The numbers that one should see first, and what they mean."""
    if analysis.outcomes is not None:
        tiles = _class_tiles(analysis, analysis.outcomes)
        text = _class_sentence(analysis, analysis.outcomes)
    elif analysis.forecasts is not None:
        tiles = _quantity_tiles(analysis, analysis.forecasts)
        text = _quantity_sentence(analysis, analysis.forecasts)
    else:
        return tuple(_only_searched(analysis))
    model = Tiles((*tiles, *_model(analysis)))
    return (model, *_names(analysis), Text(text), *_rare(analysis))


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
    rows = "held-out rows" if found.fresh else "training rows"
    text = (
        f"The model was {choice_words(search.measure)}. On {rows} its balanced accuracy is "
        f"{percent(classes.balanced_accuracy)}{interval}; always answering the most frequent class would have "
        f"{percent(1.0 / len(classes.present))}. The {MEASURED} and the {CERTIFIED} count "
        "all rows alike, so that a model that finds the rare class may have larger ones than one that never names it."
    )
    return [Text(text)]


def _names(analysis: Analysis) -> tuple[Text, ...]:
    """What the two numbers are, and why they differ."""
    outcomes = analysis.outcomes
    if outcomes is None or not outcomes.fresh or analysis.best is None:
        return ()
    text = (
        f"The {MEASURED} is the share of wrong answers among {count(outcomes.n, 'held-out row')}, which took no part "
        f"in fitting or choosing; other rows would have given another share. The {CERTIFIED} is a limit that the share "
        f"among all future rows does not exceed, with {confidence(analysis.delta)} confidence, if they come from where "
        "these came from. It is the higher one because the held-out rows may have been lucky; the more there are, the "
        "closer the two."
    )
    return (Text(text),)


def _class_tiles(analysis: Analysis, outcomes: Outcomes) -> list[Tile]:
    where = "held-out rows are" if outcomes.fresh else "training rows are"
    wrong = f"{outcomes.errors} of {outcomes.n} {where} answered wrongly"
    tiles = [Tile(measured(outcomes.fresh), error_share(outcomes.errors / outcomes.n), wrong)]
    if analysis.best is not None:
        detail = f"on future rows, with {confidence(analysis.delta)} confidence"
        tiles.append(Tile(CERTIFIED, f"≤ {error_share_at_most(analysis.best.value)}", detail))
    elif analysis.certificates is not None:
        tiles.append(Tile(CERTIFIED, "none", _why_none(analysis)))
    silent = _helpful(analysis)
    if silent is not None:
        detail = f"where it answers {percent(silent.coverage, 0)} of the rows{_limit(silent, analysis)}"
        name = f"{measured(outcomes.fresh)} if it may say “I don’t know”"
        tiles.append(Tile(name, error_share(silent.wrong / silent.answered), detail))
    return tiles


def _limit(silent: Threshold, analysis: Analysis) -> str:
    """The certified error at this threshold, where it is lower than that of all answers."""
    if silent.certificate is None:
        return ""
    if analysis.best is not None and silent.certificate.value >= analysis.best.value:
        return "; too few rows to certify that this is better"
    return f"; {CERTIFIED} ≤ {error_share_at_most(silent.certificate.value)}"


def _why_none(analysis: Analysis) -> str:
    """Whether theorems spoke and said nothing, or none could be asked."""
    spoke = analysis.certificates is not None and analysis.certificates.valid
    return "these rows prove nothing better than chance" if spoke else "no theorem applies: see Certificates"


def _helpful(analysis: Analysis) -> Threshold | None:
    """The threshold that leaves about a tenth unanswered, if fewer of the other answers are wrong."""
    if analysis.abstention is None or analysis.outcomes is None:
        return None
    fewer = [one for one in analysis.abstention.thresholds if one.coverage < 1.0]
    found = min(fewer, key=lambda one: abs(one.coverage - USUAL), default=None)
    helps = found is not None and found.wrong * analysis.outcomes.n < analysis.outcomes.errors * found.answered
    return found if helps else None


def _class_sentence(analysis: Analysis, outcomes: Outcomes) -> str:
    simple = (
        f"Always answering the most frequent class would have {with_article(measured(outcomes.fresh))} of "
        f"{error_share(1.0 - outcomes.majority)}"
    )
    if not outcomes.fresh:
        allowed = "" if analysis.best is None else f" The {CERTIFIED} allows for that."
        return (
            f"{simple}. All counts are of the rows that the model was fitted on: on new rows it will do worse.{allowed}"
        )
    if analysis.description is not None and analysis.description.machine == DefaultClassifier.__name__:
        return f"{simple}, and that is what the model does: no machine that was tried did better in cross-validation."
    if analysis.best is None:
        return f"{simple}. No theorem certifies a smaller error than chance from these rows alone."
    better = 1.0 - analysis.best.value > outcomes.majority
    verdict = f"even at its {CERTIFIED} the model is better" if better else "it is not certain that the model is better"
    return f"{simple}; {verdict}.{_how_to_decline(analysis)}"


def _how_to_decline(analysis: Analysis) -> str:
    silent = _helpful(analysis)
    if silent is None:
        return ""
    begin = " To have it say “I don’t know” where it is least sure, let it answer only "
    if hasattr(analysis.model, "predict_proba"):
        if silent.value < SAYABLE:
            return ""
        threshold = written(silent)
        return f"{begin}where its confidence exceeds {threshold}: `drupe predict --reject {threshold}`."
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
