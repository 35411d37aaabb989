"""Models that leave the house: graphs of ONNX, which servers run without Python."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.persistence.export.agreement import Agreement, agreement
    from drupe.persistence.export.converters import register_converters
    from drupe.persistence.export.to_onnx import save_onnx, to_onnx
else:
    on_first_use(__name__)

__all__ = ["Agreement", "agreement", "register_converters", "save_onnx", "to_onnx"]
