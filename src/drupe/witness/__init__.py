"""What a bound may know of a fitted rule; the only thing that estimators and bounds share."""
