"""From the values of an analysis to the sections of a report: one section per file."""
