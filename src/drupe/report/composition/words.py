"""What the rule makes of strings: its heaviest words, what each place adds, and single strings letter by letter."""

from dataclasses import replace

from drupe.analysis.task import Task
from drupe.analysis.trials import Trial
from drupe.analysis.word_weights import Places, Track, Word, WordWeights
from drupe.report.blocks import Block, Grid, Picture, Section, Text, Tone
from drupe.report.numbers import count, listing, percent, quantity, significant

LISTED = 8
"""Words in each table."""

LONGEST = 24
"""Letters of a word that are shown."""

MOST_OUTPUTS = 6
"""Classes up to which the words of each have a table, and their places a picture."""

ITEMS = 24
"""Words of a text in its picture: those that add most."""

LETTERS = 120
"""Letters of a string in its picture: those around the largest share."""


def words_section(found: WordWeights) -> Section:
    """Words, places, strings."""
    blocks: list[Block] = [] if found.stand_in is None else [Text(_stand_in(found.stand_in), Tone.NOTE)]
    blocks.append(Text(_introduction(found)))
    for output in range(min(max(1, len(found.outputs)), MOST_OUTPUTS)):
        blocks += [grid for grid in (_grid(found, output, sign) for sign in (1.0, -1.0)) if grid is not None]
    blocks += [_places(places, _class_of(found, places.output)) for places in found.places[:MOST_OUTPUTS]]
    blocks += [_track(track, found) for track in found.tracks]
    return Section("What the strings show", tuple(blocks))


def _introduction(found: WordWeights) -> str:
    outputs = "the output" if len(found.outputs) <= 1 else "the output of each class"
    near = (
        f" A string counts as holding a word also where {count(found.near, 'letter')} of it may differ: a word listed "
        "here need not stand in any string as it is, and all words around a frequent one are listed with it."
        if found.near
        else ""
    )
    return (
        f"The rule adds up words: {outputs} is a sum with a weight for each word that a string holds.{near} In "
        f"{count(sum(found.strings), 'training string')} there are {count(found.different, 'different word')}"
        f"{' so counted' if found.near else ''}. "
        "Listed are those that move the output most over these strings; many others move it a little."
    )


def _stand_in(trial: Trial) -> str:
    value = percent(trial.value) if trial.measure.task is Task.CLASSES else quantity(trial.value)
    return (
        "The model multiplies words with each other, so that its outputs are no sums that could be shared out among "
        f"letters. Shown is what the best rule makes of them that was tried and does add up: {trial.contender.kernel}, "
        f"of {trial.measure.words} {value} in cross-validation."
    )


def _class_of(found: WordWeights, output: int) -> str:
    return found.outputs[output] if found.outputs else ""


def _grid(found: WordWeights, output: int, sign: float) -> Grid | None:
    """The words that speak for a class, or against it; of two classes against one is for the other."""
    listed = [word for word in found.words if word.output == output and sign * word.pull > 0.0][:LISTED]
    if not listed or (sign < 0.0 and len(found.outputs) > 1):
        return None
    if not found.classes:
        caption = f"Words that {'raise' if sign > 0.0 else 'lower'} the prediction"
        return Grid(caption, ("word", "adds", "strings with it"), tuple(_row(word) for word in listed))
    spoken = found.outputs[output] if sign > 0.0 else found.classes[0]
    occurs = f"it, or one that differs in {count(found.near, 'letter')}, occurs" if found.near else "it occurs"
    caption = f"Words that speak for {spoken}: what each adds where {occurs}, and in how many strings that is"
    shares = [f"of {n} {name}" for name, n in zip(found.classes, found.strings, strict=True)]
    if len(found.classes) > MOST_OUTPUTS:
        place = found.classes.index(spoken)
        rows = tuple((*_row(word)[:2], str(word.held[place]), str(sum(word.held))) for word in listed)
        return Grid(caption, ("word", "adds", shares[place], f"of all {sum(found.strings)}"), rows)
    return Grid(caption, ("word", "adds", *shares), tuple(_row(word) for word in listed))


def _row(word: Word) -> tuple[str, ...]:
    return (_shown(word.text), significant(word.pull, 3), *map(str, word.held))


def _shown(text: str) -> str:
    """A word, with blanks that can be seen."""
    seen = text if text.strip() == text and text else f"“{text}”"
    return seen if len(seen) <= LONGEST else seen[: LONGEST - 1] + "…"


def _places(places: Places, spoken: str) -> Picture:
    energy = places.energy
    order = sorted(range(len(energy)), key=lambda place: -energy[place])[:5]
    named = [f"{place} ({_best_letter(places, place)})" for place in sorted(order) if energy[place] > 0.0]
    words = f"Most depends on places {listing(named)}." if named else "No place matters by itself."
    about = f" for {spoken}" if spoken else ""
    caption = (
        "Places count from 0. A letter is as tall as it moves the output on average, times the share of strings that "
        "have it there: above the line it speaks for the class, below it against it."
    )
    if len(energy) > len(places.display(spoken).window):
        caption += f" Drawn are the {len(places.display(spoken).window)} of {len(energy)} places that matter most."
    values = {"energy": energy.tolist(), "letters": list(places.letters), "pulls": places.pulls.tolist()}
    return Picture(f"Letters by their place{about}", words, places.display(spoken), caption, (7.2, 2.9), values)


def _best_letter(places: Places, place: int) -> str:
    heights = places.pulls[place] * places.shares[place]
    return places.letters[int(heights.argmax())]


def _track(track: Track, found: WordWeights) -> Picture:
    spoken = _class_of(found, track.output)
    right = "rightly" if track.truth == track.said else f"but it is {track.truth}"
    title = f"Row {track.row}: {track.said}, {right}" if found.classes else f"Row {track.row}"
    shown, left_out = _most(track)
    rest = f", {significant(left_out, 3)} by what is not drawn" if left_out else ""
    words = (
        f"{significant(float(track.shares.sum()), 3)} by its {'letters' if _is_letters(track) else 'words'} and "
        f"{significant(track.offset, 3)} whatever the string is make {_output(found)} of {significant(track.total, 3)}"
        f"{rest}."
    )
    values = {"letters": list(shown.letters), "shares": shown.shares.tolist(), "offset": track.offset}
    return Picture(title, words, shown.display(spoken), words, (7.2, 2.5), values)


def _output(found: WordWeights) -> str:
    """What is taken apart: of several classes the sum of the pairs, by which votes that are equal are decided."""
    return "an output" if len(found.outputs) <= 1 else "a sum of outputs against the other classes"


def _is_letters(track: Track) -> bool:
    return all(len(letter) <= 1 for letter in track.letters)


def _most(track: Track) -> tuple[Track, float]:
    """What there is room for, and what the rest adds: of texts the words that add most, else a stretch of letters."""
    if not _is_letters(track):
        order = sorted(range(len(track.shares)), key=lambda i: -abs(track.shares[i]))[:ITEMS]
        chosen = sorted(order, key=lambda i: -track.shares[i])
    elif len(track.letters) > LETTERS:
        middle = int(abs(track.shares).argmax())
        first = min(max(0, middle - LETTERS // 2), len(track.letters) - LETTERS)
        chosen = list(range(first, first + LETTERS))
    else:
        return track, 0.0
    shown = replace(track, letters=tuple(track.letters[i] for i in chosen), shares=track.shares[chosen])
    return shown, float(track.shares.sum() - shown.shares.sum())
