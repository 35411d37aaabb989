"""How the time of a fit grows with the number of examples, and how much memory a large one takes."""

from collections.abc import Iterator

import numpy as np
from alone import measured
from data import noisy
from measure import OURS, Goal, Row, Settings, best_seconds
from sklearn.svm import SVC as SklearnSVC

from drupe import SVC

SIZES = (2_000, 4_000, 8_000, 16_000, 40_000)
LONG = 16_000
"""Examples up to which scikit-learn is asked unless everything is."""

CACHE_BYTES = 200 * 2**20
MORE_MEMORY = 1.2
PARAMETERS = {"C": 1.0, "gamma": 0.05}


def exponent(sizes: list[int], seconds: list[float]) -> float:
    """p of seconds ~ nᵖ, by least squares on logarithms."""
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def growth(settings: Settings) -> Iterator[Row]:
    """Both at every size, then the exponents over the sizes that both were measured at."""
    seconds: dict[str, list[float]] = {OURS: [], "sklearn": []}
    sizes: list[int] = []
    for size in SIZES:
        examples = max(100, settings.size(size))
        x, y = noisy(examples)
        ways = {OURS: lambda x=x, y=y: SVC(**PARAMETERS).fit(x, y)}
        if size <= LONG or settings.full:
            ways["sklearn"] = lambda x=x, y=y: SklearnSVC(**PARAMETERS).fit(x, y)
        taken = best_seconds(ways, 1)
        yield Row(f"{examples} × {x.shape[1]}", {f"{name} s": best for name, best in taken.items()})
        if "sklearn" in taken:
            sizes.append(examples)
            for name, best in taken.items():
                seconds[name].append(best)
    numbers = {f"{name} exponent": exponent(sizes, taken) for name, taken in seconds.items()}
    numbers["exponent above"] = numbers[f"{OURS} exponent"] - numbers["sklearn exponent"]
    yield Row(f"growth up to {sizes[-1]}", numbers, (Goal("exponent above", 0.0, at_most=True),))


def memory(settings: Settings) -> Row:
    """Peak of a process that fits the largest problem at hand, above what it had before, against cache and data."""
    run = measured(OURS, "growing", settings)
    examples = max(100, settings.size(SIZES[-1]))
    data = 8.0 * examples * 20
    more, allowed = run.peak_bytes - run.before_bytes, CACHE_BYTES + data
    numbers = {"peak MB": run.peak_bytes / 1e6, "fit MB": more / 1e6, "fit / (cache + data)": more / allowed}
    return Row(f"memory, {examples} × 20", numbers, (Goal("fit / (cache + data)", MORE_MEMORY, at_most=True),))


def rows(settings: Settings) -> Iterator[Row]:
    """Growth, memory."""
    yield from growth(settings)
    yield memory(settings)
