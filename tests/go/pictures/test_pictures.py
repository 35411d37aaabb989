"""Pictures are well-formed and show what they should; reasons add up to the score."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from go.drawn_boards import drawn

from drupe.foundation.errors import InputError
from drupe.go import Board
from drupe.go.pictures import Reason, picture, reasons
from drupe.go.play import default_ranker
from drupe.go.ranking import MachineScores, MoveRanker
from drupe.go.territory import TerritoryEstimate

SVG = "{http://www.w3.org/2000/svg}"


def test_stones_discs_and_squares_are_drawn(tmp_path: Path) -> None:
    board = drawn(9, 30, np.random.default_rng(0))
    stones = int(np.count_nonzero(board.stones))
    plain = ET.fromstring(picture(board).svg)
    assert len(plain.findall(f"{SVG}circle")) == stones + 9 + 1  # stars, and the ring of the last move
    ranking = default_ranker().rank(board)
    full = picture(
        board,
        ranking=ranking,
        shown=5,
        territory=TerritoryEstimate(np.linspace(-1.0, 1.0, 81).reshape(9, 9)),
        marked=["A1"],
        reasons=[Reason(0, "a < b & c", 1.0)],
        title="<script>",
    )
    root = ET.fromstring(full.svg)
    assert len(root.findall(f"{SVG}circle")) == stones + 9 + 1 + 2 * 5
    assert len(root.findall(f"{SVG}rect")) == 2 + 81 + 1 + 1
    assert "<script>" not in full.svg
    assert "a &lt; b &amp; c" in full.svg
    assert full._repr_html_() == full.svg
    full.save(tmp_path / "board.svg")
    assert ET.parse(tmp_path / "board.svg").getroot().tag == f"{SVG}svg"


def test_nothing_is_drawn_beside_the_picture() -> None:
    many = [Reason(0, "a reason", 1.0 / place) for place in range(1, 15)]
    root = ET.fromstring(picture(Board(5), reasons=many, title="five").svg)
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for text in root.findall(f"{SVG}text"):
        assert 0 < float(text.attrib["x"]) < width
        assert 0 < float(text.attrib["y"]) < height


def test_reasons_add_up_to_the_lead_over_the_mean() -> None:
    board = drawn(9, 20, np.random.default_rng(1))
    ranker = default_ranker()
    ranking = ranker.rank(board)
    found = reasons(ranker, board, ranking.best, count=100)
    assert sum(reason.amount for reason in found) == pytest.approx(ranking.scores[0] - ranking.scores.mean())
    assert [abs(reason.amount) for reason in found] == sorted((abs(reason.amount) for reason in found), reverse=True)
    assert any(re.match("distance .* to the last move", reason.words) for reason in found)


def test_what_cannot_be_explained_is_said() -> None:
    board = Board.with_stones(["C3"], size=5)
    with pytest.raises(InputError, match="no legal move"):
        reasons(default_ranker(), board, "C3")
    with pytest.raises(InputError, match="only linear scores"):
        reasons(MoveRanker(default_ranker().features, MachineScores(None)), board, "A1")
