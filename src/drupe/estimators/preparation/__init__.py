"""From what users have to what machines compare: columns of a table as numbers, rows of length one, sparse rows."""
