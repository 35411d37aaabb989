"""A clock: how long one move may take, by the time that is left."""

from dataclasses import dataclass, replace

HASTE = 0.05
"""Seconds kept back at each move, for what is between a program and its referee."""

FEWEST = 10
"""Moves that the rest of the main time must last for at least."""


@dataclass(frozen=True)
class Clock:
    """Main time, then periods of so many stones, as GTP's time_settings has them (Canadian overtime).

    Parameters
    ----------
    main
        Seconds of main time left.
    period
        Seconds of each period after it.
    stones
        Moves to be made in each period; with a period but no stones there is no limit.
    stones_left
        Moves to be made in the period that runs; 0 in main time.
    limited
        Whether there is any limit.

    Examples
    --------
    >>> Clock.set(main=60.0, period=0.0, stones=0).for_move(moves_left=40)
    1.45
    >>> Clock.set(main=0.0, period=10.0, stones=5).for_move(moves_left=40)
    1.95
    >>> Clock().for_move(40) is None
    True

    References
    ----------
    [Farneback02]_, section 4.2.
    """

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    stones_left: int = 0
    limited: bool = False

    @classmethod
    def set(cls, main: float, period: float, stones: int) -> "Clock":
        """As at the start of a game."""
        limited = not (period > 0 and stones == 0)
        overtime = limited and main <= 0 and period > 0
        return cls(period if overtime else main, period, stones, stones if overtime else 0, limited)

    def left(self, seconds: float, stones: int) -> "Clock":
        """As the referee says: so much time left, in a period for so many stones, or in main time for 0."""
        return replace(self, main=seconds, stones_left=stones, limited=True)

    def after(self, seconds: float) -> "Clock":
        """After a move that took so long."""
        if not self.limited:
            return self
        rest = self.main - seconds
        if self.stones_left:
            # The last stone of a period starts the next one.
            last = self.stones_left == 1
            return replace(
                self, main=self.period if last else rest, stones_left=self.stones if last else self.stones_left - 1
            )
        if rest > 0 or self.period <= 0:
            return replace(self, main=rest)
        return replace(self, main=self.period, stones_left=self.stones)

    def for_move(self, moves_left: int) -> float | None:
        """Seconds that the next move may take; None if there is no limit."""
        if not self.limited:
            return None
        share = self.stones_left or max(moves_left, FEWEST)
        # In main time with periods to follow, the periods are a reserve; without, one must never run out.
        return max(self.main / share - HASTE, 0.0)
