"""All that is to be said of one fitted classifier, computed once and shown in many ways."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from drupe.analysis.abstention import Abstention, abstention_of
from drupe.analysis.data_facts import DataFacts, data_facts_of
from drupe.analysis.description import Description, describe
from drupe.analysis.influence import Influence, influence_of
from drupe.analysis.margins import margins_of
from drupe.analysis.outcomes import Outcomes, outcomes_of
from drupe.analysis.part import Part
from drupe.analysis.provenance import Provenance, provenance
from drupe.analysis.search import Search
from drupe.analysis.solver_facts import SolverFacts, solver_facts_of
from drupe.certification.certificates import Certificates
from drupe.certification.certify import certify
from drupe.displays.decision_regions import DecisionRegions, decision_regions
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputTypeError

SHARE_OF_ABSTENTION = 0.2
"""Part of δ for the certificates of answers at a threshold; the rest goes to those of the rule as a whole."""


@dataclass(frozen=True, eq=False)
class Analysis:
    """The values of a report.

    Parameters
    ----------
    model
        What was analyzed.
    data
        What it was fitted on and judged by.
    search
        What was tried; None if the model came as it is.
    description
        What it is.
    outcomes
        Its answers to held-out examples, or else to those it was fitted on.
    margins
        Of the same examples; None if it has no outputs.
    influence
        Training examples worth a look; None for machines without support vectors.
    regions
        Its answers in a plane.
    abstention
        What not answering buys; None if it does not say how sure it is.
    certificates
        What theorems say.
    delta
        Probability that any certificate fails, those of `abstention` included.
    solver
        How the fit went; None for machines without solver.
    provenance
        Where all this comes from.
    """

    model: Any = field(repr=False)
    data: DataFacts
    search: Search | None
    description: Description
    outcomes: Outcomes
    margins: Vector | None = field(repr=False)
    influence: Influence | None
    regions: DecisionRegions | None
    abstention: Abstention | None
    certificates: Certificates
    delta: float
    solver: SolverFacts | None
    provenance: Provenance


def analyze(
    model: Any,
    training: Part,
    held_out: Part | None = None,
    *,
    delta: float = 0.05,
    data: DataFacts | None = None,
    search: Search | None = None,
    origin: Provenance | None = None,
    names: tuple[str, ...] | None = None,
) -> Analysis:
    """Look at a fitted classifier from all sides.

    Parameters
    ----------
    model
        A fitted classifier of drupe, or a pipeline that ends with one.
    training
        What it was fitted on.
    held_out
        Examples that took no part in fitting or choosing it; without them all answers are those to the training
        examples.
    delta
        Probability with which any certificate may fail.
    data, search, origin
        What is known already.
    names
        Of the columns.

    Examples
    --------
    >>> from drupe import SVC
    >>> part = Part.of([[float(i)] for i in range(20)], [0] * 10 + [1] * 10)
    >>> analyze(SVC(kernel="linear").fit(part.X, part.y), part).outcomes.accuracy
    1.0
    """
    if not is_classifier(model):
        raise InputTypeError(f"reports are on classifiers, got {type(model).__name__}.")
    check_is_fitted(model)
    fresh = held_out is not None
    judged = held_out if held_out is not None else training
    given = {"X_held_out": judged.X, "y_held_out": judged.y} if fresh else {}
    tried = None if search is None else search.candidates
    return Analysis(
        model=model,
        data=data or data_facts_of(training, held_out, names=names),
        search=search,
        description=describe(model),
        outcomes=outcomes_of(model, judged, fresh=fresh),
        margins=margins_of(model, judged),
        influence=influence_of(model, training),
        regions=_where_possible(lambda: decision_regions(model, judged.X, judged.y, names)),
        abstention=abstention_of(model, judged, fresh=fresh, delta=SHARE_OF_ABSTENTION * delta),
        certificates=certify(
            model, training.X, training.y, delta=(1 - SHARE_OF_ABSTENTION) * delta, n_candidates=tried, **given
        ),
        delta=delta,
        solver=solver_facts_of(model),
        provenance=origin or provenance(),
    )


def _where_possible(draw: Callable[[], DecisionRegions]) -> DecisionRegions | None:
    """Some examples have no plane: precomputed ones, or only one."""
    try:
        return draw()
    except (TypeError, ValueError):
        return None
