"""The first screen: what one should know if one reads nothing else."""

from drupe.analysis.analysis import Analysis
from drupe.report.blocks import Block, Section, Text, Tile, Tiles
from drupe.report.numbers import percent


def summary_section(analysis: Analysis) -> Section:
    """Accuracy, certificate, model and cost."""
    outcomes, best = analysis.outcomes, analysis.certificates.best_for_fitted
    where = "held-out rows" if outcomes.fresh else "training rows"
    tiles = [Tile("right answers", percent(outcomes.accuracy), f"{outcomes.n - outcomes.errors} of {outcomes.n} {where}")]
    if best is not None and not best.vacuous:
        confidence = f"with {100.0 * (1.0 - best.delta):.4g} % confidence"
        tiles.append(Tile("certified error", f"≤ {percent(best.value)}", confidence))
    else:
        tiles.append(Tile("certified error", "none", "nothing but vacuous bounds"))
    if outcomes.roc is not None:
        tiles.append(Tile("area under ROC", f"{outcomes.roc.area:.3f}", f"for {outcomes.roc.positive}"))
    description = analysis.description
    tiles.append(Tile("model", description.machine, description.kernel))
    blocks: list[Block] = [Tiles(tuple(tiles)), Text(_sentence(analysis))]
    return Section("In short", tuple(blocks))


def _sentence(analysis: Analysis) -> str:
    outcomes, best = analysis.outcomes, analysis.certificates.best_for_fitted
    simple = f"Always answering the most frequent class would be right in {percent(outcomes.majority)} of the cases"
    if best is None or best.vacuous:
        return f"{simple}. No theorem certifies a smaller error than chance from these examples alone."
    verdict = "far better" if 1.0 - best.value > outcomes.majority else "not yet certainly better"
    return f"{simple}; the model is {verdict}: future examples of the same kind will be answered wrongly in at most " + (
        f"{percent(best.value)} of the cases, unless one was unlucky with the sample."
    )
