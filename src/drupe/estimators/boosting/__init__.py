"""Boosting: votes of many weak rules, and the weak learners that they are made by."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.estimators.boosting.ada_boost_classifier import AdaBoostClassifier
    from drupe.estimators.boosting.arc_gv import ArcGV
    from drupe.estimators.boosting.lp_boost import LPBoost
    from drupe.estimators.boosting.regularized_ada_boost import RegularizedAdaBoost
    from drupe.estimators.boosting.stagewise_additive import StagewiseAdditive
    from drupe.estimators.boosting.stagewise_additive_regressor import StagewiseAdditiveRegressor
    from drupe.estimators.boosting.trained_rules import Trained
    from drupe.solvers.boosting.best_stump import BestStump, GradedStump
    from drupe.solvers.boosting.kernel_column import KernelColumn
    from drupe.solvers.boosting.radial_net import RadialNet
    from drupe.solvers.boosting.small_tree import SmallTree
    from drupe.solvers.boosting.weak import Found, Weak, WeakLearner
else:
    on_first_use(__name__)

__all__ = [
    "AdaBoostClassifier",
    "ArcGV",
    "BestStump",
    "Found",
    "GradedStump",
    "KernelColumn",
    "LPBoost",
    "RadialNet",
    "RegularizedAdaBoost",
    "SmallTree",
    "StagewiseAdditive",
    "StagewiseAdditiveRegressor",
    "Trained",
    "Weak",
    "WeakLearner",
]
