"""The values that a report shows of one fitted model, computed once and shown in many ways."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_regressor
from sklearn.utils.validation import check_is_fitted

from drupe.analysis.abstention import Abstention, abstention_of
from drupe.analysis.alerts import Alert
from drupe.analysis.card import card_html, card_text
from drupe.analysis.data_facts import DataFacts, data_facts_of
from drupe.analysis.description import Description, describe
from drupe.analysis.forecasts import Forecasts
from drupe.analysis.importance import Importance, importance_of
from drupe.analysis.influence import Influence, influence_of
from drupe.analysis.interruptible_steps import InterruptibleSteps
from drupe.analysis.linear_weights import LinearWeights, linear_weights_of
from drupe.analysis.look import Look
from drupe.analysis.margins import margins_of
from drupe.analysis.outcomes import Outcomes, outcomes_of
from drupe.analysis.part import Part
from drupe.analysis.plane import Plane, plane_of
from drupe.analysis.preparation import scaling_inside
from drupe.analysis.provenance import Provenance, provenance
from drupe.analysis.quantity_certificates import mean_error_certificate
from drupe.analysis.remembered_answers import RememberedAnswers
from drupe.analysis.search import Search
from drupe.analysis.solver_facts import SolverFacts, solver_facts_of
from drupe.analysis.task import Task
from drupe.analysis.tolerances import Tolerance, tolerances_of
from drupe.analysis.word_weights import WordWeights, word_weights_of, words_beside
from drupe.bounds.base import checked_delta
from drupe.certification.certificate import Certificate
from drupe.certification.certificates import Certificates
from drupe.certification.certify import certify
from drupe.certification.independence import check_fresh
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputTypeError
from drupe.foundation.progress import Progress
from drupe.solvers.solution import Stop

SHARE_OF_ABSTENTION = 0.2
"""Part of δ for the certificates of answers at a threshold; the rest goes to those of the rule as a whole."""

SHARE_OF_MEAN = 0.2
"""Part of δ for the mean error of a quantity; the rest goes to the intervals around predictions."""

STEPS = {Task.CLASSES: 8, Task.QUANTITY: 5}
"""In how many steps the work is told; there is one more for strings."""


@dataclass(frozen=True, eq=False, repr=False)
class Analysis:
    """The values of a report; None is what does not apply, or was not finished.

    A notebook shows the most important of them on a card; `drupe.Report.from_analysis` makes the whole page.

    Parameters
    ----------
    task
        What was learned.
    data
        What it was learned from and judged by.
    provenance
        Where all this comes from.
    delta
        Probability that any statement with a certificate fails.
    search
        What was tried; None if the model came as it is.
    model
        What was analyzed; None if its fit was interrupted.
    description
        What it is.
    outcomes
        Its answers to held-out examples, or else to those it was fitted on, where these have classes.
    forecasts
        The same for a quantity.
    margins
        Of the same examples.
    importance
        How much each column matters to the answers to the same examples.
    weights
        Those of the columns, where the rule is linear.
    influence
        Training examples worth a look.
    plane
        Examples and answers in two dimensions.
    abstention
        What not answering buys.
    certificates
        What theorems say of the error of the rule.
    tolerances
        Intervals around predictions of a quantity.
    mean_error
        What is certain of their mean error.
    solver
        How the fit went.
    missing
        What was not finished because of Ctrl-C.
    look
        What was seen in the columns of the training rows; None if they have none.
    words
        What the rule makes of the words, letters and places of strings; None for other examples, and for rules that do
        not add them up.
    """

    task: Task
    data: DataFacts
    provenance: Provenance
    delta: float
    search: Search | None = None
    model: Any = None
    description: Description | None = None
    outcomes: Outcomes | None = None
    forecasts: Forecasts | None = None
    margins: Vector | None = None
    importance: Importance | None = None
    weights: LinearWeights | None = None
    influence: Influence | None = None
    plane: Plane | None = None
    abstention: Abstention | None = None
    certificates: Certificates | None = None
    tolerances: tuple[Tolerance, ...] = ()
    mean_error: Certificate | None = None
    solver: SolverFacts | None = None
    missing: tuple[str, ...] = ()
    look: Look | None = None
    words: WordWeights | None = None

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """What a person should know of the columns, the weightiest first."""
        return () if self.look is None else self.look.alerts

    @property
    def best(self) -> Certificate | None:
        """The strongest statement on the rule itself that says anything."""
        found = None if self.certificates is None else self.certificates.best_for_fitted
        return None if found is None or found.vacuous else found

    @property
    def interrupted(self) -> bool:
        """Whether anything is missing, fewer machines were tried than planned, or the fit was cut short."""
        cut = self.solver is not None and self.solver.stop == Stop.INTERRUPTED.value
        return bool(self.missing) or cut or (self.search is not None and self.search.interrupted)

    def __repr__(self) -> str:
        return card_text(self)

    def _repr_html_(self) -> str:
        return card_html(self)


def analyze(
    model: Any,
    training: Part,
    held_out: Part | None = None,
    *,
    delta: float = 0.05,
    data: DataFacts | None = None,
    search: Search | None = None,
    seen: Look | None = None,
    origin: Provenance | None = None,
    names: tuple[str, ...] | None = None,
    progress: Progress | None = None,
    keep: bool = False,
    unfinished: tuple[str, ...] = (),
) -> Analysis:
    """Look at a fitted classifier or regressor from all sides.

    Parameters
    ----------
    model
        A fitted classifier or regressor of drupe, or a pipeline that ends with one.
    training
        What it was fitted on.
    held_out
        Examples that took no part in fitting or choosing it; without them all answers are those to the training
        examples.
    delta
        Probability with which any certificate may fail.
    data, search, seen, origin
        What is known already.
    names
        Of the columns.
    progress
        Told which share is done.
    keep
        Whether Ctrl-C leaves the values that are there, instead of being raised.
    unfinished
        What was interrupted before.

    Examples
    --------
    >>> from drupe import SVC
    >>> part = Part.of([[float(i)] for i in range(20)], [0] * 10 + [1] * 10)
    >>> analyze(SVC(kernel="linear").fit(part.X, part.y), part).outcomes.accuracy
    1.0
    """
    if not (is_classifier(model) or is_regressor(model)):
        raise InputTypeError(f"reports are on classifiers and regressors, got {type(model).__name__}.")
    check_is_fitted(model)
    delta = checked_delta(delta)
    task = Task.CLASSES if is_classifier(model) else Task.QUANTITY
    steps = InterruptibleSteps(STEPS[task] + training.strings, progress, keep=keep)
    judge = _classes if task is Task.CLASSES else _quantity
    tried = None if search is None else search.candidates
    found = judge(steps, model, training, held_out, delta, tried)
    judged = held_out if held_out is not None else training
    return Analysis(
        task,
        data or data_facts_of(training, held_out, task, names=names, scaling=scaling_inside(model)),
        origin or provenance(),
        delta,
        search,
        model,
        describe(model),
        **found,
        influence=steps.get("examples worth a look", lambda: influence_of(model, training, task)),
        plane=steps.get("the picture of the regions", lambda: plane_of(model, judged, task, names)),
        weights=steps.get("the weights of columns", lambda: linear_weights_of(model, training, names)),
        importance=steps.get(
            "the importance of columns",
            lambda: importance_of(
                model,
                judged.X,
                judged.y,
                measure=None if search is None else search.measure,
                names=names,
                fresh=held_out is not None,
                progress=steps.within,
            ),
        ),
        words=_words(steps, model, training, judged, search) if training.strings else None,
        solver=solver_facts_of(model),
        look=seen,
        missing=(*unfinished, *steps.missing),
    )


def _words(
    steps: InterruptibleSteps, model: Any, training: Part, judged: Part, search: Search | None
) -> WordWeights | None:
    task = Task.CLASSES if is_classifier(model) else Task.QUANTITY

    def look() -> WordWeights | None:
        found = word_weights_of(model, training, judged, task)
        return words_beside(search, training, judged, task) if found is None and search is not None else found

    return steps.get("the weights of words", look)


def _classes(
    steps: InterruptibleSteps, model: Any, training: Part, held_out: Part | None, delta: float, tried: int | None
) -> dict[str, Any]:
    fresh = held_out is not None
    judged = held_out if held_out is not None else training
    given = {"X_held_out": judged.X, "y_held_out": judged.y} if fresh else {}
    rest = (1 - SHARE_OF_ABSTENTION) * delta
    asked = RememberedAnswers(model)
    return {
        "outcomes": steps.get("the judgment of the answers", lambda: outcomes_of(asked, judged, fresh=fresh)),
        "certificates": steps.get(
            "certificates",
            lambda: certify(model, training.X, training.y, delta=rest, n_candidates=tried, **given),
        ),
        "abstention": steps.get(
            "thresholds", lambda: abstention_of(asked, judged, fresh=fresh, delta=SHARE_OF_ABSTENTION * delta)
        ),
        "margins": steps.get("margins", lambda: margins_of(asked, judged)),
    }


def _quantity(
    steps: InterruptibleSteps, model: Any, training: Part, held_out: Part | None, delta: float, _: int | None
) -> dict[str, Any]:
    fresh = held_out is not None
    judged = held_out if held_out is not None else training

    def look() -> Forecasts:
        if fresh:
            check_fresh(model, training.X, judged.X, "held-out examples")
        said = np.asarray(model.predict(judged.X), dtype=np.float64)
        return Forecasts(fresh, np.asarray(judged.y, dtype=np.float64), said, float(np.median(training.y)))

    found = steps.get("the judgment of the predictions", look)
    if found is None or not fresh:
        return {"forecasts": found}
    return {
        "forecasts": found,
        "tolerances": tolerances_of(found.off, (1 - SHARE_OF_MEAN) * delta),
        "mean_error": mean_error_certificate(found, training.y, SHARE_OF_MEAN * delta),
    }
