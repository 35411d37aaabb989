"""
Title
=====

Some words.
"""
print(1)
