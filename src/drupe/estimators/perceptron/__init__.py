"""Machines that learn from their mistakes, and Adaline, which learns from its errors."""
