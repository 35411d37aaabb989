"""Votes of weak rules, each learned where those before it erred."""
