"""Margins: how far examples lie from a hyperplane, or from a tube of regression, and how far they fall short."""
