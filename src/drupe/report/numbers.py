"""Numbers as people read them."""

import math
from collections.abc import Sequence

from drupe.certification.certificate import percent as rounded_down


def percent(share: float, digits: int = 1) -> str:
    """A share in percent.

    >>> percent(0.9649), percent(1.0, 0), percent(-0.5)
    ('96.5 %', '100 %', '−50.0 %')
    """
    return f"{100.0 * share:.{digits}f} %".replace("-", "−")


def percent_at_most(share: float, digits: int = 1) -> str:
    """A share in percent, never rounded down: what is at most this is at most what is printed.

    >>> percent_at_most(0.09912), percent_at_most(0.1), percent(0.09912)
    ('10.0 %', '10.0 %', '9.9 %')
    """
    return percent(_upward(share, digits + 2), digits)


def error_share(share: float) -> str:
    """A share of wrong answers, the same wherever it stands on a page: two digits below one percent, else one.

    >>> error_share(0.344), error_share(0.0051), error_share(0.0)
    ('34.4 %', '0.51 %', '0.0 %')
    """
    return percent(share, _error_digits(share))


def error_share_at_most(share: float) -> str:
    """The same for a limit, never rounded down.

    >>> error_share_at_most(0.3651), error_share_at_most(0.00421), error_share_at_most(math.inf)
    ('36.6 %', '0.43 %', 'inf %')
    """
    return percent_at_most(share, _error_digits(share))


def _error_digits(share: float) -> int:
    return 2 if 0.0 < share < 0.01 else 1


def quantity_at_most(value: float) -> str:
    """A number of the user's own units, never rounded down.

    >>> quantity_at_most(43.21), quantity_at_most(1234.01), quantity_at_most(0.5)
    ('43.3', '1235', '0.5')
    """
    if not (math.isfinite(value) and value > 0.0):
        return quantity(value)
    places = 0 if 1000.0 <= value < LONG else 2 - math.floor(math.log10(value))
    return quantity(_upward(value, places))


def _upward(value: float, places: int) -> float:
    """The smallest number with so many decimal places that is no smaller, but for rounding."""
    if not math.isfinite(value):
        return value
    scaled = value * 10.0**places
    nearest = round(scaled)
    return (nearest if abs(scaled - nearest) <= 1e-9 * max(1.0, abs(scaled)) else math.ceil(scaled)) / 10.0**places


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


def quantity(value: float) -> str:
    """A number of the user's own units: three digits, or all before the point; none after it for whole numbers.

    >>> quantity(43.2174), quantity(42.98), quantity(25.0), quantity(0.0012345), quantity(12345.6), quantity(-1.5)
    ('43.2', '43.0', '25', '0.00123', '12\u202f346', '−1.50')
    >>> quantity(2.26e8), quantity(-5e-9)
    ('2.26 × 10⁸', '−5.00 × 10⁻⁹')
    """
    if not math.isfinite(value):
        return str(value)
    size = abs(value)
    if size >= LONG or 0.0 < size < 1.0 / LONG:
        digits, _, power = f"{size:.2e}".partition("e")
        text = f"{digits} × 10{str(int(power)).translate(RAISED)}"
    elif size >= 1000.0:
        text = f"{size:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}" if size >= 9999.5 else "")
    elif 1.0 <= size < 1000.0 and size != round(size):
        text = f"{size:#.3g}".rstrip(".")
    else:
        text = f"{size:.3g}"
    return f"−{text}" if value < 0.0 else text


LONG = 1e6
"""From here on, and below its inverse, numbers are written with a power of ten."""

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def confidence(delta: float) -> str:
    """1 − δ in percent, with as many digits as it takes, never rounded up.

    >>> confidence(0.05), confidence(0.001), confidence(1e-8)
    ('95 %', '99.9 %', '99.9999 %')
    """
    return rounded_down(1.0 - delta)


def listing(words: Sequence[str]) -> str:
    """Words with commas and an "and".

    >>> listing(["one"]), listing(["one", "two", "three"])
    ('one', 'one, two and three')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def capitalized(text: str) -> str:
    """The same with a capital at the beginning, the rest untouched.

    >>> capitalized("an SVC")
    'An SVC'
    """
    return text[:1].upper() + text[1:]
