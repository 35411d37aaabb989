"""drupe: kernel machines with certificates."""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from drupe.analysis.study import study
    from drupe.certification.certified_classifier import CertifiedClassifier
    from drupe.certification.certify import certify
    from drupe.displays.certificate_display import CertificateDisplay
    from drupe.displays.coverage_risk_display import CoverageRiskDisplay
    from drupe.displays.decision_region_display import DecisionRegionDisplay
    from drupe.displays.gram_display import GramDisplay
    from drupe.displays.margin_display import MarginDisplay
    from drupe.estimators.bayes_point.bayes_point_machine import BayesPointMachine
    from drupe.estimators.bayes_point.ep_bayes_point_machine import EPBayesPointMachine
    from drupe.estimators.gaussian_process.gaussian_process_regressor import GaussianProcessRegressor
    from drupe.estimators.margin.adaptive_margin_machine import AdaptiveMarginMachine
    from drupe.estimators.margin.enclosing_ball import EnclosingBall
    from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
    from drupe.estimators.margin.largest_ball_svc import LargestBallSVC
    from drupe.estimators.margin.leave_one_out_machine import LeaveOneOutMachine
    from drupe.estimators.margin.lp_svc import LPSVC
    from drupe.estimators.margin.mixed_norm_svc import MixedNormSVC
    from drupe.estimators.margin.nearest_hulls_svc import NearestHullsSVC
    from drupe.estimators.margin.nu_svc import NuSVC
    from drupe.estimators.margin.nu_svr import NuSVR
    from drupe.estimators.margin.one_class_svm import OneClassSVM
    from drupe.estimators.margin.squared_svr import SquaredSVR
    from drupe.estimators.margin.svc import SVC
    from drupe.estimators.margin.svr import SVR
    from drupe.estimators.margin.two_norm_svc import TwoNormSVC
    from drupe.estimators.multiclass.directed_acyclic_graph import DirectedAcyclicGraph
    from drupe.estimators.multiclass.error_correcting_codes import ErrorCorrectingCodes
    from drupe.estimators.multiclass.one_vs_one import OneVsOne
    from drupe.estimators.multiclass.one_vs_rest import OneVsRest
    from drupe.estimators.neighbors.condensed_neighbors import CondensedNeighbors
    from drupe.estimators.neighbors.default_classifier import DefaultClassifier
    from drupe.estimators.neighbors.moving_window import MovingWindow
    from drupe.estimators.neighbors.nearest_mean import NearestMean
    from drupe.estimators.neighbors.neighbors_classifier import NeighborsClassifier
    from drupe.estimators.neighbors.parzen_classifier import ParzenClassifier
    from drupe.estimators.neighbors.parzen_density import ParzenDensity
    from drupe.estimators.perceptron.adaline import Adaline
    from drupe.estimators.perceptron.averaged_perceptron import AveragedPerceptron
    from drupe.estimators.perceptron.kernel_adaline import KernelAdaline
    from drupe.estimators.perceptron.kernel_perceptron import KernelPerceptron
    from drupe.estimators.perceptron.minover_perceptron import MinoverPerceptron
    from drupe.estimators.perceptron.perceptron import Perceptron
    from drupe.estimators.perceptron.pocket_perceptron import PocketPerceptron
    from drupe.estimators.perceptron.voted_perceptron import VotedPerceptron
    from drupe.estimators.regularized.kernel_ridge import KernelRidge
    from drupe.estimators.regularized.regularized_classifier import RegularizedClassifier
    from drupe.estimators.regularized.regularized_regressor import RegularizedRegressor
    from drupe.estimators.reject.coverage_risk import coverage_risk_curve
    from drupe.estimators.reject.reject_option import RejectOption
    from drupe.estimators.voting.bayesian_transduction import BayesianTransduction
    from drupe.estimators.voting.gibbs_classifier import GibbsClassifier
    from drupe.inputs.readers.read import read
    from drupe.persistence.archive import load, save
    from drupe.report.report import Report
    from drupe.selection.c_path import c_path
    from drupe.selection.self_bounding_search import SelfBoundingSearch
    from drupe.selection.svc_path_cv import SVCPathCV

__version__ = version("drupe")

