"""What bounds are called reads as a person would write it."""

import re

from contracts.bound_samples import classes_of

from drupe.bounds.base import Bound
from drupe.bounds.expectation import Expectation
from drupe.certification.names import bound_name

KINDS = [*classes_of(Bound), *classes_of(Expectation)]


def test_every_capital_begins_a_word() -> None:
    assert [kind.__name__ for kind in KINDS if not re.fullmatch(r"([A-Z][a-z]+)+", kind.__name__)] == []


def test_no_word_is_torn_apart() -> None:
    shortest = {word for kind in KINDS for word in bound_name(kind).split("_") if len(word) < 3}
    assert shortest <= {"vc", "at", "on", "to", "of", "by"}


def test_names_are_different_and_known_ones_read_well() -> None:
    names = {bound_name(kind) for kind in KINDS}
    assert len(names) == len(KINDS)
    assert {"vc_agnostic", "pac_bayes_mcallester", "hold_out", "potential_margin", "jaakkola_haussler"} <= names
