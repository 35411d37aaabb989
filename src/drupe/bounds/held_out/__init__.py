"""Fresh examples: held out, or seen before they are learned from."""
