"""drupe: kernel machines with certificates."""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from drupe.estimators.margin.nu_svc import NuSVC
    from drupe.estimators.margin.nu_svr import NuSVR
    from drupe.estimators.margin.one_class_svm import OneClassSVM
    from drupe.estimators.margin.svc import SVC
    from drupe.estimators.margin.svr import SVR

__version__ = version("drupe")

# Where each flat name lives; a module is imported when its name is first asked for, so that `import drupe` is cheap.
_HOMES = {
    "NuSVC": "drupe.estimators.margin.nu_svc",
    "NuSVR": "drupe.estimators.margin.nu_svr",
    "OneClassSVM": "drupe.estimators.margin.one_class_svm",
    "SVC": "drupe.estimators.margin.svc",
    "SVR": "drupe.estimators.margin.svr",
}

__all__ = ["SVC", "SVR", "NuSVC", "NuSVR", "OneClassSVM", "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'drupe' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
