"""The flat names of drupe, each with the module that it lives in: the one list of them.

Editors and type checkers read it as a stub; `__init__.py` reads it too, and imports a module when its name is first
asked for.
"""

from drupe.analysis.study import study as study
from drupe.certification.certified_classifier import CertifiedClassifier as CertifiedClassifier
from drupe.certification.certify import certify as certify
from drupe.certification.certify_rows import certify_rows as certify_rows
from drupe.displays.certificate_display import CertificateDisplay as CertificateDisplay
from drupe.displays.class_cost_display import ClassCostDisplay as ClassCostDisplay
from drupe.displays.coverage_risk_display import CoverageRiskDisplay as CoverageRiskDisplay
from drupe.displays.decision_region_display import DecisionRegionDisplay as DecisionRegionDisplay
from drupe.displays.embedding_display import EmbeddingDisplay as EmbeddingDisplay
from drupe.displays.gram_display import GramDisplay as GramDisplay
from drupe.displays.margin_display import MarginDisplay as MarginDisplay
from drupe.displays.scree_display import ScreeDisplay as ScreeDisplay
from drupe.displays.vote_margin_display import VoteMarginDisplay as VoteMarginDisplay
from drupe.estimators.bayes_point.bayes_point_machine import BayesPointMachine as BayesPointMachine
from drupe.estimators.bayes_point.ep_bayes_point_machine import EPBayesPointMachine as EPBayesPointMachine
from drupe.estimators.bind import bind as bind
from drupe.estimators.boosting.ada_boost_classifier import AdaBoostClassifier as AdaBoostClassifier
from drupe.estimators.boosting.arc_gv import ArcGV as ArcGV
from drupe.estimators.boosting.lp_boost import LPBoost as LPBoost
from drupe.estimators.boosting.regularized_ada_boost import RegularizedAdaBoost as RegularizedAdaBoost
from drupe.estimators.boosting.stagewise_additive import StagewiseAdditive as StagewiseAdditive
from drupe.estimators.boosting.stagewise_additive_regressor import (
    StagewiseAdditiveRegressor as StagewiseAdditiveRegressor,
)
from drupe.estimators.class_cost_curve import class_cost_curve as class_cost_curve
from drupe.estimators.components.kernel_pca import KernelPCA as KernelPCA
from drupe.estimators.components.oriented_kernel_pca import OrientedKernelPCA as OrientedKernelPCA
from drupe.estimators.discriminant.fisher_discriminant import FisherDiscriminant as FisherDiscriminant
from drupe.estimators.discriminant.invariant_kernel_fisher import InvariantKernelFisher as InvariantKernelFisher
from drupe.estimators.discriminant.kernel_fisher import KernelFisher as KernelFisher
from drupe.estimators.discriminant.linear_sparse_kernel_fisher import (
    LinearSparseKernelFisher as LinearSparseKernelFisher,
)
from drupe.estimators.discriminant.linear_sparse_kernel_regressor import (
    LinearSparseKernelRegressor as LinearSparseKernelRegressor,
)
from drupe.estimators.discriminant.robust_kernel_fisher import RobustKernelFisher as RobustKernelFisher
from drupe.estimators.discriminant.robust_kernel_regressor import RobustKernelRegressor as RobustKernelRegressor
from drupe.estimators.discriminant.sparse_kernel_fisher import SparseKernelFisher as SparseKernelFisher
from drupe.estimators.discriminant.sparse_kernel_regressor import SparseKernelRegressor as SparseKernelRegressor
from drupe.estimators.gaussian_process.gaussian_process_classifier import (
    GaussianProcessClassifier as GaussianProcessClassifier,
)
from drupe.estimators.gaussian_process.gaussian_process_regressor import (
    GaussianProcessRegressor as GaussianProcessRegressor,
)
from drupe.estimators.images.color_histograms import ColorHistograms as ColorHistograms
from drupe.estimators.images.patch_averages import PatchAverages as PatchAverages
from drupe.estimators.images.pixel_vectors import PixelVectors as PixelVectors
from drupe.estimators.landmark.landmark_classifier import LandmarkClassifier as LandmarkClassifier
from drupe.estimators.landmark.landmark_classifier_cv import LandmarkClassifierCV as LandmarkClassifierCV
from drupe.estimators.landmark.landmark_regressor import LandmarkRegressor as LandmarkRegressor
from drupe.estimators.landmark.landmark_regressor_cv import LandmarkRegressorCV as LandmarkRegressorCV
from drupe.estimators.linear.l1_min_c import l1_min_c as l1_min_c
from drupe.estimators.linear.linear_svc import LinearSVC as LinearSVC
from drupe.estimators.linear.linear_svr import LinearSVR as LinearSVR
from drupe.estimators.linear.logistic_regression import LogisticRegression as LogisticRegression
from drupe.estimators.margin.adaptive_margin_machine import AdaptiveMarginMachine as AdaptiveMarginMachine
from drupe.estimators.margin.enclosing_ball import EnclosingBall as EnclosingBall
from drupe.estimators.margin.hard_margin_svc import HardMarginSVC as HardMarginSVC
from drupe.estimators.margin.largest_ball_svc import LargestBallSVC as LargestBallSVC
from drupe.estimators.margin.leave_one_out_machine import LeaveOneOutMachine as LeaveOneOutMachine
from drupe.estimators.margin.lp_svc import LPSVC as LPSVC
from drupe.estimators.margin.mixed_norm_svc import MixedNormSVC as MixedNormSVC
from drupe.estimators.margin.nearest_hulls_svc import NearestHullsSVC as NearestHullsSVC
from drupe.estimators.margin.nu_svc import NuSVC as NuSVC
from drupe.estimators.margin.nu_svr import NuSVR as NuSVR
from drupe.estimators.margin.one_class_svm import OneClassSVM as OneClassSVM
from drupe.estimators.margin.outlier_removal_svc import OutlierRemovalSVC as OutlierRemovalSVC
from drupe.estimators.margin.squared_svr import SquaredSVR as SquaredSVR
from drupe.estimators.margin.svc import SVC as SVC
from drupe.estimators.margin.svr import SVR as SVR
from drupe.estimators.margin.two_norm_svc import TwoNormSVC as TwoNormSVC
from drupe.estimators.multiclass.directed_acyclic_graph import DirectedAcyclicGraph as DirectedAcyclicGraph
from drupe.estimators.multiclass.error_correcting_codes import ErrorCorrectingCodes as ErrorCorrectingCodes
from drupe.estimators.multiclass.many_labels import ManyLabels as ManyLabels
from drupe.estimators.multiclass.one_vs_one import OneVsOne as OneVsOne
from drupe.estimators.multiclass.one_vs_rest import OneVsRest as OneVsRest
from drupe.estimators.multiclass.tournament import Tournament as Tournament
from drupe.estimators.neighbors.condensed_neighbors import CondensedNeighbors as CondensedNeighbors
from drupe.estimators.neighbors.default_classifier import DefaultClassifier as DefaultClassifier
from drupe.estimators.neighbors.moving_window import MovingWindow as MovingWindow
from drupe.estimators.neighbors.nearest_mean import NearestMean as NearestMean
from drupe.estimators.neighbors.neighbors_classifier import NeighborsClassifier as NeighborsClassifier
from drupe.estimators.neighbors.parzen_classifier import ParzenClassifier as ParzenClassifier
from drupe.estimators.neighbors.parzen_density import ParzenDensity as ParzenDensity
from drupe.estimators.networks.rbf_network_classifier import RBFNetworkClassifier as RBFNetworkClassifier
from drupe.estimators.networks.rbf_network_regressor import RBFNetworkRegressor as RBFNetworkRegressor
from drupe.estimators.opposite_distances import opposite_distances as opposite_distances
from drupe.estimators.perceptron.adaline import Adaline as Adaline
from drupe.estimators.perceptron.averaged_perceptron import AveragedPerceptron as AveragedPerceptron
from drupe.estimators.perceptron.kernel_adaline import KernelAdaline as KernelAdaline
from drupe.estimators.perceptron.kernel_perceptron import KernelPerceptron as KernelPerceptron
from drupe.estimators.perceptron.minover_perceptron import MinoverPerceptron as MinoverPerceptron
from drupe.estimators.perceptron.perceptron import Perceptron as Perceptron
from drupe.estimators.perceptron.pocket_perceptron import PocketPerceptron as PocketPerceptron
from drupe.estimators.perceptron.voted_perceptron import VotedPerceptron as VotedPerceptron
from drupe.estimators.preparation.fisher_scores import FisherScores as FisherScores
from drupe.estimators.preparation.sparse_vectors import SparseVectors as SparseVectors
from drupe.estimators.preparation.table_encoder import TableEncoder as TableEncoder
from drupe.estimators.preparation.treatments import ColumnChoices as ColumnChoices
from drupe.estimators.preparation.unit_length import UnitLength as UnitLength
from drupe.estimators.regularized.kernel_ridge import KernelRidge as KernelRidge
from drupe.estimators.regularized.regularized_classifier import RegularizedClassifier as RegularizedClassifier
from drupe.estimators.regularized.regularized_regressor import RegularizedRegressor as RegularizedRegressor
from drupe.estimators.reject.coverage_risk import coverage_risk_curve as coverage_risk_curve
from drupe.estimators.reject.reject_option import RejectOption as RejectOption
from drupe.estimators.relevance.relevance_vector_classifier import (
    RelevanceVectorClassifier as RelevanceVectorClassifier,
)
from drupe.estimators.relevance.relevance_vector_regressor import RelevanceVectorRegressor as RelevanceVectorRegressor
from drupe.estimators.splines.smoothing_spline import SmoothingSpline as SmoothingSpline
from drupe.estimators.texts.text_vectors import TextVectors as TextVectors
from drupe.estimators.voting.bayesian_transduction import BayesianTransduction as BayesianTransduction
from drupe.estimators.voting.committee_of_parts import CommitteeOfParts as CommitteeOfParts
from drupe.estimators.voting.gibbs_classifier import GibbsClassifier as GibbsClassifier
from drupe.inputs.readers.read import read as read
from drupe.inputs.rows.rows import rows as rows
from drupe.persistence.archive import load as load
from drupe.persistence.archive import save as save
from drupe.persistence.checkpoint import Checkpoint as Checkpoint
from drupe.persistence.export.to_onnx import to_onnx as to_onnx
from drupe.report.report import Report as Report
from drupe.selection.c_path import c_path as c_path
from drupe.selection.closed_form_densities import closed_form_densities as closed_form_densities
from drupe.selection.closed_form_folds import closed_form_folds as closed_form_folds
from drupe.selection.closed_form_progress import closed_form_progress as closed_form_progress
from drupe.selection.empirical_stability import empirical_stability as empirical_stability
from drupe.selection.kernel_fisher_cv import KernelFisherCV as KernelFisherCV
from drupe.selection.kernel_ridge_cv import KernelRidgeCV as KernelRidgeCV
from drupe.selection.linear_path import linear_path as linear_path
from drupe.selection.self_bounding_search import SelfBoundingSearch as SelfBoundingSearch
from drupe.selection.svc_path_cv import SVCPathCV as SVCPathCV
from drupe.selection.svr_path_cv import SVRPathCV as SVRPathCV

__all__: list[str]
__version__: str
