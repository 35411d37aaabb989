"""Alphabets of biology, letter by letter."""

DNA = "ACGT"
"""Adenine, cytosine, guanine, thymine."""

RNA = "ACGU"
"""Adenine, cytosine, guanine, uracil."""

PROTEIN = "ACDEFGHIKLMNPQRSTVWY"
"""The twenty amino acids."""
