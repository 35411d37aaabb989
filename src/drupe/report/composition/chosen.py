"""The chosen model in words and formula."""

from drupe.analysis.description import Description
from drupe.report.blocks import Block, Facts, Formula, Section, Text


def model_section(description: Description) -> Section:
    """What the machine solves, what the rule is, which kernel it compares with."""
    kernel = "" if description.kernel == "–" else f" with the kernel {description.kernel}"
    blocks: list[Block] = [Text(f"{description.machine}{kernel}.")]
    if description.problem:
        blocks.append(Formula(description.problem.rstrip("."), "what the machine is"))
    if description.rule:
        blocks.append(Formula(description.rule, "the fitted rule"))
    if description.kernel_formula:
        blocks.append(Formula(description.kernel_formula.rstrip("."), "how two examples are compared"))
    if description.facts:
        blocks.append(Facts(description.facts))
    return Section("The model", tuple(blocks))
