"""Classes of rules: finite ones, those of finite dimension, covers, random signs."""
