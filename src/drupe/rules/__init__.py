"""Rules with values from −1 to 1, or that name a class: what weak learners find, and votes are made of."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.rules.constant_rule import ConstantRule
    from drupe.rules.kernel_columns import KernelColumns
    from drupe.rules.radial_rule import RadialRule
    from drupe.rules.rule_list import Rule, RuleList, Rules
    from drupe.rules.stumps import Stumps
    from drupe.rules.trees import Trees
else:
    on_first_use(__name__)

__all__ = ["ConstantRule", "KernelColumns", "RadialRule", "Rule", "RuleList", "Rules", "Stumps", "Trees"]
