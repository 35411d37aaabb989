"""What ridge machines that were fitted on parts of a sample would say, from one factorization of the whole."""
