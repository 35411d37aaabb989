"""Models that last: a documented file for every machine, the model files of LIBSVM in and out, and graphs of ONNX."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.persistence.archive import Archive, load, load_archive, save
    from drupe.persistence.export.to_onnx import save_onnx, to_onnx
    from drupe.persistence.libsvm_model import load_libsvm, save_libsvm
else:
    on_first_use(__name__)

__all__ = ["Archive", "load", "load_archive", "load_libsvm", "save", "save_libsvm", "save_onnx", "to_onnx"]
