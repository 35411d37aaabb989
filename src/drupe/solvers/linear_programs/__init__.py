"""Machines whose training is a linear program, and the way to the solver HiGHS."""
