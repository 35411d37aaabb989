"""drupe: kernel machines with certificates."""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from drupe.selection.c_path import c_path
    from drupe.selection.svc_path_cv import SVCPathCV

__version__ = version("drupe")

# Where each flat name lives; a module is imported when its name is first asked for, so that `import drupe` is cheap.
_HOMES = {
    "AdaptiveMarginMachine": "drupe.estimators.margin.adaptive_margin_machine",
    "DirectedAcyclicGraph": "drupe.estimators.multiclass.directed_acyclic_graph",
    "EnclosingBall": "drupe.estimators.margin.enclosing_ball",
    "ErrorCorrectingCodes": "drupe.estimators.multiclass.error_correcting_codes",
    "HardMarginSVC": "drupe.estimators.margin.hard_margin_svc",
    "LPSVC": "drupe.estimators.margin.lp_svc",
    "LargestBallSVC": "drupe.estimators.margin.largest_ball_svc",
    "LeaveOneOutMachine": "drupe.estimators.margin.leave_one_out_machine",
    "MixedNormSVC": "drupe.estimators.margin.mixed_norm_svc",
    "NearestHullsSVC": "drupe.estimators.margin.nearest_hulls_svc",
    "NuSVC": "drupe.estimators.margin.nu_svc",
    "NuSVR": "drupe.estimators.margin.nu_svr",
    "OneClassSVM": "drupe.estimators.margin.one_class_svm",
    "OneVsOne": "drupe.estimators.multiclass.one_vs_one",
    "OneVsRest": "drupe.estimators.multiclass.one_vs_rest",
    "SVC": "drupe.estimators.margin.svc",
    "SVCPathCV": "drupe.selection.svc_path_cv",
    "SVR": "drupe.estimators.margin.svr",
    "SquaredSVR": "drupe.estimators.margin.squared_svr",
    "TwoNormSVC": "drupe.estimators.margin.two_norm_svc",
    "c_path": "drupe.selection.c_path",
}

__all__ = [
    "LPSVC",
    "SVC",
    "SVR",
    "AdaptiveMarginMachine",
    "DirectedAcyclicGraph",
    "EnclosingBall",
    "ErrorCorrectingCodes",
    "HardMarginSVC",
    "LargestBallSVC",
    "LeaveOneOutMachine",
    "MixedNormSVC",
    "NearestHullsSVC",
    "NuSVC",
    "NuSVR",
    "OneClassSVM",
    "OneVsOne",
    "OneVsRest",
    "SVCPathCV",
    "SquaredSVR",
    "TwoNormSVC",
    "__version__",
    "c_path",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'drupe' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
