"""Forms written down as programs for the native core."""

from collections.abc import Sequence

from drupe.kernels.forms import maps
from drupe.kernels.forms.nodes import Algebra, Base, Constant, Factor, Form, Metric, Shift, VectorFunction
from drupe.native import Metric as NativeMetric
from drupe.native import Op, Program

LEAST, MOST = 1e-30, 1e30
"""Sizes of numbers that can be multiplied in single precision without becoming infinite or nothing."""


class UnknownMapError(TypeError):
    """A pointwise map that only numpy can evaluate."""


class Assembler(Algebra[None]):
    """Emits instructions; values live on the program's stack, so nothing is returned.

    `leniency` divides every rate: how many times the core's usual error may be made for the sake of speed.
    """

    def __init__(self, leniency: float = 1.0) -> None:
        self.leniency = leniency
        self.program = Program()
        self.bases: list[Base] = []
        self._places: dict[Base, int] = {}
        self.functions: list[VectorFunction] = []
        self.fits_single = True
        """Whether every number of the program can be had in single precision."""

    def _emit(
        self, op: Op, operand: int = 0, a: float = 0.0, b: float = 0.0, coefficients: Sequence[float] = ()
    ) -> None:
        for number in (a, b, *coefficients):
            if number != 0.0 and not LEAST <= abs(number) <= MOST:
                self.fits_single = False
        self.program.emit(op, operand, a=a, b=b, coefficients=list(coefficients))

    def base(self, base: Base) -> None:
        place = self._places.setdefault(base, len(self.bases))
        if place == len(self.bases):
            self.bases.append(base)
            self.program.base(_METRICS[base.metric], base.rate / self.leniency)
        self._emit(Op.BASE, place)

    def constant(self, value: float) -> None:
        self._emit(Op.CONSTANT, a=value)

    def mapped(self, map: maps.Map, of: None) -> None:
        if type(map) not in _KNOWN:  # a subclass may compute something else
            raise UnknownMapError(f"the core has no instruction for {map!r}.")
        match map:
            case maps.Affine(slope, offset):
                self._emit(Op.AFFINE, a=slope, b=offset)
            case maps.Exp(rate):
                self._emit(Op.EXP, a=rate)
            case maps.Power(exponent):
                self._emit(Op.POWER, a=exponent)
            case maps.Polynomial(coefficients):
                self._emit(Op.POLYNOMIAL, coefficients=coefficients)
            case maps.Cosine(frequency):
                self._emit(Op.COSINE, a=frequency)
            case maps.Sinc(cutoff):
                self._emit(Op.SINC, a=cutoff)
            case maps.AtMost(limit):
                self._emit(Op.AT_MOST, a=limit)
            case maps.Step(edge):
                self._emit(Op.STEP, a=edge)
            case _:
                self._emit(_PLAIN[type(map)])

    def sum(self, terms: Sequence[Form]) -> None:
        # Constants and outer sums change a tile in place, so they come after one that is already there.
        ordered = sorted(terms, key=lambda term: isinstance(term, Constant | Shift))
        ordered[0].evaluate(self)
        for term in ordered[1:]:
            match term:
                case Constant(value):
                    self._emit(Op.AFFINE, a=1.0, b=value)
                case Shift(function):
                    self._emit(Op.PLUS_OUTER_SUM, self._function(function))
                case _:
                    term.evaluate(self)
                    self._emit(Op.ADD)

    def product(self, factors: Sequence[Form]) -> None:
        ordered = sorted(factors, key=lambda factor: isinstance(factor, Constant | Factor))
        ordered[0].evaluate(self)
        for factor in ordered[1:]:
            match factor:
                case Constant(value):
                    self._emit(Op.AFFINE, a=value)
                case Factor(function):
                    self._emit(Op.TIMES_OUTER_PRODUCT, self._function(function))
                case _:
                    factor.evaluate(self)
                    self._emit(Op.MULTIPLY)

    def outer_product(self, function: VectorFunction) -> None:
        self._emit(Op.CONSTANT, a=1.0)
        self._emit(Op.TIMES_OUTER_PRODUCT, self._function(function))

    def outer_sum(self, function: VectorFunction) -> None:
        self._emit(Op.CONSTANT, a=0.0)
        self._emit(Op.PLUS_OUTER_SUM, self._function(function))

    def _function(self, function: VectorFunction) -> int:
        if function not in self.functions:
            self.functions.append(function)
            self.program.function()
        return self.functions.index(function)


_METRICS = {
    Metric.DOT: NativeMetric.DOT,
    Metric.SQUARED: NativeMetric.SQUARED,
    Metric.DIFFERENCE: NativeMetric.DIFFERENCE,
    Metric.L1: NativeMetric.L1,
    Metric.CHI_SQUARED: NativeMetric.CHI_SQUARED,
    Metric.SAME: NativeMetric.SAME,
}

_PLAIN = {
    maps.Sqrt: Op.SQRT,
    maps.Tanh: Op.TANH,
    maps.TimesLog: Op.TIMES_LOG,
    maps.Positive: Op.POSITIVE,
}

_KNOWN = {maps.Affine, maps.AtMost, maps.Exp, maps.Power, maps.Polynomial, maps.Cosine, maps.Sinc, maps.Step, *_PLAIN}
