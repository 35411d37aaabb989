"""What a theorem takes for granted, as sentences."""

from drupe.foundation.enumerations import Enumeration


class Assumption(Enumeration):
    """A premise of a bound, as a sentence."""

    INDEPENDENT = "the examples were drawn independently from one distribution, which future examples follow too"
    FRESH = "the rule was fixed before these examples were looked at"
    BY_POSITION = "which rows were held out was decided by a hash of their position alone, before they were read"
    DRAWN_ONCE = (
        "the number that decides within a whole error was drawn once, and not again until the limit looked good"
    )
    PREPARED = "columns and examples were chosen, scaled and filled in without a look at the examples tested on"
    FIXED_KERNEL = "kernel and parameters were fixed before the data were looked at, or their number is accounted for"
    FIXED_CLASS = "the class of rules was fixed before the data were looked at"
    FIXED_MARGIN = "the margin was asked for before the data were looked at"
    CONSISTENT = "the rule makes no mistake on its training examples"
    BOUNDED_INPUTS = "all examples, future ones too, lie within the stated radius in feature space"
    BOUNDED_LOSS = "the loss of any example, future ones too, lies within the stated range"
    COMPRESSION = "training again on the kept examples alone gives the same rule"
    PERMUTATION_INVARIANT = "the rule does not depend on the order of the examples"
    OPTIMUM = "the optimization problem was solved exactly"
    PRIOR = "the prior was fixed before the data were looked at"
    SUMMARY = "the fitted rule answers everywhere as the vote of the stated set of rules does"
    REALIZABLE = "the true rule belongs to the class of hypotheses"
