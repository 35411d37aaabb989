"""From documents to the numbers that machines compare."""
