"""Which texts are stemmed, and which lose their stop words."""

import pytest

from drupe.estimators.texts.suiting import terms_suiting

PROSE = "It was the best of times, it was the worst of times, it was the age of wisdom, and of foolishness as well."


@pytest.mark.parametrize(
    ("texts", "stemming", "stops"),
    [
        ([PROSE] * 5, "english", True),
        (["not so good", "the wrong one", ""], "english", False),
        (
            ["Es war die beste Zeit und es war die schlimmste Zeit, das Zeitalter der Weisheit und der Torheit"],
            None,
            False,
        ),
        (["C'était le meilleur et le pire de tous les temps, le siècle de la sagesse et de la folie"], None, False),
        (
            ["Era el mejor de los tiempos, era el peor de los tiempos; no he visto a nadie, me lo han dicho"],
            None,
            False,
        ),
        (["Это было лучшее из времён, это было худшее из времён"], None, False),
        (["good cheap fast", "bad slow"], None, False),
        (["", "   "], None, False),
        ([], None, False),
    ],
)
def test_languages_and_lengths(texts, stemming, stops):
    terms = terms_suiting(texts)
    assert terms.stemming == stemming
    assert bool(terms.stop_words) == stops
