"""Small worlds in which the risk of every rule is known exactly."""
