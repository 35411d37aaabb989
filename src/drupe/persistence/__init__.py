"""Models that last: a documented file for every machine, and the model files of LIBSVM in and out."""

from drupe.persistence.archive import Archive, load, load_archive, save
from drupe.persistence.libsvm_model import load_libsvm, save_libsvm

__all__ = ["Archive", "load", "load_archive", "load_libsvm", "save", "save_libsvm"]
