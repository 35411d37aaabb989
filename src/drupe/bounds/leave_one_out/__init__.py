"""Leave-one-out errors and what bounds them: unbiased on average, silent on the sample at hand."""
