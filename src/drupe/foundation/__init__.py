"""What everything stands on: array types, errors, checked parameters, citations, randomness, threads."""
