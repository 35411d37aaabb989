"""Values to pages; computes nothing."""

from drupe.report.report import Report

__all__ = ["Report"]
