"""Boosting before AdaBoost: three rules make one of smaller error, again and again; and the margins of votes."""
