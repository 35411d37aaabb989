"""The tables, figures and worked numbers of the sources, run again: records, chapters, and one static book of pages."""