# Where each flat name lives; a module is imported when its name is first asked for, so that `import drupe` is cheap.
_HOMES = {
    "Adaline": "drupe.estimators.perceptron.adaline",
    "AdaptiveMarginMachine": "drupe.estimators.margin.adaptive_margin_machine",
    "AveragedPerceptron": "drupe.estimators.perceptron.averaged_perceptron",
    "BayesPointMachine": "drupe.estimators.bayes_point.bayes_point_machine",
    "BayesianTransduction": "drupe.estimators.voting.bayesian_transduction",
    "CertificateDisplay": "drupe.displays.certificate_display",
    "CertifiedClassifier": "drupe.certification.certified_classifier",
    "CondensedNeighbors": "drupe.estimators.neighbors.condensed_neighbors",
    "CoverageRiskDisplay": "drupe.displays.coverage_risk_display",
    "DecisionRegionDisplay": "drupe.displays.decision_region_display",
    "DefaultClassifier": "drupe.estimators.neighbors.default_classifier",
    "DirectedAcyclicGraph": "drupe.estimators.multiclass.directed_acyclic_graph",
    "EPBayesPointMachine": "drupe.estimators.bayes_point.ep_bayes_point_machine",
    "EnclosingBall": "drupe.estimators.margin.enclosing_ball",
    "ErrorCorrectingCodes": "drupe.estimators.multiclass.error_correcting_codes",
    "GaussianProcessRegressor": "drupe.estimators.gaussian_process.gaussian_process_regressor",
    "GibbsClassifier": "drupe.estimators.voting.gibbs_classifier",
    "GramDisplay": "drupe.displays.gram_display",
    "HardMarginSVC": "drupe.estimators.margin.hard_margin_svc",
    "KernelAdaline": "drupe.estimators.perceptron.kernel_adaline",
    "KernelPerceptron": "drupe.estimators.perceptron.kernel_perceptron",
    "KernelRidge": "drupe.estimators.regularized.kernel_ridge",
    "LPSVC": "drupe.estimators.margin.lp_svc",
    "LargestBallSVC": "drupe.estimators.margin.largest_ball_svc",
    "LeaveOneOutMachine": "drupe.estimators.margin.leave_one_out_machine",
    "MarginDisplay": "drupe.displays.margin_display",
    "MinoverPerceptron": "drupe.estimators.perceptron.minover_perceptron",
    "MixedNormSVC": "drupe.estimators.margin.mixed_norm_svc",
    "MovingWindow": "drupe.estimators.neighbors.moving_window",
    "NearestHullsSVC": "drupe.estimators.margin.nearest_hulls_svc",
    "NearestMean": "drupe.estimators.neighbors.nearest_mean",
    "NeighborsClassifier": "drupe.estimators.neighbors.neighbors_classifier",
    "NuSVC": "drupe.estimators.margin.nu_svc",
    "NuSVR": "drupe.estimators.margin.nu_svr",
    "OneClassSVM": "drupe.estimators.margin.one_class_svm",
    "OneVsOne": "drupe.estimators.multiclass.one_vs_one",
    "OneVsRest": "drupe.estimators.multiclass.one_vs_rest",
    "ParzenClassifier": "drupe.estimators.neighbors.parzen_classifier",
    "ParzenDensity": "drupe.estimators.neighbors.parzen_density",
    "Perceptron": "drupe.estimators.perceptron.perceptron",
    "PocketPerceptron": "drupe.estimators.perceptron.pocket_perceptron",
    "RegularizedClassifier": "drupe.estimators.regularized.regularized_classifier",
    "RegularizedRegressor": "drupe.estimators.regularized.regularized_regressor",
    "RejectOption": "drupe.estimators.reject.reject_option",
    "Report": "drupe.report.report",
    "SVC": "drupe.estimators.margin.svc",
    "SVCPathCV": "drupe.selection.svc_path_cv",
    "SVR": "drupe.estimators.margin.svr",
    "SelfBoundingSearch": "drupe.selection.self_bounding_search",
    "SquaredSVR": "drupe.estimators.margin.squared_svr",
    "TwoNormSVC": "drupe.estimators.margin.two_norm_svc",
    "VotedPerceptron": "drupe.estimators.perceptron.voted_perceptron",
    "c_path": "drupe.selection.c_path",
    "certify": "drupe.certification.certify",
    "coverage_risk_curve": "drupe.estimators.reject.coverage_risk",
    "load": "drupe.persistence.archive",
    "read": "drupe.inputs.readers.read",
    "save": "drupe.persistence.archive",
    "study": "drupe.analysis.study",
}

__all__ = [
    "LPSVC",
    "SVC",
    "SVR",
    "Adaline",
    "AdaptiveMarginMachine",
    "AveragedPerceptron",
    "BayesPointMachine",
    "BayesianTransduction",
    "CertificateDisplay",
    "CertifiedClassifier",
    "CondensedNeighbors",
    "CoverageRiskDisplay",
    "DecisionRegionDisplay",
    "DefaultClassifier",
    "DirectedAcyclicGraph",
    "EPBayesPointMachine",
    "EnclosingBall",
    "ErrorCorrectingCodes",
    "GaussianProcessRegressor",
    "GibbsClassifier",
    "GramDisplay",
    "HardMarginSVC",
    "KernelAdaline",
    "KernelPerceptron",
    "KernelRidge",
    "LargestBallSVC",
    "LeaveOneOutMachine",
    "MarginDisplay",
    "MinoverPerceptron",
    "MixedNormSVC",
    "MovingWindow",
    "NearestHullsSVC",
    "NearestMean",
    "NeighborsClassifier",
    "NuSVC",
    "NuSVR",
    "OneClassSVM",
    "OneVsOne",
    "OneVsRest",
    "ParzenClassifier",
    "ParzenDensity",
    "Perceptron",
    "PocketPerceptron",
    "RegularizedClassifier",
    "RegularizedRegressor",
    "RejectOption",
    "Report",
    "SVCPathCV",
    "SelfBoundingSearch",
    "SquaredSVR",
    "TwoNormSVC",
    "VotedPerceptron",
    "__version__",
    "c_path",
    "certify",
    "coverage_risk_curve",
    "load",
    "read",
    "save",
    "study",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'drupe' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
