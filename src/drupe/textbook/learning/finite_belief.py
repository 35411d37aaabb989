"""Belief in each of finitely many hypotheses: Bayes' rule, and the decisions that follow from it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class FiniteBelief:
    """P(h) for each hypothesis h; P(h | z) ∝ P(z | h) P(h) after a sample z.

    Parameters
    ----------
    probabilities
        One for each hypothesis, of sum one.

    Examples
    --------
    >>> coins = FiniteBelief.uniform(2)  # a fair one, and one with heads on both sides
    >>> seen = coins.after(np.log([0.5**3, 1.0]))  # three heads
    >>> seen.probabilities.round(4).tolist(), round(seen.predictive(np.array([[0.5, 0.5], [1.0, 0.0]]))[0].item(), 4)
    ([0.1111, 0.8889], 0.9444)

    References
    ----------
    [Graepel02]_, sections 3.2.1 to 3.2.3, definition 69 (the Bayes point); [Herbrich02]_, section 3.1.
    """

    probabilities: Vector

    def __post_init__(self) -> None:
        p = np.asarray(self.probabilities, dtype=np.float64)
        if p.ndim != 1 or not len(p) or not (p >= 0.0).all() or abs(p.sum() - 1.0) > 1e-9:
            raise InputError(f"beliefs are zero or more and of sum one, got {p.tolist() if p.size < 10 else p.shape}.")
        object.__setattr__(self, "probabilities", p)

    @classmethod
    def uniform(cls, hypotheses: int) -> "FiniteBelief":
        """Equal belief in all."""
        return cls(np.full(hypotheses, 1.0 / max(hypotheses, 1)))

    def __len__(self) -> int:
        return len(self.probabilities)

    def after(self, log_likelihoods: npt.ArrayLike) -> "FiniteBelief":
        """The belief after a sample that has these log likelihoods under the hypotheses, −∞ where it is impossible.

        What is common to all of them, such as the probability of the inputs, changes nothing.
        """
        joint = self._joint(log_likelihoods)
        if joint.max() == -np.inf:
            raise InputError("the sample is impossible under every hypothesis that is believed in.")
        weights = np.exp(joint - joint.max())
        return FiniteBelief(weights / weights.sum())

    def log_evidence(self, log_likelihoods: npt.ArrayLike) -> float:
        """ln Σ P(z | h) P(h): how probable the sample was beforehand."""
        return float(np.logaddexp.reduce(self._joint(log_likelihoods)))

    def within(self, agrees: npt.ArrayLike) -> "FiniteBelief":
        """The belief restricted to version space: likelihood one where a hypothesis agrees with the sample, else 0."""
        with np.errstate(divide="ignore"):
            return self.after(np.log(np.asarray(agrees, dtype=np.float64)))

    def predictive(self, probabilities: Matrix) -> Vector:
        """P(y) = Σ P(y | h) P(h) for each class; `probabilities` has a row for each hypothesis."""
        return np.asarray(self.probabilities @ probabilities)

    def most_probable(self) -> int:
        """The first among the most probable: the maximum a posteriori, best if only the true hypothesis is of use."""
        return int(self.probabilities.argmax())

    def decide(self, losses: Matrix) -> int:
        """Laplace's principle: argmin over h of Σ losses[true, h] P(true), the first among equals."""
        return int((self.probabilities @ np.asarray(losses, dtype=np.float64)).round(12).argmin())

    def mean(self, points: Matrix) -> Vector:
        """E[w], each hypothesis being a point w: the best decision under the loss ‖w − ŵ‖²."""
        return np.asarray(self.probabilities @ points)

    def vote(self, answers: Index, classes: int) -> Index:
        """The Bayes strategy: the class that most belief speaks for, at each example; a row of answers for each h."""
        shares = np.stack([self.probabilities @ (answers == code) for code in range(classes)], axis=1)
        return np.asarray(shares.round(12).argmax(axis=1))

    def gibbs_error(self, answers: Index, labels: Index) -> Vector:
        """The probability that a hypothesis drawn by belief is wrong, at each example."""
        return 1.0 - self._agreement(answers, labels)

    def bayes_point(self, answers: Index, weights: Vector | None = None) -> int:
        """argmin over h of E_X P(H(X) ≠ h(X)), H drawn by belief: the rule that stands best for the vote of all.

        The inputs X are the columns of the answers, all alike or by weights; the first among equals.
        """
        agreeing = [float(self._agreement(answers, row) @ _shares(weights, answers.shape[1])) for row in answers]
        return int(np.round(agreeing, 12).argmax())

    def _agreement(self, answers: Index, labels: Index) -> Vector:
        return np.asarray(self.probabilities @ (answers == labels))

    def draw(self, count: int, generator: np.random.Generator) -> Index:
        """Hypotheses drawn by belief."""
        return np.asarray(generator.choice(len(self), size=count, p=self.probabilities), dtype=np.int64)

    def _joint(self, log_likelihoods: npt.ArrayLike) -> Vector:
        values = np.asarray(log_likelihoods, dtype=np.float64)
        if values.shape != self.probabilities.shape or np.isnan(values).any():
            raise InputError(f"each of the {len(self)} hypotheses needs one log likelihood, got shape {values.shape}.")
        with np.errstate(divide="ignore"):
            return np.asarray(values + np.log(self.probabilities))


def _shares(weights: Vector | None, count: int) -> Vector:
    """Probabilities of so many inputs, all alike unless told."""
    return np.full(count, 1.0 / count) if weights is None else np.asarray(weights / np.sum(weights))
