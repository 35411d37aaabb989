"""From the columns of a table to the numbers that machines compare."""
