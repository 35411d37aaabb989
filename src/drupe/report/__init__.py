"""Values to pages; computes nothing."""
