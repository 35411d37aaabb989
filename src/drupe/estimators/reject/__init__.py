"""The right not to answer: reject the least certain examples, and say what that buys."""
