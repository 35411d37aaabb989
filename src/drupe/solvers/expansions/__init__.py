"""Programs over the coefficients of a kernel expansion: what residuals cost and coefficients pay, one solver a file."""
