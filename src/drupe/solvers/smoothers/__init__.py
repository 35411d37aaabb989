"""Linear smoothers: least squares with a penalty, its whole path over strengths, and how a strength is chosen."""
