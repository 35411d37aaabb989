"""Builders: each turns a Gram and what is known of its examples into one box problem."""
