"""Messy files of our own making: tables as people send them, with what should become of each column."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from drupe.analysis.look import Look, look
from drupe.analysis.task import Task
from drupe.estimators.preparation.treatments import AsCategory, AsDate, AsNumber, AsText, LeftOut, Reason, Treatment
from drupe.inputs.frame import Frame

ROWS = 240


@dataclass(frozen=True)
class MessyTable:
    """Columns, targets, and the treatments that fit them."""

    columns: dict[str, list[object]]
    targets: np.ndarray
    treatments: tuple[Treatment, ...]
    task: Task = Task.CLASSES

    @property
    def frame(self) -> Frame:
        return Frame.of(self.columns)

    def look(self) -> Look:
        return look(self.frame, self.targets, self.task, self.treatments)

    def write(self, path: Path) -> None:
        """The same as a file of comma-separated values, the target in the last column."""
        rows = zip(*self.columns.values(), self.targets.tolist(), strict=True)
        lines = [",".join(map(_cell, (*self.columns, "target"))), *(",".join(map(_cell, row)) for row in rows)]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _cell(value: object) -> str:
    text = "" if value is None or value != value else str(value)
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n') else text


def _world(seed: int) -> tuple[np.random.Generator, np.ndarray, list[object]]:
    """Randomness, two classes, and an honest number that tells something of them."""
    rng = np.random.default_rng(seed)
    classes = rng.integers(0, 2, ROWS)
    return rng, classes, list((classes + rng.normal(size=ROWS)).round(3))


def customers() -> MessyTable:
    """Numbers of customers in the order of the target, a sum that is known afterwards, a constant."""
    rng, classes, honest = _world(1)
    classes = np.sort(classes)
    columns = {
        "customer": [f"C-{i:05d}" for i in range(ROWS)],
        "age": list(rng.integers(18, 90, ROWS).astype(float)),
        "refund": list(np.where(classes == 1, rng.uniform(5.0, 90.0, ROWS), 0.0)),
        "country": ["DE"] * ROWS,
        "score": honest,
    }
    treatments = (
        LeftOut("customer", Reason.IDENTIFIER),
        AsNumber("age"),
        AsNumber("refund"),
        LeftOut("country", Reason.CONSTANT),
        AsNumber("score"),
    )
    return MessyTable(columns, np.array(["kept", "returned"])[classes], treatments)


def patients() -> MessyTable:
    """A date that only those who died have, words among numbers, many empty cells."""
    rng, classes, honest = _world(2)
    pressure: list[object] = list(rng.normal(120.0, 15.0, ROWS).round(1).astype(str))
    for i in range(0, ROWS, 30):
        pressure[i] = "not measured" if i % 60 else "high"
    columns = {
        "date of death": [f"2020-03-{1 + i % 28:02d}" if dead else None for i, dead in enumerate(classes)],
        "pressure": pressure,
        "lab": [None if rng.random() < 0.6 else value for value in honest],
        "ward": list(rng.choice(["A", "B", "C"], ROWS)),
        "score": honest,
    }
    treatments = (
        AsDate("date of death"),
        AsNumber("pressure", 8),
        AsNumber("lab"),
        AsCategory("ward"),
        AsNumber("score"),
    )
    return MessyTable(columns, classes, treatments)


def tickets() -> MessyTable:
    """Texts that say the answer, dates left out, a category with hardly any value twice."""
    rng, classes, honest = _world(3)
    filler = ["please", "the", "order", "came", "late", "again", "thanks", "today", "box", "blue"]
    texts = [
        " ".join(rng.choice(filler, 12)) + (" - resolved by refund team" if one else " - closed") for one in classes
    ]
    columns = {
        "text": texts,
        "opened": [f"2021-{1 + i % 12:02d}-{1 + i % 28:02d}" for i in range(ROWS)],
        "street": [f"{rng.choice(['Oak', 'Elm'])} {i if i % 4 else 1}" for i in range(ROWS)],
        "score": honest,
    }
    treatments = (AsText("text"), LeftOut("opened", Reason.DATE), AsCategory("street"), AsNumber("score"))
    return MessyTable(columns, classes, treatments)


def weather() -> MessyTable:
    """The same temperature in two units, a place in two languages, an exact copy."""
    rng, classes, honest = _world(4)
    celsius = rng.normal(12.0, 8.0, ROWS).round(1)
    places = rng.integers(0, 4, ROWS)
    columns = {
        "celsius": list(celsius),
        "fahrenheit": list((32.0 + 1.8 * celsius).round(2)),
        "town": list(np.array(["Roma", "Napoli", "Milano", "Torino"])[places]),
        "city": list(np.array(["Rome", "Naples", "Milan", "Turin"])[places]),
        "score": honest,
        "score copy": honest,
    }
    treatments = (
        AsNumber("celsius"),
        AsNumber("fahrenheit"),
        AsCategory("town"),
        AsCategory("city"),
        AsNumber("score"),
        LeftOut("score copy", Reason.DUPLICATE, "score"),
    )
    return MessyTable(columns, classes, treatments)


def heights() -> MessyTable:
    """Meters and centimeters in one column, 999 for unknown in another."""
    rng, classes, honest = _world(5)
    meters = rng.uniform(1.5, 2.0, ROWS)
    ages = rng.integers(18, 90, ROWS).astype(float)
    ages[7] = 999.0
    columns = {"height": list(np.where(rng.random(ROWS) < 0.3, 100.0 * meters, meters)), "age": list(ages), "x": honest}
    return MessyTable(columns, classes, tuple(map(AsNumber, columns)))


def fraud() -> MessyTable:
    """One row in thirty is of the class that matters."""
    rng, _, _ = _world(6)
    classes = np.array(["fraud" if i % 30 == 0 else "fine" for i in range(ROWS)])
    columns = {"amount": list(rng.lognormal(3.0, 1.0, ROWS)), "shop": list(rng.choice(["web", "town"], ROWS))}
    return MessyTable(columns, classes, (AsNumber("amount"), AsCategory("shop")))


def pilot() -> MessyTable:
    """A first trial with thirty rows."""
    rng, classes, honest = _world(7)
    return MessyTable(
        {"dose": honest[:30], "noise": list(rng.normal(size=30))}, classes[:30], (AsNumber("dose"), AsNumber("noise"))
    )


def houses() -> MessyTable:
    """A price, and the same price in another currency; an empty column."""
    rng, _, honest = _world(8)
    price = np.exp(rng.normal(12.0, 0.6, ROWS)).round()
    columns = {
        "area": list((price / 3000.0 * rng.uniform(0.6, 1.4, ROWS)).round()),
        "price in pounds": list((0.86 * price).round()),
        "garden": [None] * ROWS,
        "x": honest,
    }
    treatments = (AsNumber("area"), AsNumber("price in pounds"), LeftOut("garden", Reason.EMPTY), AsNumber("x"))
    return MessyTable(columns, price, treatments, Task.QUANTITY)


def diagnoses() -> MessyTable:
    """A category that is the target in other words, three classes."""
    rng, _, honest = _world(9)
    classes = rng.integers(0, 3, ROWS)
    columns = {
        "code": list(np.array(["C50", "D24", "Z00"])[classes]),
        "color": list(rng.choice(["red", "green", "blue", "grey"], ROWS)),
        "x": honest,
    }
    treatments = (AsCategory("code"), AsCategory("color"), AsNumber("x"))
    return MessyTable(columns, np.array(["malignant", "benign", "healthy"])[classes], treatments)


def evil() -> MessyTable:
    """Names and cells that would like to be markup."""
    rng, classes, honest = _world(10)
    columns = {
        "<script>alert(1)</script>": list(10.0 * classes),
        '"><img src=x onerror=alert(2)>': list(rng.choice(["<b>bold</b>", "a & b", "`code`", "[red]x[/red]"], ROWS)),
        "[bold]rich[/bold] {{ 7 * 7 }}": honest,
        "</style></title>" + "long" * 60: [None if i % 3 else value for i, value in enumerate(honest)],
        "日本語の列": list(rng.choice(["東京", "大阪"], ROWS)),
    }
    script, image, rich, long, japanese = columns
    treatments = (AsNumber(script), AsCategory(image), AsNumber(rich), AsNumber(long), AsCategory(japanese))
    return MessyTable(columns, classes, treatments)


def visits() -> MessyTable:
    """A number of visits to be learned, numbers and words half and half, serial numbers of which few come again."""
    rng, _, honest = _world(12)
    columns = {
        "dose": list(rng.choice(["5", "7.5", "10", "20", "about 3", "n.a."], ROWS, p=[0.2, 0.2, 0.2, 0.1, 0.15, 0.15])),
        "device": [f"K-{rng.integers(0, 200):03d}" for _ in range(ROWS)],
        "ward": list(rng.choice(["1", "2", "3B"], ROWS)),
        "x": honest,
    }
    treatments = (AsCategory("dose"), AsCategory("device"), AsCategory("ward"), AsNumber("x"))
    return MessyTable(columns, rng.poisson(2.5, ROWS), treatments)


MESSY: dict[str, Callable[[], MessyTable]] = {
    make.__name__: make
    for make in (customers, patients, tickets, weather, heights, fraud, pilot, houses, diagnoses, visits, evil)
}


def tidy() -> MessyTable:
    """Nothing to say: honest numbers and categories, some of them strong."""
    rng, classes, honest = _world(11)
    columns = {
        "x": honest,
        "strong": list(3.0 * classes + rng.normal(size=ROWS)),
        "income": list(rng.lognormal(8.0, 1.0, ROWS)),
        "visits": list(rng.poisson(2.0, ROWS).astype(float)),
        "color": list(np.array(["red", "green"])[np.where(rng.random(ROWS) < 0.8, classes, 1 - classes)]),
        "town": list(rng.choice([f"town {i}" for i in range(30)], ROWS)),
    }
    kinds = {"color": AsCategory, "town": AsCategory}
    return MessyTable(columns, classes, tuple(kinds.get(name, AsNumber)(name) for name in columns))
