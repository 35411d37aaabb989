"""The confidence a reader sees is that of all statements together; the share of each is a detail."""

import json
import math
import re

import pytest
from certification.certified_samples import noisy, svc

from drupe import CertifiedClassifier, SelfBoundingSearch, certify
from drupe.bounds.held_out.disagreement import HoldOutAndDisagreement
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.certification.certificate import Certificate, percent, plain
from drupe.certification.certificates import Certificates
from drupe.witness.held_out import HeldOut
from drupe.witness.volume import MirroredVolume

X, y = noisy(200)
X_NEW, Y_NEW = noisy(300, seed=1)


@pytest.fixture(scope="module")
def table():
    return certify(svc(X, y), X, y, delta=0.05, X_held_out=X_NEW, y_held_out=Y_NEW)


def test_every_statement_of_a_table_speaks_with_the_confidence_of_the_table(table) -> None:
    assert table.confidence == pytest.approx(0.95)
    for one in table.valid:
        assert one.delta < 0.05
        assert one.confidence == pytest.approx(0.95)
        assert one.vacuous or one.sentence().startswith("With 95 % confidence, ")
    assert table.sentence().startswith("With 95 % confidence, ")


def test_shares_are_details_and_add_up(table) -> None:
    assert sum(one.delta for one in table) == pytest.approx(0.05)
    best = table.best
    assert f"its share of δ = 0.05 is {best.delta:.3g}" in best.sentence()
    data = json.loads(table.to_json())
    assert data["confidence"] == pytest.approx(0.95)
    assert {row["confidence"] for row in data["certificates"]} == {data["confidence"]}
    assert data["certificates"][0]["delta"] == best.delta


def test_tables_say_it_once_for_all(table) -> None:
    words = "With 95 % confidence all values below hold together, whichever of them you choose."
    assert str(table).startswith(words)
    assert words in table._repr_html_()
    assert "share of delta" in table._repr_html_()


def test_pages_name_every_rule_in_words(table) -> None:
    page = table._repr_html_()
    for one in table:
        assert one.rule in page


def test_numbers_without_a_word_in_json_become_strings() -> None:
    seen = MirroredVolume([-math.inf, -1.0], n=10)
    assert plain(seen)["logarithms"] == ["-inf", -1.0]
    assert json.loads(json.dumps(plain(seen), allow_nan=False))["n"] == 10


def test_a_statement_alone_needs_no_share() -> None:
    only = certify(svc(X, y), X, y, bounds="preferent_compression").best
    assert "share" not in only.sentence()
    alone = CertifiedClassifier(svc(X, y)).fit(X, y).certificate_
    assert alone.joint_delta is None
    assert alone.sentence().startswith("With 95 % confidence, ")


def test_a_search_speaks_with_the_confidence_of_all_candidates() -> None:
    search = SelfBoundingSearch(param_grid={"gamma": [0.1, 0.3], "C": [1.0]}, delta=0.1).fit(X, y)
    assert search.certificate_.delta == pytest.approx(0.05)
    assert search.certificate_.sentence().startswith("With 90 % confidence, ")


def test_a_table_can_be_part_of_a_larger_set_of_statements(table) -> None:
    wider = table.among(0.1)
    assert wider.best.confidence == pytest.approx(0.9)
    assert [one.value for one in wider] == [one.value for one in table]
    with pytest.raises(ValueError, match="no more than the whole"):
        table.best.among(1e-6)


@pytest.mark.parametrize(
    ("confidence", "words"), [(0.95, "95 %"), (1.0 - 0.0333, "96.67 %"), (0.999, "99.9 %"), (1.0 - 1e-9, "99.9999 %")]
)
def test_percent_never_rounds_up(confidence, words) -> None:
    assert percent(confidence) == words


def test_refused_ones_do_not_speak() -> None:
    refused = [Certificate.refused(bound, "nothing was held out") for bound in (HoldOut(), HoldOutAndDisagreement())]
    table = Certificates(refused, 0.05)
    assert "no certificate, because" in refused[0].sentence()
    said = "hold_out, hold_out_and_disagreement: nothing was held out."  # a reason is given once
    assert table.sentence() == f"Nothing could be certified: {said}"
    with pytest.raises(ValueError, match=re.escape(f"nothing could be certified: {said}")):
        _ = table.best
    for shown in (str(table), table._repr_html_()):
        assert "Nothing could be certified; the remarks say why." in shown
        assert "confidence" not in shown
    assert Certificate.of(HoldOut(), HeldOut(1, 50), 0.2).confidence == pytest.approx(0.8)
