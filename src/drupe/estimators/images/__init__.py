"""From pictures to vectors: averages of patches, histograms of colors."""
