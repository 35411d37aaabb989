"""The program of a vote that grows rule by rule: each solution starts from the one before."""

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector

PERTURBATION = 1e-7
"""Largest cost by which ties between examples are broken on the way; the weights of rules are free of it."""

FEASIBLE = 1e-9
"""By how much a variable may lie beyond its bounds."""

PIVOT, SURE_PIVOT = 1e-9, 1e-7
"""Smallest entry that counts, and that a step may divide by."""

FACTOR_EACH = 100
"""Steps after which the inverse is computed afresh."""

STEPS = 20_000
"""Of one solution; no more than rounding in a circle would need so many."""


class GrowingProgram:
    """min γ,  Σᵢ uᵢ sₜᵢ ≤ γ for every rule t,  Σ u = 1,  0 ≤ uᵢ ≤ capᵢ, sₜᵢ = yᵢ hₜ(xᵢ), by the dual simplex method.

    The variables are u of n examples, γ, and a slack for each rule, numbered in that order. A new rule is a row that is
    violated, while all reduced costs keep their signs, so that a few steps mend it; the basis has one row for each rule
    and one more. The multipliers of rows are the weights of the vote. A step passes examples that go from one bound to
    the other, as long as the objective rises.

    Parameters
    ----------
    first
        sₜᵢ of the first rule.
    caps
        The largest weights that examples may get, of sum 1 or more.

    Examples
    --------
    >>> program = GrowingProgram(np.array([1.0, 1.0, -1.0]), np.ones(3))
    >>> for other in ([1.0, -1.0, 1.0], [-1.0, 1.0, 1.0]):
    ...     program.add(np.array(other))
    ...     solved = program.solve()
    >>> solved, program.example_weights.round(6).tolist(), program.rule_weights.round(6).tolist()
    (True, [0.333333, 0.333333, 0.333333], [0.333333, 0.333333, 0.333333])

    References
    ----------
    [Demiriz02]_, section 4, for the programs; [Maros03]_, section 3, for steps past bounds; places not checked.
    """

    inverse: Matrix
    values: Vector
    reduced: Vector
    slack_costs: Vector
    in_basis: npt.NDArray[np.bool_]
    since: int

    def __init__(self, first: Vector, caps: Vector):
        self.n, self.rules, self.caps, self.steps = len(first), 1, caps, 0
        self.costs = PERTURBATION * np.random.default_rng(0).random(self.n)
        self._held = np.empty((16, self.n))
        self._held[0] = first
        # With one rule the examples of least margin get all they may; the one that gets the rest is in the basis.
        order = np.argsort(self.costs + first, kind="stable")
        last = min(int(np.searchsorted(np.cumsum(caps[order]), 1.0 - 1e-15)), self.n - 1)
        self.at_cap = np.zeros(self.n, dtype=bool)
        self.at_cap[order[:last]] = True
        self.basic: Index = np.array([order[last], self.n])
        self._factor()

    @property
    def signed(self) -> Matrix:
        """sₜᵢ: a row for each rule."""
        return self._held[: self.rules]

    @property
    def example_weights(self) -> Vector:
        """u."""
        found = np.where(self.at_cap, self.caps, 0.0)
        own = self.basic < self.n
        found[self.basic[own]] = self.values[own]
        return np.clip(found, 0.0, self.caps)

    @property
    def rule_weights(self) -> Vector:
        """The weights of the vote: multipliers of this basis with the true costs."""
        found = (self.basic == self.n).astype(np.float64) @ self.inverse
        a = np.maximum(-found[1:], 0.0)
        return np.asarray(a / a.sum())

    def add(self, signed: Vector) -> None:
        """Let a rule join, with its slack in the basis."""
        if self.rules == len(self._held):
            self._held = np.vstack([self._held, np.empty_like(self._held)])
        self._held[self.rules] = signed
        row = self._row_of_basis(signed)
        inverse = np.zeros((self.rules + 2, self.rules + 2))
        inverse[:-1, :-1], inverse[-1, :-1], inverse[-1, -1] = self.inverse, -row @ self.inverse, 1.0
        value = -float(signed[self.at_cap] @ self.caps[self.at_cap]) - float(row @ self.values)
        self.inverse, self.values = inverse, np.append(self.values, value)
        self.basic = np.append(self.basic, self.n + 1 + self.rules)
        self.in_basis = np.append(self.in_basis, True)
        self.slack_costs = np.append(self.slack_costs, 0.0)
        self.rules += 1

    def solve(self) -> bool:
        """Go to the optimum; False where rounding stands in the way."""
        for _ in range(STEPS):
            if self.since >= FACTOR_EACH:
                self._factor()
            leaving = self._leaving()
            if leaving is None or not self._step(*leaving):
                if not self.since:
                    return leaving is None
                self._factor()
        return False

    def _leaving(self) -> tuple[int, float, bool] | None:
        """Of the basic variables the one farthest beyond its bounds, in units of its row; by how much, and if below."""
        examples = self.basic < self.n
        upper = np.where(examples, self.caps[np.minimum(self.basic, self.n - 1)], np.inf)
        lower = np.where(self.basic == self.n, -np.inf, 0.0)
        beyond = np.maximum(lower - self.values, self.values - upper)
        if beyond.max() <= FEASIBLE:
            return None
        norms = np.einsum("ij,ij->i", self.inverse, self.inverse)
        row = int(np.argmax(np.where(beyond > FEASIBLE, beyond**2 / norms, 0.0)))
        return row, float(beyond[row]), bool(self.values[row] < lower[row])

    def _step(self, row: int, beyond: float, below: bool) -> bool:
        """Exchange one variable of the basis; False if no other may take its place."""
        n, line = self.n, self.inverse[row]
        along, slack_along = line[0] + line[1:] @ self.signed, line[1:].copy()
        sign = -1.0 if below else 1.0
        pull = np.where(self.in_basis[:n], 0.0, sign * along)
        slack_pull = np.where(self.in_basis[n + 1 :], 0.0, sign * slack_along)
        some = np.flatnonzero(np.where(self.at_cap, -pull, pull) > PIVOT)
        slacks = np.flatnonzero(slack_pull > PIVOT)
        candidates = np.concatenate([some, slacks + n + 1])
        if not len(candidates):
            return False
        ratios = np.concatenate([self.reduced[some] / pull[some], self.slack_costs[slacks] / slack_pull[slacks]])
        relief = np.concatenate([np.abs(pull[some]) * self.caps[some], np.full(len(slacks), np.inf)])
        order = np.argsort(ratios, kind="stable")
        spent = np.cumsum(relief[order]) > beyond
        last = int(np.argmax(spent)) if spent.any() else len(order) - 1
        entering = int(candidates[order[last]])
        column = self._column(entering)
        if abs(column[row]) < SURE_PIVOT:
            return False
        self._flip(candidates[order[:last]])
        self._exchange(row, entering, column, below, along, slack_along)
        return True

    def _flip(self, examples: Index) -> None:
        """From one bound to the other."""
        if len(examples):
            change = np.where(self.at_cap[examples], -self.caps[examples], self.caps[examples])
            self.values -= self.inverse @ np.append(change.sum(), self.signed[:, examples] @ change)
            self.at_cap[examples] ^= True

    def _exchange(
        self, row: int, entering: int, column: Vector, below: bool, along: Vector, slack_along: Vector
    ) -> None:
        n, leaving = self.n, int(self.basic[row])
        rate = (self.reduced[entering] if entering < n else self.slack_costs[entering - n - 1]) / column[row]
        self.in_basis[leaving], self.in_basis[entering] = False, True
        self.reduced -= rate * along
        self.slack_costs -= rate * slack_along
        self.reduced[self.in_basis[:n]] = 0.0
        self.slack_costs[self.in_basis[n + 1 :]] = 0.0
        if leaving < n:
            self.reduced[leaving] = -rate
        else:
            self.slack_costs[leaving - n - 1] = -rate
        bound = self.caps[leaving] if not below else 0.0
        length = (self.values[row] - bound) / column[row]
        started = self.caps[entering] if entering < n and self.at_cap[entering] else 0.0
        self.values -= length * column
        self.values[row] = started + length
        if entering < n:
            self.at_cap[entering] = False
        if leaving < n:
            self.at_cap[leaving] = not below
        self.basic[row] = entering
        line = self.inverse[row] / column[row]
        column[row] = 0.0
        self.inverse -= np.outer(column, line)
        self.inverse[row] = line
        self.since += 1
        self.steps += 1

    def _factor(self) -> None:
        """The inverse of the basis, the values of its variables and the reduced costs of all others, afresh."""
        n = self.n
        self.inverse = np.linalg.inv(np.column_stack([self._entries(int(own)) for own in self.basic]))
        self.in_basis = np.zeros(n + 1 + self.rules, dtype=bool)
        self.in_basis[self.basic] = True
        at = self.at_cap
        self.values = self.inverse @ np.append(1.0 - self.caps[at].sum(), -(self.signed[:, at] @ self.caps[at]))
        prices = self._row_of_basis(self.costs, 1.0) @ self.inverse
        self.reduced = np.where(self.in_basis[:n], 0.0, self.costs - prices[0] - prices[1:] @ self.signed)
        self.slack_costs = np.where(self.in_basis[n + 1 :], 0.0, -prices[1:])
        self.since = 0

    def _row_of_basis(self, examples: Vector, objective: float = -1.0) -> Vector:
        """Entries of the basic variables in a row, given those of examples and that of γ; slacks have none."""
        own = examples[np.minimum(self.basic, self.n - 1)]
        return np.where(self.basic < self.n, own, np.where(self.basic == self.n, objective, 0.0))

    def _entries(self, variable: int) -> Vector:
        """The column of a variable."""
        if variable < self.n:
            return np.append(1.0, self.signed[:, variable])
        if variable == self.n:
            return np.append(0.0, -np.ones(self.rules))
        return np.append(0.0, np.arange(self.rules) == variable - self.n - 1).astype(np.float64)

    def _column(self, variable: int) -> Vector:
        """The column of a variable in terms of the basis."""
        if variable > self.n:
            return self.inverse[:, variable - self.n].copy()
        return np.asarray(self.inverse @ self._entries(variable))
