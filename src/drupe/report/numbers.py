"""Numbers as people read them."""

import math


def percent(share: float, digits: int = 1) -> str:
    """A share in percent.

    >>> percent(0.9649), percent(1.0, 0)
    ('96.5 %', '100 %')
    """
    return f"{100.0 * share:.{digits}f} %"


def seconds(time: float) -> str:
    """A time, with a unit that suits it.

    >>> seconds(0.0042), seconds(3.24), seconds(125.0)
    ('4.2 ms', '3.2 s', '2 min 5 s')
    """
    if time < 1.0:
        return f"{1e3 * time:.2g} ms" if time < 0.0995 else f"{1e3 * time:.0f} ms"
    if time < 60.0:
        return f"{time:.1f} s"
    return f"{int(time // 60)} min {round(time % 60)} s"


def count(number: int, word: str, plural: str = "") -> str:
    """A number of things.

    >>> count(1, "error"), count(2, "class", "classes"), count(12345, "row")
    ('1 error', '2 classes', '12\u202f345 rows')
    """
    digits = f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}" if number >= 10_000 else "")
    return f"{digits} {word if number == 1 else plural or word + 's'}"


def significant(value: float, digits: int = 4) -> str:
    """A real number with so many digits, with a true minus.

    >>> significant(-0.123456), significant(1e-9)
    ('−0.1235', '1e-09')
    """
    return str(value) if not math.isfinite(value) else f"{value:.{digits}g}".replace("-", "−", 1 if value < 0 else 0)
