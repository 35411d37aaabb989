"""Fitted functions in a graph: the outputs of each kind at new examples."""

from typing import Any

import numpy as np

from drupe.inputs.vectors import Vectors
from drupe.kernels.linear import Linear
from drupe.persistence.export import neighbors, rules, splines
from drupe.persistence.export.carefulness import careful
from drupe.persistence.export.comparisons import differences_squared
from drupe.persistence.export.graph import DOUBLE, WHOLE, Value
from drupe.persistence.export.kernel_values import diagonal, kernel_values, table
from drupe.persistence.export.refusal import refusal
from drupe.predictors.ball import Ball
from drupe.predictors.committee import Committee
from drupe.predictors.constant import ConstantFunction
from drupe.predictors.expansion import Expansion
from drupe.predictors.free_expansion import FreeExpansion
from drupe.predictors.gaussian_expansion import GaussianExpansion
from drupe.predictors.latent_processes import LatentProcesses
from drupe.predictors.line_spline import LineSpline
from drupe.predictors.linear import LinearFunction
from drupe.predictors.neighbor_votes import NearestVotes, WindowVotes
from drupe.predictors.one_vs_one import OneVsOne
from drupe.predictors.posterior import Posterior
from drupe.predictors.radial_units import RadialUnits
from drupe.predictors.softmax_processes import SoftmaxProcesses
from drupe.predictors.sparse_gaussian import SparseGaussian
from drupe.predictors.voted import Ballot, Voted
from drupe.predictors.votes import pair_codes
from drupe.predictors.weighted_vote import ClassVote, WeightedVote
from drupe.predictors.windows import Windows


def outputs(function: Any, x: Value) -> Value:
    """One row for each example, one column for each output."""
    match function:
        case Expansion():
            return expansion(function, x)
        case LinearFunction():
            return x.cast(DOUBLE) @ function.weights + function.offset
        case OneVsOne():
            return _pairs(function, x)
        case GaussianExpansion() | SparseGaussian() | SoftmaxProcesses() | Posterior():
            return expansion(function.mean, x)
        case LatentProcesses():
            return x.graph.together([outputs(process, x) for process in function.processes])
        case ConstantFunction():
            return x.graph.repeated(x, function.values)
        case Ball():
            return function.squared_radius - _squared_distances(function, x)
        case RadialUnits():
            squared = differences_squared(x, table(function.centers))
            return (squared * (-0.5 / np.square(function.widths))).exp() @ function.coefficients + function.offset
        case FreeExpansion():
            return _beside_polynomials(function, x.cast(DOUBLE))
        case LineSpline():
            return splines.on_line(function, x.cast(DOUBLE))
        case WeightedVote():
            return rules.combined(function.rules, function.weights, x)
        case ClassVote():
            return _class_vote(function, x)
        case Committee():
            shares = committee_shares(function, x)
            return shares.columns([1]) - shares.columns([0]) if function.outputs_each == 1 else shares
        case Voted():
            values = kernel_values(function.kernel, x.cast(DOUBLE), function.centers)
            return x.graph.together([_ballot(ballot, values) for ballot in function.ballots])
        case NearestVotes():
            return neighbors.nearest_votes(function, x)
        case WindowVotes():
            return neighbors.window_votes(function, x)
        case Windows():
            return expansion(function.sums, x)
    what = f"a machine with {type(function).__name__}"
    raise refusal(what, "this fitted function is not known to the export", "save it with drupe.save")


def signed_outputs(function: Any, x: Value) -> Value:
    """The outputs of a function whose sign decides.

    Without an offset only kernel values decide, also where all have faded to less than single precision can hold.
    """
    alone = isinstance(function, Expansion) and not np.all(function.offset)
    return outputs(function, x.cast(DOUBLE) if alone else x)


def expansion(function: Expansion, x: Value) -> Value:
    """Σᵢ k(x, xᵢ) αᵢ + b; of the linear kernel ⟨Σᵢ αᵢ xᵢ, x⟩ + b."""
    if not len(function.centers):
        return x.graph.repeated(x, function.offset)
    x, leeway = careful(function, [function.centers], [function.coefficients], x)
    return _weighed(function, x, leeway) + function.offset


