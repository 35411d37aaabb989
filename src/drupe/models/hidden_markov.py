"""Hidden Markov models: sequences of tokens, each of which depends on a state that nobody sees."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.progress import Progress, share
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.threads import OPENMP_DEFAULT, thread_count
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.sequences import Sequences
from drupe.models.base import Model
from drupe.models.baum_welch import BaumWelch, spread
from drupe.models.climbing import climb
from drupe.models.frozen import probabilities
from drupe.models.simplex import Simplex, SoftMax
from drupe.models.tokens import checked_alphabet, checked_lengths, coded
from drupe.models.topologies import Ergodic, Tables, Tokens, Topology
from drupe.models.training import Training
from drupe.native import markov_counts, markov_log_likelihoods

BLOCK_BYTES = 64 * 2**20
"""What the expected counts of sequences that are looked at together may take."""


@dataclass(frozen=True, eq=False)
class HiddenMarkov(Model[Sequences]):
    """P(x) = Σ over paths s of start(s₁) emit(x₁ | s₁) Πₜ step(sₜ | sₜ₋₁) emit(xₜ | sₜ), given the length of x.

    Scores are derivatives in all probabilities that are not zero: how often a start, a step, an emission is expected in
    x, against how often it would be. An empty sequence has ln P = 0 and the score 0.

    Parameters
    ----------
    start
        The probability of each state at the first token.
    transitions
        Row i has the probabilities of the states that follow state i.
    emissions
        Row i has the probabilities of the tokens in state i.
    alphabet
        The tokens.
    lengths
        Of sequences that are drawn, each as likely.
    missing
        Tokens that stand for any other, and tell nothing of the state.
    simplex
        What scores are: count − p · (sum of the counts) for `SoftMax()`, count / p for `Unconstrained()`.
    training
        What it was fitted on.

    Notes
    -----
    Complexity: O(n T S²) time for n sequences of T tokens and S states, or O(n T E) if fewer than half of the E ≤ S²
    transitions are possible; memory for a few thousand steps, however long the sequences are (`viterbi` keeps all).

    Forward sums are scaled at every step. A path that is 10³⁰⁵ times less likely than others so far is given up, even
    if it would win in the end, as where a coin is changed after hundreds of tosses: then ln P is a lower bound.

    Examples
    --------
    >>> coins = HiddenMarkov([0.5, 0.5], [[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]], "ht", [3])
    >>> np.exp(coins.log_likelihood(["hhh", "hht", ""])).tolist()
    [0.5, 0.0, 1.0]
    >>> coins.scores(["hhh"]).tolist(), coins.parameter_names[:2]
    ([[0.5, -0.5, 0.0, 0.0, 0.0, 0.0]], ('start 0', 'start 1'))

    References
    ----------
    [Rabiner89]_, sections II and III; [Cristianini00]_, section 8.4.1; [Jaakkola00]_, section 2, place not checked.
    """

    start: Vector
    transitions: Matrix
    emissions: Matrix
    alphabet: Alphabet
    lengths: Index = field(repr=False)
    missing: Alphabet = ()
    simplex: Simplex = field(default_factory=SoftMax)
    training: Training | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, dimensions in (("start", 1), ("transitions", 2), ("emissions", 2)):
            checked = probabilities("HiddenMarkov", name, getattr(self, name), dimensions)
            object.__setattr__(self, name, checked)
        for name in ("alphabet", "missing"):
            object.__setattr__(self, name, checked_alphabet("HiddenMarkov", name, getattr(self, name)))
        object.__setattr__(self, "lengths", checked_lengths("HiddenMarkov", self.lengths))
        states, tokens = self.states, len(self.alphabet)
        if self.transitions.shape != (states, states) or self.emissions.shape != (states, tokens):
            raise ParameterError(
                f"HiddenMarkov has {states} states in start and {tokens} tokens, but transitions of shape "
                f"{self.transitions.shape} and emissions of shape {self.emissions.shape}."
            )

    def __repr__(self) -> str:
        return (
            f"HiddenMarkov({self.states} states, {len(self.alphabet)} tokens, {len(self.parameter_names)} parameters)"
        )

    @classmethod
    def fit(
        cls,
        sequences: Any,
        states: int | Topology,
        *,
        alphabet: Sequence[Any] | None = None,
        missing: Sequence[Any] = (),
        prior: float = 1.0,
        starts: int = 1,
        max_steps: int = 50,
        tolerance: float = 1e-3,
        simplex: Simplex | None = None,
        random_state: RandomState = 0,
        n_jobs: int | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """The most likely model that Baum and Welch's steps find, from one start or from the best of several.

        `states` is a number of states, each of which may follow every other, or a topology such as `Profile()`.
        The alphabet is that of the sequences unless given. In each state `prior` more starts, steps and emissions count
        as seen, spread as they were before the fit, so that nothing that is possible becomes impossible; 0 for none.
        A step that gains less than `tolerance` for each sequence is the last.
        """
        topology = states if isinstance(states, Topology) else Ergodic(states)
        _check_steps(prior, max_steps, tolerance)
        check("HiddenMarkov.fit", "starts", starts, Interval(1, whole=True))
        inputs, silent = Sequences.of(sequences), tuple(missing)
        known = tuple(alphabet) if alphabet is not None else tuple(t for t in inputs.alphabet if t not in set(silent))
        codes = coded(inputs, known, silent, "HiddenMarkov")
        if not len(codes) or not known:
            raise InputError("HiddenMarkov.fit needs sequences with tokens; all of them are empty.")
        told = np.bincount(codes, minlength=len(known) + 1)[: len(known)] + 1.0
        tokens, rng = Tokens(codes, inputs.offsets, told / told.sum()), generator(random_state)
        ends = []
        for place in range(starts):
            start = topology.start(tokens, place, rng)
            first, links = topology.expected(start)
            emitted = np.tile(tokens.background, (len(first), 1))
            seen = Tables(prior * first, prior * links, prior * emitted)
            steps = BaumWelch(codes, inputs.offsets, seen, thread_count(n_jobs))
            least, part = tolerance * len(inputs), share(progress, place, starts)
            ends.append(climb(start, steps.improve, max_steps=max_steps, tolerance=least, progress=part))
        best = max(ends, key=lambda end: end.objectives[-1])
        training = Training.on(inputs, best.objectives, best.converged)
        return cls(*best.model, known, inputs.lengths, silent, simplex or SoftMax(), training)

    @property
    def kind(self) -> type[Inputs]:
        """Sequences."""
        return Sequences

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.start)

    @property
    def parameters(self) -> Vector:
        """Those of the start, of the transitions and of the emissions, row by row; of all that are not zero."""
        return np.concatenate([self.simplex.parameters(row[row > 0.0]) for row in self._rows])

    @cached_property
    def parameter_names(self) -> tuple[str, ...]:
        """In the same order."""
        first = [f"start {i}" for i in np.flatnonzero(self.start)]
        steps = [f"step {i} {j}" for i, j in np.argwhere(self.transitions)]
        return (*first, *steps, *(f"emit {i} {self.alphabet[j]}" for i, j in np.argwhere(self.emissions)))

    @property
    def _rows(self) -> list[Vector]:
        return [self.start, *self.transitions, *self.emissions]

    @cached_property
    def _by_symbol(self) -> Matrix:
        return np.ascontiguousarray(self.emissions.T)

    def _coded(self, inputs: Sequences) -> npt.NDArray[np.int32]:
        return coded(inputs, self.alphabet, self.missing, type(self).__name__)

    def _log_likelihood(self, inputs: Sequences) -> Vector:
        logs = np.empty(len(inputs))
        parts = (self.start, self.transitions, self._by_symbol, self._coded(inputs), inputs.offsets)
        markov_log_likelihoods(*parts, logs, OPENMP_DEFAULT, None)
        return logs

    def expected_counts(self, X: Any) -> Matrix:
        """How often each start, step and emission is expected in each sequence, in the order of `parameter_names`."""
        inputs = self._of(X)
        return self._counts(inputs, self._coded(inputs))

    def _counts(self, inputs: Sequences, codes: npt.NDArray[np.int32]) -> Matrix:
        """Rows of counts, of what is possible; the core has emissions symbol by symbol."""
        states, tokens = self.emissions.shape
        links = int(np.count_nonzero(self.transitions))
        logs, counts = np.empty(len(inputs)), np.empty((len(inputs), states + links + states * tokens))
        parts = (self.start, self.transitions, self._by_symbol, codes, inputs.offsets)
        if len(inputs):
            markov_counts(*parts, logs, counts, OPENMP_DEFAULT, None)
        odd = np.flatnonzero(np.isneginf(logs))
        if len(odd):
            raise InputError(f"sequence {odd[0]} has probability 0 under the model, and so neither counts nor a score.")
        kept = np.concatenate(
            [
                np.flatnonzero(self.start),
                states + np.arange(links),
                states + links + np.arange(states * tokens).reshape(tokens, states).T[self.emissions > 0.0],
            ]
        )
        return counts[:, kept]

    def _scores(self, inputs: Sequences) -> Matrix:
        codes = self._coded(inputs)
        rows = [row[row > 0.0] for row in self._rows]
        ends = np.cumsum([len(row) for row in rows])
        out = np.empty((len(inputs), int(ends[-1])))
        together = max(1, BLOCK_BYTES // (8 * out.shape[1]))
        for first in range(0, len(inputs), together):
            part = inputs.between(first, min(first + together, len(inputs)))
            here = codes[inputs.offsets[first] : inputs.offsets[first + len(part)]]
            counts = self._counts(part, here)
            for row, end in zip(rows, ends, strict=True):
                place = slice(end - len(row), end)
                out[first : first + len(part), place] = self.simplex.scores(counts[:, place], row)
        return out

    def _draw(self, size: int, rng: np.random.Generator) -> Sequences:
        lengths = np.asarray(rng.choice(self.lengths, size=size))
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        codes = np.empty(offsets[-1], dtype=np.int32)
        first, steps, emit = (np.cumsum(part, axis=-1) for part in (self.start, self.transitions, self.emissions))
        state = np.zeros(size, dtype=np.int64)
        for t in range(int(lengths.max(initial=0))):
            going = np.flatnonzero(lengths > t)
            rows = np.broadcast_to(first, (len(going), self.states)) if t == 0 else steps[state[going]]
            state[going] = _chosen(rows, rng)
            codes[offsets[going] + t] = _chosen(emit[state[going]], rng)
        text = all(isinstance(token, str) and len(token) == 1 for token in self.alphabet)
        return Sequences(codes, offsets, self.alphabet, Origin.new(size), text)

    def viterbi(self, X: Any) -> list[Index]:
        """The most likely path of states of each sequence.

        References
        ----------
        [Rabiner89]_, section III.B.
        """
        inputs = self._of(X)
        codes = self._coded(inputs)
        with np.errstate(divide="ignore"):
            first, steps, emit = np.log(self.start), np.log(self.transitions), np.log(self._by_symbol)
        emit = np.vstack([emit, np.zeros(self.states)])  # what tells nothing
        ends = zip(inputs.offsets[:-1], inputs.offsets[1:], strict=True)
        return [_best_path(first, steps, emit[codes[begin:end]]) for begin, end in ends]

    def fitted(
        self,
        sequences: Any,
        *,
        prior: float = 0.0,
        max_steps: int = 50,
        tolerance: float = 1e-3,
        n_jobs: int | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """The model to which Baum and Welch's steps lead from this one; what is zero stays zero.

        Here `prior` counts as seen in each row, the same for all that is possible.
        """
        _check_steps(prior, max_steps, tolerance)
        inputs = self._of(sequences)
        tables = Tables(self.start, self.transitions, self.emissions)
        steps = BaumWelch(self._coded(inputs), inputs.offsets, spread(tables, prior), thread_count(n_jobs))
        end = climb(
            tables, steps.improve, max_steps=max_steps, tolerance=tolerance * max(1, len(inputs)), progress=progress
        )
        training = Training.on(inputs, end.objectives, end.converged)
        return type(self)(*end.model, self.alphabet, inputs.lengths, self.missing, self.simplex, training)


def _check_steps(prior: float, max_steps: int, tolerance: float) -> None:
    check("HiddenMarkov.fit", "prior", prior, Interval(0.0))
    check("HiddenMarkov.fit", "max_steps", max_steps, Interval(0, whole=True))
    check("HiddenMarkov.fit", "tolerance", tolerance, Interval())


def _chosen(cumulative: Matrix, rng: np.random.Generator) -> Index:
    """A column drawn for each row of cumulated probabilities."""
    below = cumulative <= rng.random((len(cumulative), 1)) * cumulative[:, -1:]
    return np.asarray(np.minimum(below.sum(axis=1), cumulative.shape[1] - 1))


def _best_path(first: Vector, steps: Matrix, emitted: Matrix) -> Index:
    path = np.zeros(len(emitted), dtype=np.int64)
    if not len(emitted):
        return path
    came = np.zeros(emitted.shape, dtype=np.int64)
    best = first + emitted[0]
    for t in range(1, len(emitted)):
        through = best[:, None] + steps
        came[t] = through.argmax(axis=0)
        best = through.max(axis=0) + emitted[t]
    path[-1] = best.argmax()
    for t in range(len(emitted) - 1, 0, -1):
        path[t - 1] = came[t, path[t]]
    return path
