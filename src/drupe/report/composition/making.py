"""How the report was made: the solver, versions, and the command to make it again."""

from drupe.analysis.fitting import MANY
from drupe.analysis.provenance import Provenance
from drupe.analysis.solver_facts import SolverFacts
from drupe.report.blocks import Block, Code, Facts, Section, Text, Tone
from drupe.report.numbers import count, seconds


def solver_section(facts: SolverFacts, coarse: bool = False) -> Section:
    """What the solver reached; `coarse` if it was asked for less because there are so many rows."""
    relative = abs(facts.gap) / max(abs(facts.objective), 1e-300)
    blocks: list[Block] = []
    if not facts.converged:
        text = f"The solver {facts.stop}: the model is the best so far, not the optimum."
        blocks.append(Text(text, Tone.WARNING))
    if coarse:
        text = f"With more than {MANY:,} training rows the solver may stop at ten times the usual violation, "
        text += "which saves half its steps and changes hardly any answer."
        blocks.append(Text(text, Tone.NOTE))
    # At a corner the conditions of an optimum hold with room to spare: the largest violation is then below nought.
    violation = max(facts.violation, 0.0)
    rows = (
        ("stopped because it", facts.stop),
        ("duality gap", f"{facts.gap:.2e}, {relative:.1e} of the objective"),
        ("violation of optimality", f"{violation:.2e}, at most {facts.tolerance:g} was asked for"),
        ("steps", f"{facts.iterations} for {count(facts.problems, 'problem')}"),
        ("time", f"{seconds(facts.seconds)} with {count(facts.threads, 'thread')}"),
    )
    return Section("The solver", (*blocks, Facts(rows)))


def making_section(origin: Provenance) -> Section:
    """Versions, seed, command."""
    blocks: list[Block] = [Code(origin.command)] if origin.command else []
    facts = [("made", origin.made), ("computer", origin.computer)]
    facts += [] if origin.seed is None else [("seed of splits and folds", str(origin.seed))]
    facts += [("versions", ", ".join(f"{name} {number}" for name, number in origin.versions))]
    facts += [(f"SHA-256 of {name}", digest) for name, digest in origin.checksums]
    return Section("How to make this again", (*blocks, Facts(tuple(facts))))
