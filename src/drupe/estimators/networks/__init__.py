"""Networks of radial functions: few units, each of which answers around a center."""
