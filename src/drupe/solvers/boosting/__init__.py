"""Votes that grow round by round: each rule is chosen for what the vote so far gets wrong."""
