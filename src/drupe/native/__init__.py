"""The border to the native core."""
