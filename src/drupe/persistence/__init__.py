"""Models that last: a documented file for every machine, and the model files of LIBSVM in and out."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.persistence.archive import Archive, load, load_archive, save
    from drupe.persistence.libsvm_model import load_libsvm, save_libsvm
else:
    on_first_use(__name__)

__all__ = ["Archive", "load", "load_archive", "load_libsvm", "save", "save_libsvm"]
