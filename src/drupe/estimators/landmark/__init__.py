"""Machines of any size of data: a few landmarks, a metric, and a few passes over the rows."""
