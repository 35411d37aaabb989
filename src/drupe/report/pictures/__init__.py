"""Drawings of values that no display of the library draws: confusion, ROC, calibration, intervals, thresholds."""
