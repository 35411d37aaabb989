"""Machines that keep few functions of many, by their evidence."""
