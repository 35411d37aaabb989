"""Blocks to pages, to JSON and to the terminal: the only files that know markup."""
