"""What the outputs of a rule are made of, where it adds up words of strings: heavy words, places, single strings."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np
import scipy.sparse as sp
from sklearn.pipeline import Pipeline

from drupe.analysis.part import Part
from drupe.analysis.search import Search
from drupe.analysis.string_kernels import compares_strings, letters_that_may_differ
from drupe.analysis.task import Task
from drupe.analysis.trials import Trial
from drupe.displays.logo_display import LogoDisplay, letter_pulls
from drupe.displays.track_display import TrackDisplay
from drupe.estimators.last_step import last_step, transformed
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.inputs.coerce import coerce
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.linear import Linear
from drupe.predictors.added_outputs import added_outputs
from drupe.predictors.expansion import Expansion
from drupe.predictors.words_apart import words_apart

STRINGS = 1000
"""Training strings in which words are counted."""

LETTERS = 2_000_000
"""In all strings together, up to which words are looked at."""

WORDS = 8
"""Words that are kept for each output and sign."""

MOST_PLACES = 400
"""Letters of strings that are all equally long, up to which each place is looked at by itself."""


@dataclass(frozen=True)
class Word:
    """A word that moves an output.

    Parameters
    ----------
    text
        The word, perhaps with its place.
    output
        Number of the output that it moves.
    pull
        What it adds to that output, in the mean over the training strings that hold it.
    held
        In how many training strings of each class it is; of a quantity, in how many of all.
    """

    text: str
    output: int
    pull: float
    held: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Track:
    """One string, and what each of its letters, or of its words, adds to an output.

    Parameters
    ----------
    row
        Where it stands in the file.
    truth, said
        What it is, and what the model says.
    output
        Number of the output.
    letters
        Its letters, or its words.
    shares
        What each adds; a word's value is shared out evenly among its letters.
    offset
        What the rule adds whatever the string is: shares and offset add up to the output.
    """

    row: int
    truth: Any
    said: Any
    output: int
    letters: tuple[str, ...]
    shares: Vector = field(repr=False)
    offset: float

    @property
    def total(self) -> float:
        """The output itself."""
        return float(self.shares.sum()) + self.offset

    def display(self, speaks_for: str) -> TrackDisplay:
        """A bar for each letter."""
        return TrackDisplay(self.letters, self.shares, self.offset, speaks_for)


@dataclass(frozen=True, eq=False)
class Places:
    """What each place of equally long strings adds to an output, in the mean over training strings.

    Parameters
    ----------
    output
        Number of the output.
    letters
        The alphabet.
    pulls
        One row for each place, one column for each letter: the mean over strings with that letter there, less the mean
        over all, so that a place which adds the same whatever its letter is shows nothing.
    shares
        The share of strings that have the letter there.
    """

    output: int
    letters: tuple[str, ...]
    pulls: Matrix = field(repr=False)
    shares: Matrix = field(repr=False)

    def display(self, speaks_for: str) -> LogoDisplay:
        """The letters, as tall as they move the output."""
        return LogoDisplay(self.pulls, self.shares, self.letters, speaks_for)

    @property
    def energy(self) -> Vector:
        """How much the letter at each place moves the output: the standard deviation over strings."""
        return self.display("").energy


@dataclass(frozen=True, eq=False)
class WordWeights:
    """Heavy words, places and single strings of a rule that adds up words.

    Parameters
    ----------
    outputs
        The class that each output speaks for; none for a quantity.
    classes
        All classes, as `Word.held` counts them; none for a quantity.
    strings
        Training strings of each of them in which words were counted.
    words
        The heaviest, those of the first output first, positive before negative, heaviest first.
    different
        How many different words there are in these strings.
    places
        One for each output; none if strings are of different lengths.
    tracks
        Strings worth a look.
    stand_in
        The trial of whose machine all this is, where the model itself does not add up words; None if it does.
    near
        In how many letters a word may differ and still be counted as this one, as `Mismatch` does.
    """

    outputs: tuple[str, ...]
    classes: tuple[str, ...]
    strings: tuple[int, ...]
    words: tuple[Word, ...]
    different: int
    places: tuple[Places, ...] = ()
    tracks: tuple[Track, ...] = ()
    stand_in: Trial | None = None
    near: int = 0


def words_beside(found: Search, training: Part, judged: Part, task: Task) -> WordWeights | None:
    """The same of the best machine in a search that adds up words, fitted for this; None if there is none.

    For models that multiply words: what these look for is much the same, but is no sum that could be taken apart.
    """
    probe = Sequences.of(["ab"])
    for trial in found.ranked:
        kernel = getattr(trial.contender.estimator, "kernel", None)
        if trial.C is None or trial.contender.view is not None or not isinstance(kernel, Kernel):
            continue
        if compares_strings(kernel) and kernel.occurrences(probe) is not None:
            words = word_weights_of(trial.estimator.fit(training.X, training.y), training, judged, task)
            return None if words is None else replace(words, stand_in=trial)
    return None


def word_weights_of(model: Any, training: Part, judged: Part, task: Task = Task.CLASSES) -> WordWeights | None:
    """Take a fitted rule on strings apart; None if it does not add up words, or there are too many letters.

    >>> from drupe import SVC
    >>> from drupe.kernels import Spectrum
    >>> part = Part.of(["xax", "xbx", "aya", "byb"], ["A", "B", "A", "B"])
    >>> found = word_weights_of(SVC(kernel=Spectrum(length=1)).fit(part.X, part.y), part, part)
    >>> [word.text for word in found.words]
    ['b', 'a']
    """
    if not training.strings:
        return None
    rule = added_outputs(getattr(last_step(model), "predictor_", None))
    if rule is None:
        return None
    counted = np.unique(np.linspace(0, len(training) - 1, min(STRINGS, len(training))).astype(np.int64))
    sample = training.take(counted)
    shown = judged.take(_worth_a_look(rule, model, judged, task))
    if isinstance(rule.centers, Sequences):
        return _of_sequences(rule, model, sample, shown, task)
    return _of_documents(rule, model, sample, shown, task)


def _of_sequences(rule: Expansion, model: Any, sample: Part, shown: Part, task: Task) -> WordWeights | None:
    strings = cast(Sequences, coerce([*sample.X, *shown.X]))
    if len(cast(Sequences, rule.centers).codes) + len(strings.codes) > LETTERS:
        return None
    apart = words_apart(rule, strings)
    if apart is None:
        return None
    n, features = len(sample), apart.features[: len(sample)]
    words = _heavy(features, apart.weights, apart.words, _classes_of(sample, task))
    tracks = [_track(shown, i, rule, model, tuple(text), apart.of(n + i)) for i, text in enumerate(shown.X)]
    places = _places(strings.take(np.arange(n)), apart.tokens[: apart.offsets[n]])
    found = _put_together(model, sample, task, words, _different(features), places, tracks)
    return replace(found, near=letters_that_may_differ(rule.kernel))


def _of_documents(rule: Expansion, model: Any, sample: Part, shown: Part, task: Task) -> WordWeights | None:
    """Of a linear rule on columns that have names, such as counts of words."""
    inner = getattr(model, "best_estimator_", model)
    if not isinstance(rule.centers, Vectors) or not isinstance(rule.kernel, Linear) or not isinstance(inner, Pipeline):
        return None
    names = inner[:-1].get_feature_names_out()
    weights = np.asarray(rule.centers.array.T @ rule.coefficients)
    phi, seen = (sp.csr_array(transformed(model, part.X)) for part in (sample, shown))
    words = _heavy(phi, weights, names, _classes_of(sample, task))
    tracks = []
    for i in range(len(shown)):
        row = seen[[i]]
        tracks.append(
            _track(shown, i, rule, model, tuple(names[row.indices]), row.data[:, None] * weights[row.indices])
        )
    return _put_together(model, sample, task, words, _different(phi), (), tracks)


def _put_together(
    model: Any,
    sample: Part,
    task: Task,
    words: tuple[Word, ...],
    different: int,
    places: tuple[Places, ...],
    tracks: Sequence[Track],
) -> WordWeights:
    classes = tuple(map(str, last_step(model).classes_)) if task is Task.CLASSES else ()
    strings = tuple(int(members.sum()) for members in _classes_of(sample, task))
    return WordWeights(_spoken(classes), classes, strings, words, different, places, tuple(tracks))


def _spoken(classes: tuple[str, ...]) -> tuple[str, ...]:
    return classes[1:] if len(classes) == 2 else classes


def _classes_of(sample: Part, task: Task) -> list[Any]:
    """Which strings belong to each class; all of them to one group if they have a quantity."""
    return (
        [sample.y == label for label in np.unique(sample.y)] if task is Task.CLASSES else [np.ones(len(sample), bool)]
    )


def _different(phi: sp.csr_array) -> int:
    return int(np.count_nonzero(np.bincount(phi.indices, minlength=phi.shape[1])))


def _heavy(phi: sp.csr_array, weights: Matrix, names: Any, groups: list[Any]) -> tuple[Word, ...]:
    """The words that move each output most, up and down, by the root mean square of what they add to it."""
    held = np.bincount(phi.indices, minlength=phi.shape[1])
    size = np.sqrt(phi.multiply(phi).sum(axis=0) / phi.shape[0])
    mean = np.asarray(phi.sum(axis=0)) / np.maximum(held, 1)
    by_class = np.stack([np.bincount(phi[members].indices, minlength=phi.shape[1]) for members in groups])
    words = []
    for output in range(weights.shape[1]):
        moved = weights[:, output] * size
        for sign in (1.0, -1.0):
            order = np.argsort(-sign * moved, kind="stable")[:WORDS]
            words += [
                Word(str(names[j]), output, float(weights[j, output] * mean[j]), tuple(by_class[:, j].tolist()))
                for j in order
                if sign * moved[j] > 0
            ]
    return tuple(words)


def _places(strings: Sequences, letters: Matrix) -> tuple[Places, ...]:
    """The mean of what each letter adds at each place; nothing if strings are of different lengths."""
    lengths = strings.lengths
    if not 0 < lengths[0] <= MOST_PLACES or (lengths != lengths[0]).any():
        return ()
    alphabet = tuple(map(str, strings.alphabet))
    return tuple(
        Places(output, alphabet, *letter_pulls(strings, letters[:, output])) for output in range(letters.shape[1])
    )


def _worth_a_look(rule: Expansion, model: Any, judged: Part, task: Task) -> Index:
    """For each class the right answer in the middle, then the worst mistake; of a quantity both ends and the worst."""
    said = np.asarray(model.predict(judged.X))
    outputs = rule.decision(_as_seen(model, judged))
    if task is Task.QUANTITY:
        order = np.argsort(said, kind="stable")
        return np.unique([order[0], order[-1], int(np.abs(said - judged.y).argmax())])
    classes = last_step(model).classes_
    for_answer = _for_answer(outputs, said, classes)
    chosen = []
    for label in classes[:3]:
        right = np.flatnonzero((said == label) & (judged.y == label))
        chosen += [right[np.argsort(for_answer[right], kind="stable")[len(right) // 2]]] if len(right) else []
    wrong = np.flatnonzero(said != judged.y)
    chosen += [wrong[for_answer[wrong].argmax()]] if len(wrong) else []
    return np.array(chosen or [0], dtype=np.int64)


def _as_seen(model: Any, part: Part) -> Any:
    return coerce(transformed(model, part.X))


def _for_answer(outputs: Matrix, said: Any, classes: Any) -> Vector:
    """What speaks for the answer that was given."""
    codes = np.searchsorted(classes, said)
    if outputs.shape[1] == 1:
        return np.where(codes == 1, outputs[:, 0], -outputs[:, 0])
    return np.asarray(outputs[np.arange(len(codes)), codes])


def _track(part: Part, i: int, rule: Expansion, model: Any, letters: tuple[str, ...], shares: Matrix) -> Track:
    said = np.asarray(model.predict(part.take(np.array([i])).X))[0]
    classes = getattr(last_step(model), "classes_", np.empty(0))
    output = 0 if rule.outputs == 1 else int(np.searchsorted(classes, said))
    return Track(
        int(part.rows[i]), part.y[i], said, output, letters, shares[:, output].copy(), float(rule.offset[output])
    )
