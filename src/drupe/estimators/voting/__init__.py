"""Answers by many classifiers instead of one: by vote, by lot, and for all working points together."""
