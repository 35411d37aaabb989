"""Schemes: ways to learn a rule together with a certificate that covers exactly this rule."""
