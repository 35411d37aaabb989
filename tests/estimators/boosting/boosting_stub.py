"""A machine that boosts cuts in a few lines, to try what needs a vote."""

from dataclasses import dataclass

import numpy as np

from drupe.estimators.boosting.vote_evidence import many_class_evidence, vote_evidence
from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import LargestOutput, class_signs
from drupe.witness.rule_classes import Cuts, FiniteRules


@dataclass(frozen=True, eq=False)
class CutVote:
    """Σ aₜ sₜ sign(x_j > t)."""

    columns: np.ndarray
    thresholds: np.ndarray
    weights: np.ndarray
    space: object
    outputs: int = 1

    def decision(self, inputs):
        above = np.where(inputs.dense()[:, self.columns] > self.thresholds, 1.0, -1.0)
        return (above @ self.weights)[:, None]


class StumpVote(LargestOutput):
    """AdaBoost with cuts, between the examples or at thresholds that were given."""

    kernel = "linear"  # never asked; it says that examples are vectors

    def __init__(self, rounds=10, thresholds=None):
        self.rounds = rounds
        self.thresholds = thresholds

    def _learn(self, sample):
        X = sample.inputs.dense()
        signs = class_signs(sample.targets, 2)[:, 0]
        cuts = [(j, t) for j in range(X.shape[1]) for t in self._places(X[:, j])]
        columns, thresholds = (np.array(part) for part in zip(*cuts, strict=True))
        answers = np.where(X[:, columns] > thresholds, 1.0, -1.0).T
        weights, outputs = np.zeros(len(cuts)), np.zeros(len(X))
        for _ in range(self.rounds):
            importance = signs * np.exp(-signs * outputs)
            edges = answers @ importance / np.abs(importance).sum()
            best = int(np.abs(edges).argmax())
            step = np.arctanh(np.clip(edges[best], -0.999, 0.999))
            weights[best] += step
            outputs += step * answers[best]
        self.margins_ = signs * outputs / np.abs(weights).sum()
        used = weights != 0.0
        self.used_ = np.flatnonzero(used)
        return Fitted(CutVote(columns[used], thresholds[used], weights[used], sample.inputs), solution=None)

    def _places(self, column):
        if self.thresholds is not None:
            return self.thresholds
        values = np.unique(column)
        return 0.5 * (values[1:] + values[:-1])

    def _evidence(self, inputs, codes):
        if len(self.classes_) > 2:
            return many_class_evidence(int(np.sum(self.predict(inputs) != self.classes_[codes])), len(codes))
        signs = class_signs(codes, 2)[:, 0]
        X, vote = inputs.dense(), self.predictor_
        places = X.shape[1] * len(self.thresholds) if self.thresholds is not None else 0
        # A negative weight is a positive one of the rule turned round, which belongs to the class as well.
        which = self.used_ + places * (vote.weights < 0.0) if places else None
        rules = FiniteRules(2 * places) if places else Cuts.of(X)
        outputs = vote.decision(inputs)[:, 0]
        return vote_evidence(outputs, signs, np.abs(vote.weights), rules, which=which, remembered=self.margins_)


def line(n=400, seed=0):
    """One label in twenty is wrong on a line that is cut at zero, beside a column of noise."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 2)), 2)
    flips = rng.random(n) < 0.05
    return X, ((X[:, 0] > 0.0) ^ flips).astype(int)
