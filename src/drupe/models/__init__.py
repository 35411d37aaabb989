"""Generative models as fitted values: how likely examples are, draws, and derivatives in the parameters."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.models.base import Model
    from drupe.models.bernoulli import Bernoulli
    from drupe.models.beta import Beta
    from drupe.models.binomial import Binomial
    from drupe.models.categorical import Categorical
    from drupe.models.exponential import Exponential
    from drupe.models.exponential_family import ExponentialFamily, Natural, Usual
    from drupe.models.families import Family, GaussianMixtures, HiddenMarkovs, IndependentTokens, MostLikely
    from drupe.models.gamma import Gamma
    from drupe.models.gaussian_mixture import GaussianMixture
    from drupe.models.hidden_markov import HiddenMarkov
    from drupe.models.information import Information
    from drupe.models.mixture import Mixture
    from drupe.models.multivariate_normal import MultivariateNormal
    from drupe.models.normal import Normal, NormalMean
    from drupe.models.poisson import Poisson
    from drupe.models.simplex import SoftMax, Unconstrained
    from drupe.models.topologies import Ergodic, LeftToRight, Profile, Topology
    from drupe.models.training import Training
else:
    on_first_use(__name__)

__all__ = [
    "Bernoulli",
    "Beta",
    "Binomial",
    "Categorical",
    "Ergodic",
    "Exponential",
    "ExponentialFamily",
    "Family",
    "Gamma",
    "GaussianMixture",
    "GaussianMixtures",
    "HiddenMarkov",
    "HiddenMarkovs",
    "IndependentTokens",
    "Information",
    "LeftToRight",
    "Mixture",
    "Model",
    "MostLikely",
    "MultivariateNormal",
    "Natural",
    "Normal",
    "NormalMean",
    "Poisson",
    "Profile",
    "SoftMax",
    "Topology",
    "Training",
    "Unconstrained",
    "Usual",
]
