"""Whose risk a bound speaks of; a certificate never puts one in place of another."""

from drupe.foundation.enumerations import Enumeration


class Subject(Enumeration):
    """The rule that is certified."""

    FITTED = "the fitted rule itself"
    GIBBS = "a rule drawn at random for each prediction, from rules around the fitted one"
    VOTE = "a weighted vote of rules"
    AVERAGE = "the rule that such training gives, on average over training sets"
    EVERY = "every rule of the class at once"
    MOST = "all but a stated share of the rules that a prior would draw"
    COVARIANCE = "the covariance of the distribution"
    COMPONENT = "a principal component of the sample"
