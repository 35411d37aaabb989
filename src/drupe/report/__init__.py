"""Values to pages; computes nothing."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.report.report import Report
else:
    on_first_use(__name__)

__all__ = ["Report"]
