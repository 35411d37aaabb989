"""Smoothing splines: functions that are as smooth as the data let them be."""
