"""Small support vector classifiers, where all but the solver counts: fits of few examples, answers for one row."""

from collections.abc import Iterator

from data import noisy
from measure import Peer, Row, Settings, side_by_side
from sklearn.svm import SVC as SklearnSVC

from drupe import SVC

SIZES = (50, 100, 200, 500)
WANTED = {100: 2.0}
"""How many times faster a fit shall be at least at some sizes."""

REPEATS = 40
"""For each repeat of a longer benchmark: such short times are seldom undisturbed."""


def rows(settings: Settings) -> Iterator[Row]:
    """A fit at each size, then the answer for one row of a machine that was fitted on a hundred examples."""
    repeats = 1 if settings.quick else REPEATS * settings.repeats
    for n in SIZES:
        x, y = noisy(n)
        peer = Peer("sklearn", lambda x=x, y=y: SklearnSVC().fit(x, y), faster_at_least=WANTED.get(n, 1.0))
        yield side_by_side(f"fit {n} × {x.shape[1]}", lambda x=x, y=y: SVC().fit(x, y), (peer,), repeats)
    x, y = noisy(100)
    ours, theirs, one = SVC().fit(x, y), SklearnSVC().fit(x, y), x[:1].copy()
    peer = Peer("sklearn", lambda: theirs.predict(one), faster_at_least=2.0)
    yield side_by_side("predict 1 row", lambda: ours.predict(one), (peer,), repeats)