def _weighed(function: Expansion, x: Value, leeway: float) -> Value:
    """Σᵢ k(x, xᵢ) αᵢ; of vectors under the linear kernel one product, in double precision, which costs nothing here."""
    if isinstance(function.kernel, Linear) and isinstance(function.centers, Vectors):
        return x.cast(DOUBLE) @ np.asarray(table(function.centers).T @ function.coefficients)
    return kernel_values(function.kernel, x, function.centers, leeway) @ function.coefficients


def _pairs(function: OneVsOne, x: Value) -> Value:
    """f_ij of all pairs i < j: what the centers of i say towards j, those of j towards i, and the offset."""
    sides = function.classes
    graph = x.graph
    x = x if function.offsets.all() else x.cast(DOUBLE)
    x, leeway = careful(function, [side.centers for side in sides], [side.coefficients for side in sides], x)
    parts = []
    for side in sides:
        if len(side.centers):
            parts.append(_weighed(side, x, leeway))
        else:
            parts.append(graph.filled(x, side.coefficients.shape[1], 0.0, x.dtype))
    first, second = pair_codes(len(sides))
    width, whole = len(sides) - 1, graph.together(parts)
    return whole.columns(first * width + second - 1) + whole.columns(second * width + first) + function.offsets


def _squared_distances(ball: Ball, x: Value) -> Value:
    """‖φ(x) − c‖² = k(x, x) − 2⟨c, φ(x)⟩ + ‖c‖²; in double precision, as the terms cancel."""
    wide = x.cast(DOUBLE)
    squared = diagonal(ball.center.kernel, wide) - 2.0 * expansion(ball.center, wide) + ball.squared_center_norm
    return squared.largest(0.0)


def _beside_polynomials(function: FreeExpansion, x: Value) -> Value:
    """Σᵢ k(x, xᵢ) αᵢ + Σⱼ pⱼ(x) βⱼ."""
    values = kernel_values(function.kernel, x, function.centers) @ function.coefficients
    return values + splines.polynomials(function.frame, x) @ function.free if function.frame.count else values


def _class_vote(vote: ClassVote, x: Value) -> Value:
    """(k shares − Σₜ aₜ) / (k − 1) for each class."""
    if not len(vote.rules):
        return x.graph.filled(x, vote.classes, 0.0, DOUBLE)
    values, weights = rules.said(vote.rules, x), x.graph.constant(vote.weights[:, None], DOUBLE)
    shares = [values.equals(float(code)).cast(DOUBLE) @ weights for code in range(vote.classes)]
    return (vote.classes * x.graph.together(shares) - vote.length) / (vote.classes - 1.0)


def committee_shares(committee: Committee, x: Value) -> Value:
    """The share of the votes for each class."""
    found = expansion(committee.functions, x)
    if committee.outputs_each == 1:
        sides = [(found < 0.0).cast(DOUBLE).sum(), (found >= 0.0).cast(DOUBLE).sum()]
        return x.graph.together(sides) / committee.members
    table = found.reshaped([0, committee.outputs_each, committee.members])
    answers = table.apply("ArgMax", dtype=WHOLE, axis=1, keepdims=0)
    counts = [answers.equals(code).cast(DOUBLE).sum() for code in range(committee.classes)]
    return x.graph.together(counts) / committee.members


def _ballot(ballot: Ballot, values: Value) -> Value:
    """Σₜ weightsₜ sgn fₜ(x) / Σₜ weightsₜ, with fₜ the sum of the first terms."""
    if not len(ballot.centers):
        return values.graph.filled(values, 1, 0.0, DOUBLE)
    terms = (values.columns(ballot.centers) + ballot.offset_step) * ballot.signs
    summed = terms.apply("CumSum", values.graph.constant(np.array(1)))
    signs = (summed >= 0.0).cast(DOUBLE) * 2.0 - 1.0
    # Divided afterwards: whole numbers add up exactly, so that ties stay ties.
    return signs @ ballot.weights[:, None] / max(float(ballot.weights.sum()), 1.0)
