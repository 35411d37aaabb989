"""How time and memory of a first fit grow with the number of examples, and all of MNIST at once."""

from collections.abc import Iterator

from alone import Measured, libraries, measured
from data import folder
from measure import OURS, Goal, Row, Settings, exponent

SIZES = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000)
EVERY = {"ijcnn1": 141_691}
"""Examples that there are, where they are fewer than the largest size."""

PATIENCE = 60.0
"""Seconds of a fit after which a library is not asked about larger sizes, unless everything is."""

STEEPEST, STEEPEST_MEMORY = 1.6, 1.05
"""p of seconds ~ nᵖ and of bytes ~ nᵖ, at most."""

FROM = 20_000
"""Examples from which on memory counts: below, what every process needs hides its growth."""

MNIST_SECONDS, MNIST_BYTES = 15.0, 2e9


def growth(name: str, settings: Settings) -> Iterator[Row]:
    """Every library at every size that it has the time for, then the exponents."""
    found: dict[str, dict[int, Measured]] = {library: {} for library in libraries()}
    largest = EVERY.get(name, SIZES[-1])
    for size in sorted({min(size, largest) for size in SIZES}):
        examples = max(100, settings.size(size))
        for library, runs in found.items():
            if settings.full or all(run.first_fit < PATIENCE for run in runs.values()):
                runs[examples] = measured(library, f"{name} of {examples}", settings)
        here = {library: runs[examples] for library, runs in found.items() if examples in runs}
        numbers = {f"{library} s": run.first_fit for library, run in here.items()}
        numbers |= {f"{library} MB": run.fit_bytes / 1e6 for library, run in here.items()}
        numbers |= {
            f"{peer} / {OURS}": run.first_fit / here[OURS].first_fit for peer, run in here.items() if peer != OURS
        }
        yield Row(f"{name}, {examples}", numbers)
    ours = found[OURS]
    numbers = {
        f"{library} exponent": exponent({n: run.first_fit for n, run in runs.items()})
        for library, runs in found.items()
    }
    large = {n: run.fit_bytes for n, run in ours.items() if n >= settings.size(FROM)}
    numbers["memory exponent"] = exponent({n: max(1.0, more) for n, more in large.items()})
    goals = (Goal(f"{OURS} exponent", STEEPEST, at_most=True), Goal("memory exponent", STEEPEST_MEMORY, at_most=True))
    yield Row(f"{name}, growth", numbers, goals)


def mnist(settings: Settings) -> Row:
    """All 60,000 digits, ten classes: seconds of the first fit and the most memory that its process had."""
    examples = max(100, settings.size(60_000))
    run = measured(OURS, f"mnist of {examples}", settings)
    numbers = {f"{OURS} s": run.first_fit, "peak MB": run.peak_bytes / 1e6, "predict s": run.first_predict}
    goals = (Goal(f"{OURS} s", MNIST_SECONDS, at_most=True), Goal("peak MB", MNIST_BYTES / 1e6, at_most=True))
    return Row(f"mnist, {examples}", numbers, goals)


def rows(settings: Settings) -> Iterator[Row]:
    """Two problems that grow, and MNIST."""
    place = folder(settings)
    yield from growth("cover", settings)
    if place is not None and (place / "ijcnn1.npz").exists():
        yield from growth("ijcnn1", settings)
    if place is not None and (place / "mnist.npz").exists():
        yield mnist(settings)
