"""Sequences of independent tokens: the multinomial model, whose scores are in closed form."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.sequences import Sequences
from drupe.models.base import Model
from drupe.models.frozen import probabilities
from drupe.models.information import Information
from drupe.models.simplex import Simplex, SoftMax
from drupe.models.tokens import checked_alphabet, checked_lengths, coded
from drupe.models.training import Training


@dataclass(frozen=True, eq=False)
class Categorical(Model[Sequences]):
    """P(x) = Πₜ p(xₜ), given the length of x: tokens are drawn independently.

    Parameters
    ----------
    p
        The probability of each token of the alphabet.
    alphabet
        The tokens.
    lengths
        Of sequences that are drawn, each as likely; the information is that of such sequences.
    missing
        Tokens that stand for any other, and tell nothing.
    simplex
        What scores are: count − p · length for `SoftMax()`, count / p for `Unconstrained()`.
    training
        What it was fitted on.

    Examples
    --------
    >>> coins = Categorical([0.5, 0.5], "ht", lengths=[4])
    >>> np.exp(coins.log_likelihood(["hth"])).round(9).item(), coins.scores(["hth"]).tolist()
    (0.125, [[0.5, -0.5]])

    References
    ----------
    [Cristianini00]_, section 8.4.1.
    """

    p: Vector
    alphabet: Alphabet
    lengths: Index = field(repr=False)
    missing: Alphabet = ()
    simplex: Simplex = field(default_factory=SoftMax)
    training: Training | None = field(default=None, compare=False, repr=False)

    @property
    def kind(self) -> type[Inputs]:
        """Sequences."""
        return Sequences

    def __post_init__(self) -> None:
        object.__setattr__(self, "p", probabilities("Categorical", "p", self.p, 1))
        object.__setattr__(self, "alphabet", checked_alphabet("Categorical", "alphabet", self.alphabet))
        object.__setattr__(self, "missing", checked_alphabet("Categorical", "missing", self.missing))
        object.__setattr__(self, "lengths", checked_lengths("Categorical", self.lengths))
        if len(self.p) != len(self.alphabet):
            raise ParameterError(
                f"Categorical has {len(self.p)} probabilities for {len(self.alphabet)} tokens; give one for each."
            )

    @classmethod
    def fit(
        cls,
        sequences: Any,
        *,
        alphabet: Sequence[Any] | None = None,
        missing: Sequence[Any] = (),
        smoothing: float = 1.0,
        simplex: Simplex | None = None,
    ) -> Self:
        """Shares of the tokens, after `smoothing` more of each; the alphabet is that of the sequences unless given."""
        check("Categorical.fit", "smoothing", smoothing, Interval(0.0))
        inputs = Sequences.of(sequences)
        known = tuple(alphabet) if alphabet is not None else tuple(t for t in inputs.alphabet if t not in set(missing))
        if not known:
            raise InputError("Categorical.fit needs sequences with tokens, or an alphabet; all of them are empty.")
        even = np.full(max(1, len(known)), 1.0 / max(1, len(known)))
        start = cls(even, known, inputs.lengths, tuple(missing), simplex or SoftMax())
        counts = start._counts(inputs).sum(axis=0) + smoothing
        if not counts.sum():
            raise ParameterError("Categorical.fit saw no tokens at all; give longer sequences, or some smoothing.")
        model = cls(counts / counts.sum(), known, inputs.lengths, tuple(missing), start.simplex)
        objective = float(model._log_likelihood(inputs).sum())
        return cls(model.p, known, inputs.lengths, tuple(missing), start.simplex, Training.on(inputs, (objective,)))

    @property
    def _possible(self) -> Index:
        return np.flatnonzero(self.p > 0.0)

    @property
    def parameters(self) -> Vector:
        """Of all tokens that are possible."""
        return self.simplex.parameters(self.p[self._possible])

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The tokens that are possible."""
        return tuple(f"p {self.alphabet[i]}" for i in self._possible)

    def _counts(self, inputs: Sequences) -> Matrix:
        """How often each token occurs in each sequence."""
        codes = coded(inputs, self.alphabet, self.missing, type(self).__name__)
        width = len(self.alphabet) + 1  # the last one tells nothing
        places = np.repeat(np.arange(len(inputs)), inputs.lengths) * width + codes
        return np.bincount(places, minlength=len(inputs) * width).reshape(-1, width)[:, :-1].astype(np.float64)

    def _log_likelihood(self, inputs: Sequences) -> Vector:
        counts, possible = self._counts(inputs), self._possible
        logs = counts[:, possible] @ np.log(self.p[possible])
        return np.where(counts.sum(axis=1) > counts[:, possible].sum(axis=1), -np.inf, logs)

    def _scores(self, inputs: Sequences) -> Matrix:
        possible = self._possible
        return self.simplex.scores(self._counts(inputs)[:, possible], self.p[possible])

    def information(self) -> Information:
        """In closed form, for the mean length L: L (diag p − p pᵀ), and for p itself E[count countᵀ] / (p pᵀ)."""
        p = self.p[self._possible]
        if isinstance(self.simplex, SoftMax):
            return Information.of(self.lengths.mean() * (np.diag(p) - np.outer(p, p)))
        pairs = float((self.lengths * (self.lengths - 1)).mean())
        return Information.of(np.diag(self.lengths.mean() / p) + pairs)

    def score_variances(self) -> Vector:
        """The diagonal of the information."""
        return np.diagonal(self.information().matrix)

    def _draw(self, size: int, rng: np.random.Generator) -> Sequences:
        lengths = rng.choice(self.lengths, size=size)
        codes = rng.choice(len(self.p), size=int(lengths.sum()), p=self.p).astype(np.int32)
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        text = all(isinstance(token, str) and len(token) == 1 for token in self.alphabet)
        return Sequences(codes, offsets, self.alphabet, Origin.new(size), text)
