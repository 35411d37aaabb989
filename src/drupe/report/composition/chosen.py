"""The chosen model in words and formula."""

from drupe.analysis.description import Description
from drupe.report.blocks import Block, Facts, Formula, Section, Text


def model_section(description: Description) -> Section:
    """What kind of machine it is, what it solves, what the rule is, which kernel it compares with."""
    kernel = "" if description.kernel == "–" else f", with the kernel {description.kernel}"
    if description.kernel.startswith("none"):
        kernel = "; here always the same answer, because nothing better was found"
    elif description.kernel[0].islower():
        kernel = f", comparing strings by {description.kernel}"
    kind = f": {description.kind}" if description.kind else ""
    blocks: list[Block] = [Text(f"{description.machine}{kind}{kernel}.")]
    if description.problem:
        blocks.append(Formula(description.problem.rstrip("."), "what the machine is"))
    if description.rule:
        blocks.append(Formula(description.rule, "the fitted rule"))
    if description.kernel_formula:
        blocks.append(Formula(description.kernel_formula.rstrip("."), "how two examples are compared"))
    if description.facts:
        blocks.append(Facts(description.facts))
    return Section("The model", tuple(blocks))
