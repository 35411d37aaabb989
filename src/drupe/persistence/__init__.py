"""Models that last: one documented file, no code in it."""
