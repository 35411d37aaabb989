"""Small problems are solved far beyond the tolerance: it costs next to nothing, and makes the answer unique.

A solver that stops at a violation of 10⁻³ returns one of many answers, and which one depends on the order of the rows
and on whether an example is repeated or weighted. A small problem is therefore driven on until such differences
vanish in rounding, for as long as that takes few steps; it counts as converged as soon as the tolerance is met.
"""

from drupe.solvers.options import Options, Precision

SMALL = 500
"""Examples up to which a problem is small."""

FURTHER = 1e-7
"""Factor of the tolerance that is aimed at, and never less than FLOOR."""

FLOOR = 1e-11
"""About what float64 can reach where outputs are of order one."""

ALONE = 200
"""Examples up to which one thread is done before others are awake, or have to be waited for on a busy machine."""

STEPS = 10_000
"""Steps that may be spent on it in any case."""

STEPS_EACH = 100
"""Further steps for each variable."""


def refines(options: Options, examples: int) -> bool:
    """Whether a problem of so many examples is driven on beyond the tolerance."""
    return options.refine and examples <= SMALL


def further(options: Options, variables: int) -> Options:
    """The options of the first attempt at a small problem: tighter, in few steps, double precision and often alone."""
    limit = STEPS + STEPS_EACH * variables
    return options.but(
        tolerance=min(options.tolerance, max(FURTHER * options.tolerance, FLOOR)),
        enough=options.tolerance,
        max_iterations=limit if options.max_iterations is None else min(limit, options.max_iterations),
        precision=Precision.DOUBLE if options.precision is Precision.AUTO else options.precision,
        threads=1 if variables <= ALONE else options.threads,
    )
